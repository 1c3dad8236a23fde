import { describe, expect, it } from "vitest";
import type {
  GameCard,
  TournamentChange,
  TournamentPage,
  TournamentPairing,
  TournamentPlayer,
  TournamentState,
} from "$/protocol/generated";
import { parse } from "$/lib/router.svelte";
import { hallSocketUrl } from "$/net/sockets";
import { firstForm, planOf, PRESETS, seatChoices } from "$/ui/tournaments/newTournament";
import { ownPairing, places, withChange } from "$/ui/tournaments/tournamentPage";
import { clockText, playerNote, rulesOf, stateText } from "$/ui/tournaments/tournamentWords";

const player = (number: number, ...score: number[]): TournamentPlayer => ({
  number,
  name: `Player ${number}`,
  person: `p${number}`,
  level: "",
  rating: 0,
  score,
  played: 0,
  wins: 0,
  byes: 0,
  streak: 0,
  gone: "",
});
const pairing = (
  round: number,
  seats: number[],
  points: number[] = [],
  match = `${round}: ${seats.join(" ")}`,
): TournamentPairing => ({ round, match, seats, points });
const state: TournamentState = {
  version: 5,
  phase: "running",
  round: 1,
  rounds: 3,
  starts: 0,
  ends: 0,
  next: 0,
  ending: "",
  byes: [],
};
const page: TournamentPage = {
  id: "t",
  title: "Cup",
  format: "swiss",
  game: "jarls",
  game_title: "Jarls",
  host: "p1",
  host_name: "Player 1",
  now: 0,
  terms: {
    clock: { mode: "fischer", base: 180_000, increment: 2_000 },
    options: {},
    sizes: [2],
    rounds: 3,
    minutes: 0,
    pause: 0,
    most: 99,
    rated: false,
    draws: true,
    berserk: false,
  },
  state,
  players: [player(1, 0, 0), player(2, 0, 0), player(3, 0, 0)],
  pairings: [pairing(1, [1, 2])],
};
const change = (more: Partial<TournamentChange>): TournamentChange => ({
  kind: "tournament",
  id: "t",
  since: 5,
  now: 1,
  state: { ...state, version: 6 },
  players: [],
  pairings: [],
  ...more,
});

describe("changes of a tournament's page", () => {
  it("puts lines in order of their scores, the first to come first", () => {
    const after = withChange(page, change({ players: [player(3, 2, 1), player(2, 2, 1)] }));
    expect(after?.players.map((one) => one.number)).toEqual([2, 3, 1]);
    expect(places(after?.players ?? [])).toEqual([1, 1, 3]);
  });
  it("shows the matches of the present round", () => {
    const next = change({
      state: { ...state, version: 6, round: 2 },
      pairings: [pairing(2, [3, 1])],
    });
    expect(withChange(page, next)?.pairings).toEqual([pairing(2, [3, 1])]);
  });
  it("keeps the last matches of an arena below those that are played", () => {
    const over = Array.from({ length: 25 }, (_, i) => pairing(i, [1, 2], [2, 0]));
    const arena = { ...page, format: "arena" as const, pairings: [pairing(30, [1, 3]), ...over] };
    const news = change({ pairings: [pairing(30, [1, 3], [0, 2]), pairing(31, [2, 3])] });
    const shown = withChange(arena, news)?.pairings ?? [];
    expect(shown.map((one) => one.round).slice(0, 3)).toEqual([31, 30, 0]);
    expect(shown).toHaveLength(21);
  });
  it("notices that something was missed, and leaves out what is old", () => {
    expect(withChange(page, change({ since: 6 }))).toBeNull();
    expect(withChange(page, change({ since: 0, state: { ...state, version: 4 } }))).toBe(page);
  });
  it("finds the match that a player is in", () => {
    expect(ownPairing(page, 2)?.seats).toEqual([1, 2]);
    expect(ownPairing(page, 3)).toBeUndefined();
    expect(ownPairing(page, undefined)).toBeUndefined();
  });
});

