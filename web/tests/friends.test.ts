import { describe, expect, it } from "vitest";
import { parse } from "$/lib/router.svelte";
import type { ChallengeCard, GameCard } from "$/protocol/generated";
import { challengeText, clockText, expiryText, termsText } from "$/ui/friends/terms";
import { actText } from "$/ui/moderation/moderation";

const HOUR = 3_600_000;
const GAME = {
  options: [
    {
      name: "board",
      default: "small",
      choices: ["small", "large"],
      form: { label: "Board", words: ["small", "large"], unit: "", unset: "", is_clock: false },
    },
  ],
} as unknown as GameCard;
const TERMS: ChallengeCard["terms"] = {
  game: "x",
  title: "X",
  seats: 3,
  bots: ["easy"],
  options: { board: "large" },
  clock: { mode: "turn", base: 30_000 },
  rated: true,
};
const CARD = { challenger: "Ann", to: "Bob", mine: false, terms: TERMS } as ChallengeCard;

describe("a challenge in words", () => {
  it("says what differs from the usual match", () => {
    expect(termsText(TERMS, GAME)).toBe(
      "3 players · with 1 computer · 30 seconds per turn · rated · Board: large",
    );
    expect(termsText({ ...TERMS, options: { board: "small" }, bots: [] }, undefined)).toBe(
      "3 players · 30 seconds per turn · rated",
    );
  });
  it("knows every clock", () => {
    expect(clockText({ mode: "none" })).toBe("no clock");
    expect(clockText({ mode: "rules" })).toBe("standard clock");
    expect(clockText({ mode: "days", base: 24 * HOUR })).toBe("1 day per turn");
    expect(clockText({ mode: "fischer", base: 600_000, increment: 5000 })).toBe(
      "10 minutes per player, plus 5 seconds per turn",
    );
  });
  it("says who challenges whom, and for how long", () => {
    expect(challengeText(CARD)).toBe("Ann challenges you");
    expect(challengeText({ ...CARD, mine: true })).toBe("You challenge Bob");
    expect(challengeText({ ...CARD, mine: true, to: "" })).toBe(
      "You challenge anyone with the link",
    );
    expect(expiryText(24 * HOUR - 60_000, 0)).toBe("Open for 24 hours.");
    expect(expiryText(72 * HOUR, 0)).toBe("Open for 3 days.");
    expect(expiryText(60_000, 0)).toBe("Open for 1 minute.");
    expect(expiryText(0, 0)).toBe("Its time is up.");
  });
});

it("reads the addresses of pages about people", () => {
  expect(parse("#/friends")).toEqual({ page: "friends" });
  expect(parse("#/challenge")).toEqual({ page: "challenge", name: "" });
  expect(parse("#/challenge/Ann%20B")).toEqual({ page: "challenge", name: "Ann B" });
  expect(parse("#/answer/x")).toEqual({ page: "answer", challenge: "x" });
  expect(parse("#/recover")).toEqual({ page: "recover", key: "" });
  expect(parse("#/recover/k")).toEqual({ page: "recover", key: "k" });
  expect(parse("#/play/jarls")).toEqual({ page: "setup", game: "jarls" });
  expect(parse("#/constructor/x")).toEqual({ page: "lost", path: "#/constructor/x" });
});

it("tells acts of moderators as sentences", () => {
  const act = { at: 0, moderator: "Ann", name: "Bob", match: "", until: 0, reason: "spam" };
  expect(actText({ ...act, kind: "unban" })).toBe("Ann ended the ban of Bob: spam");
  expect(actText({ ...act, kind: "close", name: "", reason: "" })).toBe("Ann closed a table");
});
