import { describe, expect, it } from "vitest";
import { click, prunePath, tree, walk, type Move } from "$/board/gestures";
import { titled } from "./recorded";

const moves: readonly Move[] = [
  [["a", "x"], "a-x"],
  [["a", "y", "1"], "a-y 1"],
  [["a", "y", "2"], "a-y 2"],
  [["b", "x"], "b-x"],
  [["pass"], "pass"],
];
const root = tree(moves);

describe("the tree of clicks", () => {
  it.each(titled)("leads to every legal move of %s and to no other", (_, match) => {
    for (const step of match.steps) {
      const grown = tree(step.moves);
      for (const [gesture, text] of step.moves) {
        let path: readonly string[] = [];
        for (const id of gesture.slice(0, -1)) {
          const next = click(grown, path, [id]);
          expect(next.kind).toBe("on");
          if (next.kind === "on") path = next.path;
        }
        expect(click(grown, path, gesture.slice(-1))).toEqual({
          kind: "play",
          path: gesture,
          text,
        });
      }
      expect(grown.count).toBe(step.moves.length);
    }
  });

  it("plays at once what one click says", () => {
    expect(click(root, [], ["pass"])).toEqual({ kind: "play", path: ["pass"], text: "pass" });
  });

  it("takes the topmost thing that leads on", () => {
    expect(click(root, ["a"], ["b", "y"])).toEqual({ kind: "on", path: ["a", "y"] });
  });

  it("begins anew with another beginning", () => {
    expect(click(root, ["a"], ["b"])).toEqual({ kind: "on", path: ["b"] });
  });

  it("lets go of what is clicked again", () => {
    expect(click(root, ["a"], ["a"])).toEqual({ kind: "off" });
  });

  it("takes the next thing on the same spot", () => {
    expect(click(root, ["a"], ["a", "b"])).toEqual({ kind: "on", path: ["b"] });
    expect(click(root, ["b"], ["a", "b"])).toEqual({ kind: "off" });
  });

  it("asks about everything else", () => {
    expect(click(root, ["a"], ["z", "cell"])).toEqual({ kind: "no", path: ["a", "z"] });
  });

  it("counts the ways on", () => {
    expect(walk(root, ["a"])?.count).toBe(3);
    expect(walk(root, ["nowhere"])).toBeUndefined();
  });

  it("drops a path that new moves no longer know", () => {
    expect(prunePath(root, ["a", "y"])).toEqual(["a", "y"]);
    expect(prunePath(root, ["c"])).toEqual([]);
  });
});
