import { describe, expect, it } from "vitest";
import { amountsAfter } from "$/board/amounts";
import { tree } from "$/board/gestures";
import { withNames, sceneWithNames } from "$/match/names";
import type { Button } from "$/protocol/generated";
import { recorded } from "./recorded";

describe("amounts", () => {
  const button = (id: string, amount: number | null): Button => ({
    id,
    label: id,
    group: "",
    amount,
    writes: "",
    confirm: "",
  });
  const buttons = [button("t-60", 60), button("t-7", 7), button("t-9", 9), button("stay", null)];
  const root = tree([
    [["knight", "hex", "t-60"], "march 5 60"],
    [["knight", "hex", "t-7"], "march 5 7"],
    [["knight", "stay"], "stay"],
  ]);

  it("are offered where they come next, the smallest first", () => {
    const found = amountsAfter(root, ["knight", "hex"], buttons);
    expect(found?.marks.map((mark) => mark.amount)).toEqual([7, 60]);
    expect(found?.most).toBe(60);
  });

  it("write any other number in the same place", () => {
    expect(amountsAfter(root, ["knight", "hex"], buttons)?.text(33)).toBe("march 5 33");
  });

  it("are none where something else comes next", () => {
    expect(amountsAfter(root, [], buttons)).toBeNull();
    expect(amountsAfter(root, ["knight"], buttons)).toBeNull();
    expect(amountsAfter(root, ["nobody"], buttons)).toBeNull();
  });
});

describe("names", () => {
  it("stand for seats that have one", () => {
    expect(withNames("Seat 2 hits seat 1, not seat 12.", ["Ann", ""])).toBe(
      "Seat 2 hits Ann, not seat 12.",
    );
  });

  it.each(recorded)("leave what needs none as it is in $game for $seats", ({ first }) => {
    const shown = sceneWithNames(first, ["Ann", "Bob", "Cy", "Di", "Ed", "Fi"]);
    expect(JSON.stringify(shown)).not.toMatch(/\bseat [1-6]\b/i);
    expect(sceneWithNames(first, [])).toEqual(first);
    for (const [index, cell] of first.cells.entries())
      if (!cell.label.includes("seat")) expect(shown.cells[index]).toBe(cell);
  });
});
