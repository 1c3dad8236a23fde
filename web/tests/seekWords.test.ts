import { describe, expect, it } from "vitest";
import { parse } from "$/lib/router.svelte";
import { hallSocketUrl } from "$/net/sockets";
import type { GameCard, MatchCard, RatingCard, SeekCard } from "$/protocol/generated";
import { chosenTables, strengthOf, tableText } from "$/ui/meeting/openTables";
import { kindsOf, pacesOf } from "$/ui/meeting/paces";
import {
  estimateText,
  foundText,
  rangeText,
  searchersText,
  stopwatch,
} from "$/ui/meeting/seekWords";

const seek = (more: Partial<SeekCard>) =>
  ({ title: "Jarls", searching: 1, others: 0, lowest: 900, highest: 1100, ...more }) as SeekCard;
const rating = (points: number): RatingCard => ({
  points,
  error: 50,
  provisional: false,
  matches: 9,
});
const table = (match: string, more: Partial<MatchCard> = {}) =>
  ({
    match,
    game: "jarls",
    players: ["Ann", ""],
    held: [0],
    ratings: [],
    options: {},
    clock: null,
    created: 1,
    waiting: true,
    rated: false,
    ...more,
  }) as MatchCard;

describe("a search", () => {
  it("shows its time as a stopwatch does", () => {
    expect([0, 7_400, 61_000, -5, 3_600_000].map(stopwatch)).toEqual([
      "0:00",
      "0:07",
      "1:01",
      "0:00",
      "60:00",
    ]);
  });

  it("says who else searches", () => {
    expect(searchersText(seek({}))).toBe("Nobody else looks for this match yet.");
    expect(searchersText(seek({ searching: 2, others: 3 }))).toBe(
      "1 other person looks for this match; 3 for Jarls in another way.",
    );
    expect(searchersText(seek({ searching: 4 }))).toBe("3 others look for this match.");
  });

  it("says how long it took lately, and whom one meets", () => {
    expect(estimateText(null)).toContain("Too few");
    expect(estimateText(20_000)).toContain("less than a minute");
    expect([estimateText(70_000), estimateText(200_000)]).toEqual([
      "Lately it took about 1 minute.",
      "Lately it took about 3 minutes.",
    ]);
    expect(rangeText(seek({}))).toContain("900 to 1100");
    expect(rangeText(seek({ lowest: null, highest: null }))).toBe("Players of any rating.");
  });

  it("names who has been found", () => {
    const opponents = ["Ann", "Bob", "Cid"].map((name, at) => ({
      name,
      points: 1000 + at,
      provisional: at === 2,
    }));
    const found = { match: "m", opponents, left: 9, agreed: false, begun: false };
    expect(foundText(seek({ found }))).toBe("Ann (1000), Bob (1001) and Cid (1002?)");
    expect(foundText(seek({ found: { ...found, opponents: opponents.slice(0, 1) } }))).toBe(
      "Ann (1000)",
    );
  });
});

describe("open tables", () => {
  it("are chosen by game and by the players' average rating", () => {
    const strong = table("strong", { ratings: [rating(1400)], held: [0] });
    const weak = table("weak", { ratings: [rating(900)], waiting: false, created: 5 });
    const other = table("other", { game: "clash", created: 3 });
    const all = [weak, strong, other];
    const names = (...wanted: [string, "any" | "low" | "middle" | "high"]) =>
      chosenTables(all, ...wanted).map((one) => one.match);
    expect(names("", "any")).toEqual(["other", "strong", "weak"]);
    expect(names("jarls", "any")).toEqual(["strong", "weak"]);
    expect([names("", "low"), names("", "middle"), names("", "high")]).toEqual([
      ["weak"],
      ["other"],
      ["strong"],
    ]);
    expect(strengthOf(table("two", { held: [0, 1], ratings: [rating(1200), null] }))).toBe(1100);
  });

  it("say what kind of match waits, and its clock", () => {
    const game = {
      presets: [{ name: "Duel", text: "", seats: 2, options: { size: 3 } }],
      options: [{ name: "size", default: 3, form: { is_clock: false, seats: [], needs: null } }],
    } as unknown as GameCard;
    const clock = { mode: "turn", base: 30_000 } as const;
    expect(tableText(table("m", { options: { size: 3 }, clock, rated: true }), game)).toBe(
      "Duel · 30 seconds per turn · rated · 1 of 2 seats free",
    );
    expect(tableText(table("m", { options: { size: 4 } }), game)).toContain("own options · casual");
    expect(tableText(table("m"), undefined)).toBe("casual · 1 of 2 seats free");
  });
});

describe("what can be searched for", () => {
  it("is the presets of a game, or any number of its players", () => {
    const presets = [{ name: "Duel", text: "", seats: 2, options: { size: 3 } }];
    const timed = { presets, players: [2], timed: true } as unknown as GameCard;
    expect(kindsOf(timed)).toEqual([{ name: "Duel, 2 players", seats: 2, options: { size: 3 } }]);
    expect(pacesOf(timed).map(({ id }) => id)).toContain("rules");
    const plain = { presets: [], players: [1, 2, 3], timed: false } as unknown as GameCard;
    expect(kindsOf(plain).map(({ seats }) => seats)).toEqual([2, 3]);
    expect(pacesOf(plain).map(({ clock }) => clock.mode)).toEqual([
      "fischer",
      "fischer",
      "turn",
      "days",
    ]);
  });

  it("has addresses", () => {
    expect(parse("#/lobby/jarls")).toEqual({ page: "lobby", game: "jarls" });
    expect(parse("#/lobby")).toEqual({ page: "lobby", game: "" });
    expect(parse("#/watch")).toEqual({ page: "watch" });
    const here = new URL("https://hall.example/") as unknown as Location;
    expect(hallSocketUrl(true, { chat: "yes" }, here)).toMatch(/socket\?chat=yes$/);
    expect(hallSocketUrl(false, { watch: "yes" }, here)).toMatch(/socket\?lists=none&watch=yes$/);
    expect(hallSocketUrl(false, {}, here)).toMatch(/socket\?lists=none$/);
  });
});
