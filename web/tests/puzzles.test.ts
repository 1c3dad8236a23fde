import { describe, expect, it } from "vitest";
import { parse } from "$/lib/router.svelte";
import type { PuzzleShelf, RatingCard } from "$/protocol/generated";
import {
  changeText,
  formText,
  movesText,
  taskText,
  titleOf,
  wrongText,
} from "$/ui/puzzles/puzzleWords";

const rating = (points: number, provisional = false): RatingCard => ({
  points,
  error: 100,
  provisional,
  matches: 3,
});

describe("addresses of puzzles", () => {
  it("name the game and which puzzle", () => {
    expect(parse("#/puzzles")).toEqual({ page: "puzzles" });
    const today = { page: "puzzle", game: "jarls", which: "today" };
    expect(parse("#/puzzles/jarls/today")).toEqual(today);
    expect(parse("#/puzzles/jarls").page).toBe("lost");
    expect(parse("#/rules/jarls/today").page).toBe("lost");
  });
});

describe("the words of a puzzle", () => {
  it("say what to do, and how far one has come", () => {
    const others = { decisive: false };
    expect(taskText({ moves: 1, ...others }, 0)).toBe("Win in 1 move.");
    expect(taskText({ moves: 3, ...others }, 0)).toBe("Win in 3 moves.");
    expect(taskText({ moves: 3, ...others }, 2)).toBe("Right! Now win in 1 move.");
    const race = { moves: 3, decisive: true };
    expect(taskText(race, 0)).toBe("Win in 3 moves. Only one move wins.");
    expect(wrongText(race, 0)).toContain("loses");
    expect(wrongText(race, 1)).toContain("not win in time");
    expect(wrongText(others, 0)).toContain("not win in time");
    expect(movesText(2)).toBe("2 moves");
  });

  it("name where a puzzle comes from", () => {
    expect(titleOf("today")).toBe("Puzzle of the day");
    expect(titleOf("own-m-3")).toBe("A win that you missed");
    expect(titleOf("0123456789")).toBe("Puzzle");
  });

  it("say how a try changed the rating, and whether that is kept", () => {
    const change = { before: rating(1000), after: rating(1080) };
    expect(changeText(change, true)).toBe("Your puzzle rating: 1080 (+80).");
    const back = { before: rating(1000), after: rating(950) };
    expect(changeText(back, false)).toBe(
      "Your puzzle rating: 950 (−50). Create an account to keep it.",
    );
    expect(changeText(null, false)).toBe("");
  });

  it("say how somebody does", () => {
    const shelf: PuzzleShelf = {
      game: "jarls",
      title: "Jarls",
      count: 500,
      rating: null,
      tried: 0,
      solved: 0,
    };
    expect(formText(shelf)).toBe("You have not tried any yet.");
    expect(formText({ ...shelf, rating: rating(1100, true), tried: 4, solved: 3 })).toBe(
      "Your rating: 1100?. 3 of 4 solved at the first try.",
    );
  });
});