describe("tournaments in words", () => {
  it("says what comes next", () => {
    const at = (more: Partial<TournamentState>, format = page.format) =>
      stateText({ ...page, format, state: { ...state, ...more } }, 1_000_000);
    expect(at({ phase: "announced", starts: 1_065_000 })).toBe("Starts in 1:05");
    expect(at({ phase: "announced", starts: 1_000_000 + 3 * 3_600_000 })).toBe(
      "Starts in 3 h 0 min",
    );
    expect(at({ phase: "announced", starts: 1_000_000 + 72 * 3_600_000 })).toBe("Starts in 3 days");
    expect(at({})).toBe("Round 1 of 3");
    expect(at({ next: 1_010_000 })).toBe("Round 1 of 3 is over, next one in 0:10");
    expect(at({ ends: 1_060_000 }, "arena")).toBe("Ends in 1:00");
    expect(at({ ends: 1 }, "arena")).toContain("last matches");
    expect(at({ phase: "over", ending: "tooFew" })).toContain("too few players");
  });
  it("says what the clock gives", () => {
    expect(clockText({ mode: "fischer", base: 90_000, increment: 2_000 })).toBe("1.5 min + 2 s");
    expect(clockText({ mode: "turn", base: 30_000, increment: 0 })).toBe("30 s per turn");
    expect(clockText({ mode: "days", base: 172_800_000, increment: 0 })).toBe("2 days per turn");
  });
  it("tells the rules that apply", () => {
    expect(rulesOf(page).join(" ")).toContain("Buchholz");
    const strict = { ...page.terms, draws: false, berserk: true, sizes: [2, 4] };
    const text = rulesOf({ format: "arena", terms: strict }).join(" ");
    expect(text).toContain("Berserk");
    expect(text).toContain("cannot agree to a draw");
    expect(text).toContain("Up to 4 play");
  });
  it("says who a player is", () => {
    expect(playerNote({ ...player(1), level: "novice", streak: 3 })).toBe(
      "computer, novice, 3 wins in a row",
    );
    expect(playerNote({ ...player(1), gone: "absent" })).toBe("absent");
  });
});

describe("the form for a new tournament", () => {
  const game = {
    slug: "chinese-checkers",
    players: [2, 3, 4, 6],
    presets: [{ name: "Small", text: "", seats: 2, options: { rings: 2 } }],
    levels: [{ name: "novice", text: "", rating: null }],
  } as unknown as GameCard;

  it("sends what fits the format", () => {
    const form = firstForm(game, "Anna");
    expect(planOf(form, game)).toMatchObject({
      format: "arena",
      minutes: 30,
      rounds: 0,
      berserk: true,
    });
    const cup = planOf({ ...form, format: "knockOut", computers: 2, kind: "Small" }, game);
    expect(cup).toMatchObject({
      draws: false,
      berserk: false,
      minutes: 0,
      computers: ["novice", "novice"],
      options: { rings: 2 },
    });
    expect(planOf({ ...form, format: "roundRobin", most: 100 }, game).most).toBe(24);
  });
  it("has presets that change the whole form", () => {
    const form = firstForm(game, "Anna");
    for (const preset of PRESETS) expect(planOf({ ...form, ...preset.set }, game).seats).toBe(2);
  });
  it("offers tables of up to six", () => {
    expect(seatChoices(game)).toEqual([2, 3, 4, 6]);
  });
});

it("has addresses for the list, the form and one tournament", () => {
  expect(parse("#/tournaments")).toEqual({ page: "tournaments", tournament: "" });
  expect(parse("#/tournaments/new")).toEqual({ page: "tournaments", tournament: "new" });
  expect(hallSocketUrl(false, { tournament: "t 1" }, { href: "http://h/" } as Location)).toBe(
    "ws://h/api/hall/socket?lists=none&tournament=t+1",
  );
});
