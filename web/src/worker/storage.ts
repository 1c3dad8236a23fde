/** Keeps matches and settings in IndexedDB; answers Python in JSON. See `meadhall/site/kept.py`. */
import type { Trouble } from "$/worker/messages";

type Row = [version: number, body: string, crc: number];

interface Entry {
  readonly match: string;
  readonly version: number;
  readonly facts: readonly Row[];
  readonly summary: string;
}

const NAME = "meadhall";
const VERSION = 1;
const STORES = ["facts", "summaries", "settings"] as const;
type StoreName = (typeof STORES)[number];

export interface Storage {
  append: (batch: string) => Promise<string>;
  facts: (match: string) => Promise<string>;
  everything: () => Promise<string>;
  /** Delete the rows after that version. */
  cut: (match: string, version: number, summary: string) => Promise<void>;
  set: (name: string, value: string) => Promise<void>;
  erase: (match: string) => Promise<void>;
}

/** The database; one in memory, with a warning, where the browser allows none. */
export async function openStorage(warn: (trouble: Trouble) => void): Promise<Storage> {
  try {
    return new Database(await openDatabase(), warn);
  } catch {
    warn("storage-forbidden");
    return new InMemory();
  }
}

/** The database if there is one, for a page that only looks what is in it; none is made. */
export async function findStorage(): Promise<Storage | null> {
  try {
    return new Database(await openDatabase(false), () => undefined);
  } catch {
    return null;
  }
}

function openDatabase(mayMake = true): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      if (mayMake) for (const name of STORES) opening.result.createObjectStore(name);
      else opening.transaction?.abort(); // then it is not made
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("no database"));
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("request failed"));
  });
}

/** The rows of a match after that version: keys are `[match, version]`, and an empty list is after every number. */
function rowsOf(match: string, after = 0): IDBKeyRange {
  return IDBKeyRange.bound([match, after], [match, []], true);
}

class Database implements Storage {
  readonly #database: IDBDatabase;
  readonly #warn: (trouble: Trouble) => void;

  constructor(database: IDBDatabase, warn: (trouble: Trouble) => void) {
    this.#database = database;
    this.#warn = warn;
  }

  async append(batch: string): Promise<string> {
    const entries = JSON.parse(batch) as readonly Entry[];
    const lost: string[] = [];
    await this.#write(["facts", "summaries"], async (store) => {
      for (const { match, version, facts, summary } of entries) {
        const keys = await result(store("facts").getAllKeys(rowsOf(match)));
        if (keys.length !== version) {
          lost.push(match);
          continue;
        }
        for (const row of facts) store("facts").add(row, [match, row[0]]);
        if (summary) store("summaries").put(summary, match);
      }
    });
    return JSON.stringify(lost);
  }

  async facts(match: string): Promise<string> {
    const store = this.#database.transaction("facts").objectStore("facts");
    return JSON.stringify(await result(store.getAll(rowsOf(match))));
  }

  async everything(): Promise<string> {
    const [summaries, settings] = await Promise.all([
      this.#all("summaries"),
      this.#all("settings"),
    ]);
    return JSON.stringify({ summaries, settings });
  }

  cut(match: string, version: number, summary: string): Promise<void> {
    return this.#write(["facts", "summaries"], (store) => {
      store("facts").delete(rowsOf(match, version));
      store("summaries").put(summary, match);
      return Promise.resolve();
    });
  }

  set(name: string, value: string): Promise<void> {
    return this.#write(["settings"], (store) => {
      store("settings").put(value, name);
      return Promise.resolve();
    });
  }

  erase(match: string): Promise<void> {
    return this.#write(["facts", "summaries"], (store) => {
      store("facts").delete(rowsOf(match));
      store("summaries").delete(match);
      return Promise.resolve();
    });
  }

  async #all(name: StoreName): Promise<Record<string, string>> {
    const store = this.#database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    return Object.fromEntries(keys.map((key, place) => [key as string, values[place] as string]));
  }

  /** Do the work in one transaction, and return once it is on the disk. */
  async #write(
    names: StoreName[],
    work: (store: (name: StoreName) => IDBObjectStore) => Promise<void>,
  ): Promise<void> {
    const transaction = this.#database.transaction(names, "readwrite", { durability: "strict" });
    const stored = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("not stored"));
    });
    stored.catch(() => undefined);
    try {
      await work((name) => transaction.objectStore(name));
      await stored;
    } catch (error) {
      this.#warn(isFull(error) ? "storage-full" : "storage-failed");
      throw new Error(String(error), { cause: error }); // Python takes no other kind of error
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** For a browser that lets the page store nothing: matches last as long as the tab. */
class InMemory implements Storage {
  readonly #facts = new Map<string, Row[]>();
  readonly #summaries = new Map<string, string>();
  readonly #settings = new Map<string, string>();

  append(batch: string): Promise<string> {
    const lost: string[] = [];
    for (const { match, version, facts, summary } of JSON.parse(batch) as readonly Entry[]) {
      const rows = this.#facts.get(match) ?? [];
      if (rows.length !== version) {
        lost.push(match);
        continue;
      }
      this.#facts.set(match, [...rows, ...facts]);
      if (summary) this.#summaries.set(match, summary);
    }
    return Promise.resolve(JSON.stringify(lost));
  }
  facts(match: string): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#facts.get(match) ?? []));
  }
  everything(): Promise<string> {
    const summaries = Object.fromEntries(this.#summaries);
    return Promise.resolve(
      JSON.stringify({ summaries, settings: Object.fromEntries(this.#settings) }),
    );
  }
  cut(match: string, version: number, summary: string): Promise<void> {
    this.#facts.set(match, (this.#facts.get(match) ?? []).slice(0, version));
    this.#summaries.set(match, summary);
    return Promise.resolve();
  }
  set(name: string, value: string): Promise<void> {
    this.#settings.set(name, value);
    return Promise.resolve();
  }
  erase(match: string): Promise<void> {
    this.#facts.delete(match);
    this.#summaries.delete(match);
    return Promise.resolve();
  }
}
