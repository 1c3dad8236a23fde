import { describe, expect, it } from "vitest";
import { inWords, playedByClock, spoken, timeLeft, untilChange } from "$/match/clock";
import { ServerTime } from "$/match/serverTime";
import type { ClockView, Entry, StepMessage } from "$/protocol/generated";

const clock: ClockView = {
  mode: "turn",
  left: [10_000, 10_000],
  running: [0, 1],
  ends: [20_000, 25_000],
  deadline: 20_000,
  paused: false,
  covered: [],
  vacations: [],
};

describe("a clock", () => {
  it("does not count before everybody has seen what happened", () => {
    expect([5_000, 10_000, 10_001].map((now) => timeLeft(clock, 0, now))).toEqual([
      10_000, 10_000, 9_999,
    ]);
  });

  it("has an end of its own for each seat", () => {
    expect([0, 1].map((seat) => timeLeft(clock, seat, 18_000))).toEqual([2_000, 7_000]);
  });

  it.each([9_999, 9_950, 100, 12_345, 10_000, 65_432])("with %i left is not behind", (left) => {
    const wait = untilChange(left);
    expect(spoken(left - wait + 1)).toBe(spoken(left));
    expect(spoken(left - wait)).not.toBe(spoken(left));
  });

  it.each([
    [1_000, "1 second"],
    [12_000, "12 seconds"],
    [90_000, "90 seconds"],
    [120_000, "2 minutes"],
    [3_600_000, "1 hour"],
    [172_800_000, "2 days"],
    [1_400, "1 second"],
  ])("of %i milliseconds is %s in words", (time, words) => {
    expect(inWords(time)).toBe(words);
  });
});

describe("what a clock played", () => {
  const entry = (seat: number, cause: Entry["cause"], ...told: string[]): Entry => ({
    ply: 1,
    seat,
    text: "",
    told,
    cause,
  });
  const step = (...entries: Entry[]) => ({ kind: "step", entries }) as unknown as StepMessage;

  it("is told to whom it was played for", () => {
    const both = step(entry(0, "played", "A"), entry(1, "clock", "Seat 2 picks.", "More."));
    expect(playedByClock(both, 1)).toBe("Seat 2 picks.");
    expect(playedByClock(both, 0)).toBeNull();
    expect(playedByClock(step(entry(0, "clock")), 0)).toBe("");
  });
});

describe("the server's time", () => {
  it("is at least what the fastest message says", () => {
    const time = new ServerTime();
    time.heard(5_000, 1_000);
    time.heard(5_100, 1_090);
    time.heard(5_200, 1_500);
    expect(time.at(2_000)).toBe(6_010);
  });

  /** The server's answer to a question, as the connection reports it. */
  const answer = (time: ServerTime, now: number, sent: number, received: number) => {
    time.heard(now, received);
    time.answered(now, sent);
  };

  it("is known best from the quickest answer, however slow later ones are", () => {
    const time = new ServerTime();
    time.heard(5_000, 1_000);
    answer(time, 5_050, 1_000, 1_020);
    answer(time, 5_900, 1_000, 2_000);
    expect(time.at(2_000)).toBe(6_040);
    expect(time.error).toBe(10);
  });

  it("is known well from two slow answers, if each was slow on one way only", () => {
    const time = new ServerTime();
    answer(time, 5_300, 1_000, 1_301);
    expect(time.error).toBeGreaterThan(100);
    answer(time, 6_001, 2_000, 2_300);
    expect(time.at(3_000)).toBe(7_000);
    expect(time.error).toBe(1);
  });

  it("may be far off before the first answer", () => {
    const time = new ServerTime();
    time.heard(5_000, 1_000);
    expect(time.error).toBe(Infinity);
  });

  it("follows a clock that runs at another speed", () => {
    const time = new ServerTime();
    answer(time, 5_000, 1_000, 1_000);
    for (let beat = 1; beat <= 8; beat++) answer(time, 7_000, 2_000, 2_010);
    expect(time.at(2_000)).toBe(6_995);
  });

  it("is learned again with a new connection", () => {
    const time = new ServerTime();
    answer(time, 5_000, 1_000, 1_000);
    time.reset();
    time.heard(100, 1_000);
    expect(time.at(2_000)).toBe(1_100);
  });
});
