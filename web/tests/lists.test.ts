import { describe, expect, it } from "vitest";
import { played, standing, waitedAtFirst } from "$/match/lists";
import type { MatchCard } from "$/protocol/generated";

const card = (match: string, more: Partial<MatchCard> = {}): MatchCard => ({
  match,
  code: "ABCDEF",
  game: "jarls",
  title: "Jarls",
  phase: "open",
  players: ["Ann", ""],
  mine: [],
  locked: false,
  created: 0,
  result: "",
  waiting: false,
  ...more,
});

describe("lists of matches", () => {
  it("begin with the tables where somebody waits, and keep the order otherwise", () => {
    const tables = [
      card("a"),
      card("b", { waiting: true }),
      card("c"),
      card("d", { waiting: true }),
    ];
    expect(waitedAtFirst(tables).map((table) => table.match)).toEqual(["b", "d", "a", "c"]);
  });

  it("say in words whether somebody waits", () => {
    expect(standing(card("a", { waiting: true }))).toBe("1 of 2 seats free · somebody is waiting");
    expect(standing(card("a"))).toBe("1 of 2 seats free · nobody there just now");
    expect(standing(card("a", { phase: "playing" }))).toBe("being played");
    expect(standing(card("a", { phase: "finished" }))).toBe("ended");
    expect(standing(card("a", { phase: "finished", result: "left" }))).toBe("ended (left)");
  });

  it("leave tables out that were closed before anything was played", () => {
    const ended = card("a", { phase: "finished", result: "throne" });
    const closed = card("b", { phase: "finished", result: "closed" });
    expect(played([ended, closed, card("c")])).toEqual([ended]);
  });
});
