import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkDice } from "$/match/seedProof";
import {
  dropReceipts,
  noteCommitment,
  noteReceipt,
  noteShares,
  notesOf,
  type SeedNotes,
} from "$/net/seedNotes";
import { api } from "$/net/http";
import { meeting } from "$/net/people/people";
import {
  createMatch,
  drawShare,
  keepPledge,
  pledgeBytes,
  sitDown,
  startSeek,
  takeFoundSeat,
} from "$/net/takeSeats";
import type { Offer, ReplayStep } from "$/protocol/generated";

// The worked example of docs/verifiable-randomness.md.
const MATCH = "k7mwq2xh9tpb4rcd";
const SHARE = "1f".repeat(32);
const COMMITMENT = "fb19c154fe4ee1185b619bf7d0ff8e3ca89429de96c6764a967c190e962ab8ea";
const SEED = "0e49dcd67df98911d2ce9e5c0952158f6747c73d6aeba5dd36ae95cb4a8f8815";
const RECEIPT = "565b46e6d90af9840b77530276a9fa9c73409aeaa5a6bb30c6438cfcbffb2360";

const step = (ply: number, text: string): ReplayStep => ({
  entry: { ply, seat: 0, text, told: [], cause: "played" },
  motions: [],
  stages: [],
  scene: {},
});
const replay = {
  players: ["Ann", "Fenrir"],
  seed: SEED,
  proof: { match: MATCH, secret: "8d".repeat(32), shares: [SHARE, ""] },
  steps: [1, 2, 3, 4].map((ply) => step(ply, "water")).concat(step(5, "fire")),
};
const notes: SeedNotes = {
  commitment: COMMITMENT,
  shares: [SHARE],
  promised: true,
  receipts: { 5: RECEIPT },
  at: 0,
};
const none: SeedNotes = { commitment: "", shares: [], promised: false, receipts: {}, at: 0 };

describe("the check of the dice", () => {
  it("says what fits, what it proves and what not", async () => {
    const { kind, text } = await checkDice(replay, notes);
    expect(kind).toBe("fits");
    expect(text).toContain("did not depend on any move");
    expect(text).toContain("the random bytes of Ann.");
    expect(text).toContain("were not exchanged");
    expect(text).toContain("it did not choose the dice alone");
    expect(text).toContain("does not prove that nobody knew the dice early");
  });

  it("proves less to a device that sent its bytes before it saw the commitment", async () => {
    const { kind, text } = await checkDice(replay, { ...notes, promised: false });
    expect(kind).toBe("fits");
    expect(text).toContain("the server may have tried many secrets");
    expect(text).not.toContain("alone");
  });

  it("proves less to a device that was not at the table", async () => {
    const { kind, text } = await checkDice(replay, none);
    expect(kind).toBe("unknown");
    expect(text).toContain(COMMITMENT);
  });

  it("says that nobody added bytes", async () => {
    const alone = {
      ...replay,
      seed: "3daaa3637634fa64f7be7daaf9e07ec5a288258fdddffb75ccccd91275df0115",
      proof: { ...replay.proof, shares: ["", ""] },
    };
    expect((await checkDice(alone, none)).text).toContain("the server alone drew it");
  });

  it("proves nothing about a given seed", async () => {
    const { kind, text } = await checkDice({ ...replay, proof: null }, none);
    expect(kind).toBe("unknown");
    expect(text).toContain("nothing can be proved");
  });

  it.each([
    ["a changed seed", { ...replay, seed: COMMITMENT }, notes, "They are not made of"],
    ["another secret", replay, { ...notes, commitment: SEED }, "another secret"],
    ["a lost proof", { ...replay, proof: null }, notes, "does not have the secret"],
    ["lost bytes", replay, { ...notes, shares: ["00"] }, "bytes of this device"],
    ["another choice", replay, { ...notes, receipts: { 5: SEED } }, "another choice in move 5"],
    ["a lost choice", replay, { ...notes, receipts: { 6: RECEIPT } }, "another choice in move 6"],
  ])("warns of %s", async (_, shown, kept, text) => {
    const verdict = await checkDice(shown, kept);
    expect(verdict.kind).toBe("wrong");
    expect(verdict.text).toContain("Do not trust these dice.");
    expect(verdict.text).toContain(text);
  });
});

