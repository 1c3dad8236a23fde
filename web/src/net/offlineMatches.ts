/**
 * The matches that this browser has of the hall's offline mode, and their way into an account.
 *
 * They stay in the browser too: a match is noted as brought only once the server has stored it, and
 * the server stores each one once. So an attempt that ends in the middle is simply made again.
 */
import { api, Failed } from "$/net/http";
import { findStorage, type Storage } from "$/worker/storage";

export interface OfflineMatch {
  readonly id: string;
  readonly phase: "playing" | "over";
}

/** What came of bringing matches: how many, why some could not come, and why it ended early. */
export interface Brought {
  readonly count: number;
  readonly refused: readonly string[];
  readonly stopped: string;
}

interface Summary {
  readonly phase: OfflineMatch["phase"] | "lobby";
  readonly guided: boolean;
  readonly created: number;
}

const TRIES = 5;
const FIRST_WAIT = 2_000;
/** Refusals that pass: too many requests, and a server that is busy. */
const PASSING = new Set([429, 503]);

const noteOf = (match: string) => `brought ${match}`;

/** The matches that have not been brought into an account, the oldest first. */
export async function offlineMatches(): Promise<readonly OfflineMatch[]> {
  const storage = await findStorage();
  if (!storage) return [];
  const { summaries, settings } = JSON.parse(await storage.everything()) as Record<
    "summaries" | "settings",
    Record<string, string>
  >;
  return Object.entries(summaries)
    .map(([id, text]) => ({ id, ...read(text) }))
    .filter(({ phase, guided }) => phase !== "lobby" && !guided)
    .filter(({ id, phase }) => settings[noteOf(id)] !== phase)
    .sort((one, other) => one.created - other.created)
    .map(({ id, phase }) => ({ id, phase }) as OfflineMatch);
}

/** The summary; one that cannot be read is left to the offline mode, which can repair it. */
function read(text: string): Summary {
  try {
    return JSON.parse(text) as Summary;
  } catch {
    return { phase: "lobby", guided: false, created: 0 };
  }
}

/** Bring the matches into the account of the person who is signed in, one after the other. */
export async function bringMatches(
  matches: readonly OfflineMatch[],
  progress: (done: number) => void,
): Promise<Brought> {
  const storage = await findStorage();
  const refused: string[] = [];
  let count = 0;
  for (const [place, match] of matches.entries()) {
    progress(place);
    try {
      if (storage) await bring(storage, match);
      count += 1;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      // Without a network or a session, no other match would come either.
      if (error.status === 0 || error.status === 401 || isPassing(error))
        return { count, refused, stopped: error.message };
      refused.push(error.message);
    }
  }
  return { count, refused, stopped: "" };
}

async function bring(storage: Storage, { id, phase }: OfflineMatch): Promise<void> {
  const rows = JSON.parse(await storage.facts(id)) as [number, string, number][];
  const facts = rows.map(([, body]) => body);
  for (let tries = 1; ; tries++) {
    try {
      await api.bringMatch({ facts });
      break;
    } catch (error) {
      const passes = error instanceof Failed && isPassing(error);
      if (!passes || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * tries));
    }
  }
  await storage.set(noteOf(id), phase);
}

function isPassing(error: Failed): boolean {
  return PASSING.has(error.status) && error.code !== "TOO_MANY_MATCHES";
}
