import { describe, expect, it } from "vitest";
import {
  area,
  certainty,
  dashes,
  markedPlies,
  path,
  percent,
  plyAt,
  standing,
  verdict,
  withBetter,
  xOf,
  yOf,
  type Frame,
} from "$/match/chances";
import type { Moment, Scene } from "$/protocol/generated";
import { recorded } from "./recorded";

const frame: Frame = { width: 400, height: 200, edge: { left: 40, right: 10, y: 10 }, last: 7 };
const moment: Moment = {
  ply: 3,
  seat: 1,
  played: "take 1",
  chances: [400, 600],
  loss: 250,
  better: "take 3",
  gesture: ["stone"],
  line: ["take 3", "take 2"],
  phrases: {
    played: "one stone",
    better: "three stones",
    line: ["three stones", "two from seat 1"],
  },
  forced: null,
  forced_after: null,
  sees_all: true,
  told: "After “one stone”, Bob's chances fall from 60 % to 35 %; “three stones” was better.",
};

describe("a plot of chances", () => {
  it("puts nothing at the bottom, everything at the top, the match from left to right", () => {
    expect([yOf(frame, 0), yOf(frame, 1000)]).toEqual([190, 10]);
    expect([xOf(frame, 0), xOf(frame, 7)]).toEqual([40, 390]);
  });

  it("finds the position that was clicked, also beside the curves", () => {
    for (let ply = 0; ply <= frame.last; ply++) expect(plyAt(frame, xOf(frame, ply))).toBe(ply);
    expect([plyAt(frame, 0), plyAt(frame, 999)]).toEqual([0, 7]);
  });

  it("draws a curve through every position", () => {
    expect(path(frame, [0, 1000])).toBe("M40.0 190.0L90.0 10.0");
    expect(path(frame, [])).toBe("");
  });

  it("fills what is below the curve", () => {
    const short = { ...frame, last: 1 };
    expect(area(short, [0, 1000])).toBe("M40.0 190.0L390.0 10.0L390.0 190.0L40.0 190.0Z");
    expect(area(short, [])).toBe("");
  });

  it("can stand a match without moves", () => {
    const empty = { ...frame, last: 0 };
    expect([xOf(empty, 0), plyAt(empty, 200)]).toEqual([40, 0]);
  });

  it("tells seats apart by dashes, and by marks that stand in different places", () => {
    const seats = [0, 1, 2, 3, 4, 5];
    expect(new Set(seats.map(dashes)).size).toBe(6);
    const long = { ...frame, last: 60 };
    const marks = seats.flatMap((seat) => markedPlies(long, seat, 6));
    expect(new Set(marks).size).toBe(marks.length);
    expect(Math.min(...marks)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...marks)).toBeLessThanOrEqual(60);
  });
});

describe("chances in words", () => {
  it("are percentages by name", () => {
    const analysis = { moments: [moment], curves: [[412], [588]], turning: [] };
    expect(standing(analysis, ["Ann", "Bob"], 0)).toBe("Ann 41 %, Bob 59 %");
    expect(percent(1000)).toBe("100 %");
  });

  it("say what a move cost, what was better, and how play might have gone on", () => {
    const players = ["Ann", "Bob"];
    expect(verdict(moment, players, false)).toBe(`${moment.told} Then perhaps: two from Ann.`);
    expect(verdict(moment, players, true)).toBe(`${moment.told} Then perhaps: take 2.`);
    expect(verdict({ ...moment, line: ["take 3"] }, players, true)).toBe(moment.told);
    expect(verdict({ ...moment, told: "" }, players, false)).toBe("");
  });

  it("say who wins by force", () => {
    const proved = { ...moment, forced: { winner: 0, moves: 3 } };
    expect(certainty(proved, ["Ann", "Bob"])).toBe("Ann wins by force in 3 moves.");
    const sudden = { ...moment, forced: { winner: 1, moves: 1 } };
    expect(certainty(sudden, ["Ann", "Bob"])).toBe("Bob wins by force in 1 move.");
    expect(certainty(moment, ["Ann", "Bob"])).toBe("");
    expect(certainty(undefined, ["Ann", "Bob"])).toBe("");
  });
});

describe("the better move on the board", () => {
  it("is an arrow from cell to cell, in place of the last move's", () => {
    const jarls = recorded.filter(({ game }) => game === "jarls");
    expect(jarls).not.toEqual([]);
    for (const { first, steps } of jarls) {
      const [gesture = []] = steps[0]?.moves[0] ?? [];
      const scene: Scene = { ...first, arrows: [{ ...arrow, id: "last" }, arrow] };
      const shown = withBetter(scene, { ...moment, gesture }, []);
      const cells = new Set(scene.cells.map((cell) => cell.id));
      expect(shown.arrows.map(({ id }) => id)).toEqual(["other", "better"]);
      expect(shown.arrows.at(-1)?.path.every((id) => cells.has(id))).toBe(true);
    }
  });

  it("leaves a scene alone where there is no way to show", () => {
    for (const { first } of recorded)
      expect(withBetter(first, { ...moment, gesture: ["nowhere", "button"] }, [])).toBe(first);
  });
});

const arrow = { id: "other", label: "", path: [], kind: "", seat: null };