describe("notes about dice", () => {
  beforeEach(() => localStorage.clear());

  it("keep the first commitment, the last bytes, and receipts that were not taken back", () => {
    noteCommitment("m", "");
    noteCommitment("m", "first");
    noteCommitment("m", "second");
    noteShares("m", ["aa"]);
    noteShares("m", ["bb"]);
    noteReceipt("m", 3, "r3");
    noteReceipt("m", 5, "r5");
    dropReceipts("m", 4);
    expect(notesOf("m")).toMatchObject({
      commitment: "first",
      shares: ["bb"],
      receipts: { 3: "r3" },
    });
    expect(notesOf("other")).toEqual(none);
  });

  it("are of the newest matches only, and survive what is no JSON", () => {
    for (let number = 0; number <= 200; number++) noteShares(`m${number}`, ["aa"]);
    const kept = JSON.parse(localStorage.getItem("meadhall.dice") ?? "{}") as object;
    expect(Object.keys(kept)).toHaveLength(200);
    localStorage.setItem("meadhall.dice", "{");
    expect(notesOf("m1")).toEqual(none);
  });

  it("are about bytes that nobody can guess", () => {
    expect(drawShare()).toMatch(/^[0-9a-f]{64}$/);
    expect(drawShare()).not.toBe(drawShare());
  });
});

describe("bytes for the dice", () => {
  const reserved = { match: "m1", commitment: "fixed", token: "t" };
  const seat = (match: string) => Promise.resolve({ match, code: "C", tokens: [] });

  beforeEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
    vi.spyOn(api, "reserve").mockResolvedValue(reserved);
  });

  it("are drawn for a match that was reserved first", async () => {
    const create = vi.spyOn(api, "create").mockImplementation(() => seat("m1"));
    await createMatch({ game: "jarls", seats: [{ kind: "mine" }, { kind: "bot" }] });
    const [sent] = create.mock.calls[0] ?? [];
    expect(sent?.reservation).toBe("t");
    const { shares, commitment, promised } = notesOf("m1");
    expect({ commitment, promised }).toEqual({ commitment: "fixed", promised: true });
    expect(shares).toEqual([sent?.seats[0]?.share]);
  });

  it("prove less at another table than the reserved one", async () => {
    const start = vi.spyOn(meeting, "startSeek").mockResolvedValue({ seek: null });
    const take = vi.spyOn(meeting, "takeSeat").mockImplementation(() => seat("m2"));
    await startSeek({ game: "jarls" });
    await takeFoundSeat("m1");
    const sent = start.mock.calls[0]?.[0];
    expect(notesOf("m2")).toMatchObject({ commitment: "", promised: false, shares: [sent?.share] });
    take.mockImplementation(() => seat("m1"));
    await startSeek({ game: "jarls" });
    await takeFoundSeat("m1");
    expect(notesOf("m1")).toMatchObject({ commitment: "fixed", promised: true });
    take.mockImplementation(() => seat("m4"));
    await takeFoundSeat("m4"); // what another device has begun
    expect(notesOf("m4").shares).toEqual([]);
  });

  it("prove more at a table whose commitment was seen", async () => {
    vi.spyOn(api, "sit").mockImplementation(() => seat("m3"));
    noteCommitment("m3", "seen");
    await sitDown("m3", {});
    expect(notesOf("m3")).toMatchObject({ commitment: "seen", promised: true });
  });

  it("go to the rematch that is offered, or to one that is reserved", async () => {
    const offer: Offer = {
      what: "rematch",
      by: 0,
      agreed: [0],
      waiting: [1],
      match: "m4",
      commitment: "offered",
    };
    const agreed = await pledgeBytes(offer);
    expect(agreed).toMatchObject({ match: "m4", sent: { reservation: "" } });
    const proposed = await pledgeBytes(null);
    expect(proposed).toMatchObject({ match: "m1", sent: { reservation: "t" } });
    keepPledge(agreed);
    expect(notesOf("m4")).toMatchObject({
      commitment: "offered",
      shares: [agreed.sent.share],
      promised: true,
    });
  });
});
