import { describe, expect, it } from "vitest";
import { finishedMatches, gameTags, sortOpenTables, sortPlaying, standing } from "$/match/lists";
import type { GameCard, MatchCard } from "$/protocol/generated";

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
  people: 1,
  held: [0],
  secrets_known: false,
  rated: false,
  ratings: [],
  options: {},
  clock: null,
  watching: 0,
  ...more,
});

describe("the tags of a game", () => {
  it("say what its usual match is like", () => {
    const quiet = { players: [2, 3, 6], simultaneous: false, hidden: false, chance: false };
    const wild = { players: [2], simultaneous: true, hidden: true, chance: true, timed: true };
    expect(gameTags(quiet as unknown as GameCard)).toEqual([
      "2 to 6 players",
      "turn by turn",
      "open information",
      "no luck",
    ]);
    expect(gameTags(wild as unknown as GameCard)).toEqual([
      "2 players",
      "everyone at once",
      "secrets",
      "luck",
      "timed",
    ]);
  });
});

describe("lists of matches", () => {
  it("begin with the tables where somebody waits, in the order of the server", () => {
    const tables = [
      card("a"),
      card("b", { waiting: true }),
      card("c"),
      card("d", { waiting: true }),
    ];
    expect(sortOpenTables(tables).map((table) => table.match)).toEqual(["b", "d", "a", "c"]);
  });

  it("show people's matches before those of bots, and no solo games", () => {
    const playing = [card("bots", { people: 0 }), card("solo"), card("people", { people: 2 })];
    expect(sortPlaying(playing).map(({ match }) => match)).toEqual(["people", "bots"]);
  });

  it("say in words whether somebody waits", () => {
    expect(standing(card("a", { waiting: true }))).toBe("1 of 2 seats free · a player is waiting");
    expect(standing(card("a"))).toBe("1 of 2 seats free · away");
    expect(standing(card("a", { phase: "playing" }))).toBe("in progress");
    expect(standing(card("a", { phase: "finished", result: "left" }))).toBe("finished");
  });

  it("leave tables out that were closed before anything was played", () => {
    const ended = card("a", { phase: "finished", result: "throne" });
    const closed = card("b", { phase: "finished", result: "closed" });
    expect(finishedMatches([ended, closed, card("c")])).toEqual([ended]);
  });
});
