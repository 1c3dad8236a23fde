import { describe, expect, it } from "vitest";
import { rows } from "$/board/geometry";
import { isFlat, sides, turnFor, turnScene, turnStep } from "$/board/turning";
import { recorded } from "./recorded";

describe("a turned board", () => {
  const seated = recorded.flatMap(({ game, first }) =>
    first.homes.length > 0 && first.cells.length > 0 ? [{ game, first }] : [],
  );

  it.each(seated)("of $game has each seat's own side nearest", ({ first }) => {
    const highest = (scene: typeof first) => Math.max(...scene.cells.map((cell) => cell.y));
    for (const seat of first.homes.keys()) {
      const turned = turnScene(first, turnFor(first, seat));
      const own = turned.homes[seat]?.[1] ?? 0;
      const others = turned.homes.map(([, y]) => y);
      expect(own).toBeGreaterThanOrEqual(Math.max(...others) - 5);
      expect(own).toBeLessThanOrEqual(highest(turned) + 5);
    }
  });

  it.each(seated)("of $game keeps its grid", ({ first }) => {
    const turned = turnScene(first, 3 * turnStep(first));
    expect(turned.cells.map(({ id }) => id)).toEqual(first.cells.map(({ id }) => id));
    expect(rows(turned.cells).flat()).toHaveLength(first.cells.length);
  });

  it("is the same scene without a turn, and the same cells for the same turn", () => {
    const [one] = seated;
    if (!one) throw new Error("nothing recorded");
    expect(turnScene(one.first, 0)).toBe(one.first);
    const [a, b] = [turnScene(one.first, 60), turnScene(one.first, 60)];
    expect(a.cells[0]).toBe(b.cells[0]);
  });

  it("is not turned for a spectator", () => {
    for (const { first } of seated) expect(turnFor(first, null)).toBe(0);
  });
});

describe("the sides of a table", () => {
  it("are above and below, from left to right", () => {
    const homes = [[0, 9], [-9, 5], [-9, -5], [0, -9], [9, -5], [9, 5]] as const; // prettier-ignore
    expect(sides({ homes }, 6, 0)).toEqual({ above: [2, 3, 4], below: [1, 0, 5] });
  });

  it("are the others above where nobody has a home", () => {
    expect(sides({ homes: [] }, 3, 1)).toEqual({ above: [0, 2], below: [1] });
    expect(sides({ homes: [] }, 2, null)).toEqual({ above: [0], below: [1] });
  });
});

describe("a board", () => {
  it("is flat where there is more room below it, or no board", () => {
    expect(isFlat([])).toBe(true);
    const cell = { label: "", shape: "square", kind: "", seat: null, badge: "", name: "" } as const;
    const line = [0, 1, 2, 3].map((x) => ({ ...cell, id: String(x), x: x * 1000, y: 0 }));
    expect(isFlat(line)).toBe(true);
    expect(isFlat([...line, { ...cell, id: "low", x: 0, y: 3000 }])).toBe(false);
  });
});
