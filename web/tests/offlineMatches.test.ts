import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, Failed } from "$/net/http";
import { bringMatches, offlineMatches } from "$/net/offlineMatches";
import { openStorage, type Storage } from "$/worker/storage";

let storage: Storage;
let sent: (readonly string[])[] = [];
let answers: (Failed | null)[] = [];

async function play(match: string, summary: string, ...facts: string[]): Promise<void> {
  const rows = facts.map((body, place) => [place + 1, body, 0]);
  await storage.append(JSON.stringify([{ match, version: 0, facts: rows, summary }]));
}
const summary = (phase: string, created: number, guided = false) =>
  JSON.stringify({ phase, created, guided });
const refusal = (status: number, code: string) => new Failed(status, code, `${code}.`);
const ids = async () => (await offlineMatches()).map(({ id }) => id);

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  storage = await openStorage(() => undefined);
  sent = [];
  answers = [];
  vi.spyOn(api, "bringMatch").mockImplementation(({ facts }) => {
    const answer = answers.shift();
    if (answer) return Promise.reject(answer);
    sent.push(facts);
    return Promise.resolve({ match: "there", new: true });
  });
  await play("new", summary("over", 2), "n1", "n2");
  await play("old", summary("playing", 1), "o1");
  await play("lobby", summary("lobby", 3), "l1");
  await play("guide", summary("over", 4, true), "g1");
  await play("damaged", "{", "d1");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("finds what was played, the oldest first, and nothing where nothing is stored", async () => {
  expect(await offlineMatches()).toEqual([
    { id: "old", phase: "playing" },
    { id: "new", phase: "over" },
  ]);
  vi.stubGlobal("indexedDB", new IDBFactory());
  expect(await offlineMatches()).toEqual([]);
});

it("brings each match once, and again when it is over", async () => {
  const seen: number[] = [];
  const done = await bringMatches(await offlineMatches(), (now) => seen.push(now));
  expect(done).toEqual({ count: 2, refused: [], stopped: "" });
  expect(sent).toEqual([["o1"], ["n1", "n2"]]);
  expect(seen).toEqual([0, 1]);
  expect(await ids()).toEqual([]);
  await storage.cut("old", 1, summary("over", 1));
  expect(await ids()).toEqual(["old"]);
  expect(await storage.facts("old")).toContain("o1");
});

it("goes on after a refusal, and asks for that match again", async () => {
  answers = [refusal(400, "BAD_PLY"), null];
  const done = await bringMatches(await offlineMatches(), () => undefined);
  expect(done).toEqual({ count: 1, refused: ["BAD_PLY."], stopped: "" });
  expect(await ids()).toEqual(["old"]);
});

it("takes too many unfinished matches for a refusal", async () => {
  answers = [refusal(429, "TOO_MANY_MATCHES"), null];
  const done = await bringMatches(await offlineMatches(), () => undefined);
  expect(done).toEqual({ count: 1, refused: ["TOO_MANY_MATCHES."], stopped: "" });
});

for (const [status, code] of [
  [0, "OFFLINE"],
  [401, "NOT_SIGNED_IN"],
] as const)
  it(`stops at ${code}, and loses nothing`, async () => {
    answers = [null, refusal(status, code)];
    const done = await bringMatches(await offlineMatches(), () => undefined);
    expect(done).toEqual({ count: 1, refused: [], stopped: `${code}.` });
    expect(await ids()).toEqual(["new"]);
  });

it("waits where the server has too much to do, but not for ever", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const busy = refusal(429, "TOO_MANY_REQUESTS");
  answers = [busy, refusal(503, "BUSY"), null, ...Array.from({ length: 9 }, () => busy)];
  const result = bringMatches(await offlineMatches(), () => undefined);
  for (let step = 0; step < 40; step++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await result).toEqual({ count: 1, refused: [], stopped: "TOO_MANY_REQUESTS." });
  expect(answers.length).toBe(4);
});
