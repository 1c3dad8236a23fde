import { describe, expect, it, test } from "vitest";
import { labels, patch } from "$/match/scene";
import { recorded, sorted, titled } from "./recorded";

describe("a scene", () => {
  it.each(titled)("of %s becomes the next one by its change", (_, match) => {
    let scene = match.first;
    for (const step of match.steps) {
      scene = patch(scene, step.change);
      expect(sorted(scene)).toEqual(sorted(step.after));
    }
  });

  it("keeps the very layers that did not change", () => {
    const [match] = recorded;
    const scene = match?.first;
    if (!scene) throw new Error("nothing recorded");
    const after = patch(scene, { headline: "Else" });
    expect(after.headline).toBe("Else");
    expect(after.cells).toBe(scene.cells);
  });

  test.each(titled)("of %s names everything that its moves are made of", (_, match) => {
    let scene = match.first;
    for (const step of match.steps) {
      const named = labels(scene);
      if (step.moves.length > 0 && scene === match.first) {
        for (const [gesture] of step.moves)
          for (const id of gesture) expect(named.has(id)).toBe(true);
      }
      scene = step.after;
    }
  });
});
