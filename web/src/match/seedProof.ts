/** Checks the dice of a finished match: makes its seed again, and compares what this device saw. */
import { listed } from "$/match/words";
import type { SeedNotes } from "$/net/seedNotes";
import type { Replay, SeedProof } from "$/protocol/generated";

export interface DiceVerdict {
  readonly kind: "fits" | "wrong" | "unknown";
  /** What was found, what it proves, and what it does not. */
  readonly text: string;
}

type Checked = Pick<Replay, "players" | "seed" | "proof" | "steps">;

const GIVEN =
  "The seed of this match was given when it was set up, or the match is older than this check. " +
  "So nothing can be proved about its dice.";
const NO_CRYPTO =
  "This browser can check dice only over https. Download the record and run “meadhall verify”.";
const NOT_PROVED =
  "This does not prove that nobody knew the dice early, nor that no player helped the server.";

/** What the record and the notes of this device prove. */
export async function checkDice(replay: Checked, notes: SeedNotes): Promise<DiceVerdict> {
  const { proof } = replay;
  if (!proof && notes.commitment) return wrong("The record does not have the secret behind them.");
  if (!proof) return { kind: "unknown", text: GIVEN };
  if (!("subtle" in crypto)) return { kind: "unknown", text: NO_CRYPTO };
  const trouble = await findTrouble(replay, proof, notes);
  return trouble === "" ? praise(replay, proof, notes, await hash(proof.secret)) : wrong(trouble);
}

async function findTrouble(replay: Checked, proof: SeedProof, notes: SeedNotes): Promise<string> {
  if ((await keyedHash(proof.secret, ["seed", proof.match, ...proof.shares])) !== replay.seed)
    return "They are not made of the secret and the players' bytes in the record.";
  if (notes.commitment && (await hash(proof.secret)) !== notes.commitment)
    return "The server had fixed another secret when this device came to the table.";
  if (!notes.shares.every((share) => proof.shares.includes(share)))
    return "The random bytes of this device are not among those in the record.";
  for (const [ply, receipt] of Object.entries(notes.receipts)) {
    if ((await receiptFor(replay, proof, Number(ply))) !== receipt)
      return `The record has another choice in move ${ply} than the one this device made.`;
  }
  return "";
}

async function receiptFor(replay: Checked, proof: SeedProof, ply: number): Promise<string> {
  const entry = replay.steps[ply - 1]?.entry;
  const salt = await keyedHash(proof.secret, ["salt", proof.match, `${ply}`, `${entry?.seat}`]);
  return hash(`${salt}\n${entry?.text ?? ""}`);
}

function wrong(trouble: string): DiceVerdict {
  return { kind: "wrong", text: `Do not trust these dice. ${trouble}` };
}

function praise(
  replay: Checked,
  proof: SeedProof,
  notes: SeedNotes,
  commitment: string,
): DiceVerdict {
  const names = replay.players.filter((_, seat) => proof.shares[seat]);
  const made =
    names.length > 0
      ? `and from the random bytes of ${listed(names)}`
      : "and from nobody's random bytes, so the server alone drew it";
  if (!notes.commitment) {
    const text =
      `This page made the seed again from the server's secret ${made}. This device was not at the ` +
      `table, so compare the commitment with one that a player noted: ${commitment}. ${NOT_PROVED}`;
    return { kind: "unknown", text };
  }
  const count = Object.keys(notes.receipts).length;
  const choices = count > 0 ? " The sealed choices of this device were not exchanged." : "";
  const alone = notes.promised
    ? "The server had fixed it before this device drew its bytes, so it did not choose the dice alone."
    : "This device did not see that before it sent bytes, so the server may have tried many secrets.";
  const text =
    "The dice did not depend on any move: this page made the seed again from the secret that the " +
    `server had fixed when this device came to the table, ${made}. ${alone}${choices} ${NOT_PROVED}`;
  return { kind: "fits", text };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hash(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

async function keyedHash(secret: string, lines: readonly string[]): Promise<string> {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), kind, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, bytesOf(lines.join("\n"))));
}
