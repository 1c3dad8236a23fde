import { describe, expect, it } from "vitest";
import { address, recipients, sentTo } from "$/match/letters";
import type { AudienceCard, ChatLine, SeatCard } from "$/protocol/generated";

const seat = (number: number, name: string, kind: SeatCard["kind"] = "person"): SeatCard => ({
  seat: number,
  name,
  kind,
  level: "",
  ready: true,
  here: true,
  left: false,
});
const FOUR = [seat(0, "Ann"), seat(1, "Bob"), seat(2, "Cy"), seat(3, "Dee")];
const audience = (id: string, label: string, seats: readonly number[]): AudienceCard => ({
  id,
  label,
  seats,
});

describe("the recipients of a letter", () => {
  const labels = (audiences: readonly AudienceCard[], seats: readonly SeatCard[]) =>
    recipients(audiences, seats, 0).map(({ label }) => label);

  it("name each person once, and the members of an alliance", () => {
    const audiences = [
      audience("everyone", "Everyone", [0, 1, 2, 3]),
      audience("alliance", "Wolves", [0, 1]),
      audience("player-1", "House of the North", [0, 1]),
    ];
    expect(labels(audiences, FOUR)).toEqual([
      "To everyone",
      "To Wolves (Ann and Bob)",
      "Only to Bob",
      "Only to Cy",
      "Only to Dee",
      "To several players…",
    ]);
  });

  it("are everyone where there is nobody else to choose", () => {
    expect(labels([audience("alliance", "Loner", [0])], FOUR.slice(0, 2))).toEqual(["To everyone"]);
    expect(labels([], [seat(0, "Ann"), seat(1, "Bob"), seat(2, "Rat", "bot")])).toEqual([
      "To everyone",
    ]);
  });

  it("become an audience, one seat or several", () => {
    expect(address("alliance", [])).toEqual({ audience: "alliance", seats: [] });
    expect(address("seat:2", [1])).toEqual({ audience: "seats", seats: [2] });
    expect(address("several", [1, 3])).toEqual({ audience: "seats", seats: [1, 3] });
  });
});

describe("a letter", () => {
  const line = (more: Partial<ChatLine>): ChatLine => ({
    number: 1,
    seat: 0,
    name: "Ann",
    audience: "everyone",
    text: "Hi",
    turn: 1,
    at: 1,
    label: "",
    seats: [0, 1, 2, 3],
    ...more,
  });

  it("says who can read it", () => {
    expect(sentTo(line({}), FOUR)).toBe("");
    expect(sentTo(line({ seat: null, audience: "spectators", seats: [] }), FOUR)).toBe(
      "to spectators",
    );
    expect(sentTo(line({ audience: "alliance", label: "Wolves", seats: [0, 1] }), FOUR)).toBe(
      "to Wolves (Ann and Bob)",
    );
    expect(sentTo(line({ audience: "seats", seats: [1, 2, 3] }), FOUR)).toBe(
      "only to Bob, Cy and Dee",
    );
  });
});
