import { beforeEach, expect, it, vi } from "vitest";
import { lastTable, noteTable } from "$/lib/lastTable";
import type { TableModel } from "$/match/model";

const model = (seats: readonly number[], plies = 2) =>
  ({
    version: 5,
    table: { match: "m" },
    seats,
    seatViews: seats.map((seat) => ({
      seat,
      scene: { cells: [] },
      moves: [[["a"], "a"]],
      log: Array.from({ length: plies }, (_, place) => ({ ply: place + 1 })),
    })),
    chat: [{ number: 1 }],
    thinking: { 1: {} },
  }) as unknown as TableModel;

beforeEach(() => localStorage.clear());

it("is there for the same match, without anything that can be played", () => {
  noteTable("jarls", false, model([0, 1]));
  const last = lastTable("m");
  expect(last?.game).toBe("jarls");
  expect(last?.model.seatViews.map(({ moves, log }) => [moves, log.length])).toEqual([
    [[], 2],
    [[], 2],
  ]);
  expect(last?.model.chat).toEqual([]);
  expect(lastTable("other")).toBeNull();
});

it("shows no player of a shared device what is hidden from them", () => {
  noteTable("toaster", true, model([0]));
  expect(lastTable("m")).not.toBeNull();
  noteTable("toaster", true, model([0, 1]));
  expect(lastTable("m")).toBeNull();
});

it("stays small, and is left out where there is no room", () => {
  noteTable("jarls", false, model([0], 500));
  expect(
    lastTable("m")
      ?.model.seatViews[0]?.log.map((entry) => entry.ply)
      .slice(0, 2),
  ).toEqual([441, 442]);
  localStorage.setItem("meadhall.table", "{");
  expect(lastTable("m")).toBeNull();
  const removed: string[] = [];
  vi.stubGlobal("localStorage", {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: (name: string) => removed.push(name),
  });
  noteTable("jarls", false, model([0]));
  expect(removed).toEqual(["meadhall.table"]);
  vi.unstubAllGlobals();
});
