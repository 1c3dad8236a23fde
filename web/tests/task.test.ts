import { describe, expect, it } from "vitest";
import { tree, walk, type Move } from "$/board/gestures";
import { firstTask, nextTask, ownName } from "$/match/task";
import type { Button, Scene } from "$/protocol/generated";
import { titled } from "./recorded";

const button = (id: string, amount: number | null = null): Button => ({
  id,
  label: id,
  group: "",
  amount,
  writes: "",
  confirm: "",
});
const cell = (id: string) =>
  ({
    id,
    label: `place ${id}`,
    x: 0,
    y: 0,
    shape: "hex",
    kind: "",
    seat: null,
    badge: "",
    name: id,
  }) as const;
const token = (id: string, label: string) =>
  ({ id, label, cell: "A1", glyph: "", kind: "", seat: 0, badge: "" }) as const;
const scene: Scene = {
  headline: "",
  cells: [cell("A1"), cell("B2"), cell("C3")],
  tokens: [token("w", "Ann's Warrior 3")],
  cards: [
    {
      id: "blast", label: "Blast", zone: "hand", kind: "x", seat: 0, detail: "", cost: null, dimmed: false, chosen: false,
    },
  ], // prettier-ignore
  gauges: [],
  buttons: [button("pass"), button("five", 5)],
  arrows: [],
  notes: [],
  task: "",
  goal: "",
  homes: [],
  targets: [],
};
const first = (...moves: Move[]) => firstTask(scene, tree(moves));

describe("what to do now", () => {
  it("is what the game says", () => {
    expect(firstTask({ ...scene, task: "Pick a card." }, tree([]))).toBe("Pick a card.");
  });

  it("follows from the legal moves where the game says nothing", () => {
    expect(first([["w", "B2"], "1"])).toBe("Choose a marked piece, then a marked place.");
    expect(first([["w", "B2"], "1"], [["pass"], "2"])).toBe(
      "Choose a marked piece, then a marked place, or press a button.",
    );
    expect(first([["B2"], "1"])).toBe("Choose a marked place.");
    expect(first([["blast"], "1"], [["B2"], "2"])).toBe("Choose a marked card or place.");
    expect(first([["pass"], "1"])).toBe("Press a button.");
    expect(first()).toBe("Make your move.");
  });

  it("follows the clicks", () => {
    const next = (path: readonly string[], ...moves: Move[]) =>
      nextTask(scene, path, walk(tree(moves), path), "Ann");
    expect(next(["w"], [["w", "B2"], "1"])).toBe("Choose where your Warrior 3 goes (1 move).");
    expect(next(["w"], [["w", "B2"], "1"], [["w", "pass"], "2"])).toBe(
      "Choose where your Warrior 3 goes, or press a button (2 moves).",
    );
    expect(next(["w"], [["w", "B2", "five"], "1"])).toBe(
      "Choose where your Warrior 3 goes (1 choice).",
    );
    expect(next(["w", "B2"], [["w", "B2", "five"], "1"])).toBe(
      "Your Warrior 3 to B2: choose how many.",
    );
    expect(next(["w"], [["w", "pass"], "1"])).toBe("Your Warrior 3: press a button.");
    expect(next(["w"], [["w", "blast"], "1"])).toBe("Your Warrior 3: choose a card.");
  });

  it("calls the reader's things theirs", () => {
    expect(ownName("red marble of Ann in D2", "Ann")).toBe("your red marble in D2");
    expect(ownName("red marble of Anna in D2", "Ann")).toBe("red marble of Anna in D2");
    expect(ownName("Bo's Jarl", "Ann")).toBe("Bo's Jarl");
    expect(ownName("Shield 2", "")).toBe("Shield 2");
  });

  it.each(titled)("can be said in every position of %s", (_, match) => {
    for (const step of match.steps) {
      const root = tree(step.moves);
      for (const [gesture] of step.moves) {
        for (let clicks = 1; clicks < gesture.length; clicks++) {
          const path = gesture.slice(0, clicks);
          expect(nextTask(match.first, path, walk(root, path), "Ann")).toMatch(/^[A-Z].*\.$/);
        }
      }
    }
  });
});
