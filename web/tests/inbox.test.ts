import { describe, expect, it } from "vitest";
import { merged } from "$/ui/inbox/inboxOrder";
import { headline, lastText, newsText, timeText } from "$/ui/inbox/inboxWords";
import { whyNotRated } from "$/ui/ratings/rateable";
import { curveOf, inWords } from "$/ui/ratings/ratingWords";
import type { InboxCard } from "$/protocol/generated";

function card(match: string, more: Partial<InboxCard> = {}): InboxCard {
  return {
    match,
    game: "jarls",
    title: "Jarls",
    phase: "playing",
    code: "ABCDEF",
    rated: false,
    players: ["Ann", "Bob"],
    mine: [0],
    urgency: "waiting",
    due: null,
    at: 1,
    moves: 0,
    messages: 0,
    wants: "",
    last: "",
    order: `3:-1:${match}`,
    ...more,
  };
}

describe("the inbox", () => {
  it("puts changes in their places and drops what is gone", () => {
    const before = [card("a", { order: "0:90:a" }), card("b"), card("c", { order: "3:-9:c" })];
    const soon = card("b", { order: "0:100:b" });
    const after = merged(before, [soon, card("d", { order: "1:-5:d" })], ["c"]);
    expect(after.map((one) => one.match)).toEqual(["a", "b", "d"]);
    const found = merged(after, [card("e", { order: "0:9:e" })], []);
    expect(found[0]?.match).toBe("e");
  });

  it("says what waits, in words", () => {
    const turn = card("a", { urgency: "turn", due: 65_000, moves: 2, messages: 1, wants: "draw" });
    expect(headline(turn)).toBe("Your turn");
    expect(timeText(turn, 5_000)).toBe("1:00 left");
    expect(newsText(turn)).toBe(
      "You are offered a draw · 2 moves since you looked · 1 new message",
    );
    expect(headline(card("a", { wants: "undo" }))).toBe("You are asked to allow an undo");
    expect(headline(card("a", { phase: "finished" }))).toBe("The match is over");
    expect(headline(card("a", { phase: "open" }))).toBe("Waiting for players");
    expect(headline(card("a"))).toBe("Others are to move");
    expect(timeText(card("a"), 0)).toBe("");
    expect(lastText(card("a", { last: "Seat 2 moves a1-a2." }))).toBe("Bob moves a1-a2.");
  });
});

describe("ratings", () => {
  it("say why a match cannot be rated", () => {
    const seats = [{ kind: "mine" as const }, { kind: "open" as const }];
    expect(whyNotRated({ seats, clock: "fischer", usual: true })).toBe("");
    expect(whyNotRated({ seats, clock: "none", usual: true })).toContain("clock");
    expect(whyNotRated({ seats, clock: "days", usual: false })).toContain("options");
    const shared = [{ kind: "mine" as const }, { kind: "mine" as const }];
    expect(whyNotRated({ seats: shared, clock: "days", usual: true })).toContain("one seat");
    const bots = [{ kind: "bot" as const }];
    expect(whyNotRated({ seats: bots, clock: "days", usual: true })).toContain("computers");
  });

  it("are words and a curve from old to new", () => {
    const rating = { points: 1010, error: 90, provisional: true, matches: 3 };
    expect(inWords(rating)).toBe("rating 1010, give or take 90, provisional");
    const curve = curveOf(
      [
        { at: 2, match: "b", points: 1100, error: 100 },
        { at: 1, match: "a", points: 1000, error: 200 },
      ],
      100,
      80,
    );
    expect(curve).toMatchObject({ low: 800, high: 1200, line: "M0,40L100,20" });
    expect(curve.band.startsWith("M0,0")).toBe(true);
  });
});
