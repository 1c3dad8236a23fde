import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Trouble } from "$/worker/messages";
import { findStorage, openStorage, type Storage } from "$/worker/storage";

const entry = (match: string, version: number, bodies: readonly string[], summary = "") => ({
  match,
  version,
  facts: bodies.map((body, place) => [version + place + 1, body, 7]),
  summary,
});
const append = async (storage: Storage, ...entries: unknown[]) =>
  JSON.parse(await storage.append(JSON.stringify(entries))) as string[];
const bodies = async (storage: Storage, match: string) =>
  (JSON.parse(await storage.facts(match)) as [number, string, number][]).map(([, body]) => body);

let warned: Trouble[] = [];
const open = () => openStorage((trouble) => warned.push(trouble));

beforeEach(() => {
  warned = [];
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The two kinds of storage, which Python must not be able to tell apart. */
const kinds: Record<string, () => Promise<Storage>> = {
  "the browser's database": open,
  "memory, where nothing may be stored": () => {
    vi.stubGlobal("indexedDB", undefined);
    return open();
  },
};

for (const [name, make] of Object.entries(kinds))
  describe(name, () => {
    it("keeps facts in order, by match", async () => {
      const storage = await make();
      expect(await append(storage, entry("b", 0, ["x"]), entry("a", 0, ["1", "2"]))).toEqual([]);
      expect(await append(storage, entry("a", 2, ["3"], "third"))).toEqual([]);
      expect(await bodies(storage, "a")).toEqual(["1", "2", "3"]);
      expect(await bodies(storage, "b")).toEqual(["x"]);
      expect(await bodies(storage, "c")).toEqual([]);
    });

    it("refuses facts that follow another version, and keeps the others", async () => {
      const storage = await make();
      await append(storage, entry("a", 0, ["1"], "first"));
      const lost = await append(
        storage,
        entry("a", 0, ["other"], "other"),
        entry("a", 2, ["late"], "late"),
        entry("b", 0, ["x"], "b's"),
      );
      expect(lost).toEqual(["a", "a"]);
      expect(await bodies(storage, "a")).toEqual(["1"]);
      const { summaries } = JSON.parse(await storage.everything()) as { summaries: object };
      expect(summaries).toEqual({ a: "first", b: "b's" });
    });

    it("keeps settings, cuts matches and erases them", async () => {
      const storage = await make();
      await append(storage, entry("a", 0, ["1", "2", "3"], "old"), entry("b", 0, ["x"], "b's"));
      await storage.set("name", "Ulf");
      await storage.set("name", "Ann");
      await storage.cut("a", 1, "cut");
      expect(await bodies(storage, "a")).toEqual(["1"]);
      expect(await append(storage, entry("a", 1, ["new"]))).toEqual([]);
      await storage.erase("b");
      expect(await bodies(storage, "b")).toEqual([]);
      expect(JSON.parse(await storage.everything())).toEqual({
        summaries: { a: "cut" },
        settings: { name: "Ann" },
      });
    });
  });

it("is the same database when it is opened again", async () => {
  await append(await open(), entry("a", 0, ["1"], "one"));
  expect(await bodies(await open(), "a")).toEqual(["1"]);
  expect(warned).toEqual([]);
});

it("warns where the browser allows no database", async () => {
  vi.stubGlobal("indexedDB", undefined);
  await open();
  expect(warned).toEqual(["storage-forbidden"]);
});

for (const [name, trouble] of [
  ["QuotaExceededError", "storage-full"],
  ["UnknownError", "storage-failed"],
] as const)
  it(`stores nothing and says so after ${name}`, async () => {
    const storage = await open();
    await append(storage, entry("a", 0, ["1"], "one"));
    const add = vi.spyOn(IDBObjectStore.prototype, "add");
    add.mockImplementation(() => {
      throw new DOMException("no", name);
    });
    await expect(append(storage, entry("a", 1, ["2"], "two"))).rejects.toThrow();
    expect(warned).toEqual([trouble]);
    add.mockRestore();
    expect(await bodies(storage, "a")).toEqual(["1"]);
    expect(await append(storage, entry("a", 1, ["2"]))).toEqual([]);
  });

it("is found only if it is there, and looking makes none", async () => {
  expect(await findStorage()).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
  await append(await open(), entry("a", 0, ["1"]));
  const found = await findStorage();
  expect(found && (await bodies(found, "a"))).toEqual(["1"]);
});
