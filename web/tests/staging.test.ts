import { describe, expect, it } from "vitest";
import { arriving, settled, staging } from "$/match/staging";
import type { Scene } from "$/protocol/generated";
import { recorded } from "./recorded";

const knight = { id: "k", label: "k", cell: "a", glyph: "k", kind: "", seat: 0, badge: "" };
const cell = {
  id: "a",
  label: "a",
  x: 0,
  y: 0,
  shape: "hex",
  kind: "",
  seat: null,
  badge: "",
} as const;
const empty: Scene = {
  headline: "",
  cells: [cell, { ...cell, id: "b" }],
  tokens: [],
  cards: [],
  gauges: [],
  buttons: [],
  arrows: [],
  notes: [],
};

describe("a staged position", () => {
  it("has what is about to come in, and nothing else that is new", () => {
    const put = [knight, { ...knight, id: "other" }];
    const motions = [{ kind: "appear", target: "k", path: ["a"], text: "", beat: 0 }] as const;
    const staged = staging(empty, { motions, scene: { headline: "Later", tokens: { put } } });
    expect(staged).toEqual({ ...empty, tokens: [knight] });
    expect(arriving(empty, staged)).toEqual(new Set(["k"]));
  });

  it("changes cell by cell and keeps the rest", () => {
    const taken = { ...cell, seat: 1, badge: "12" };
    const after = settled(empty, [taken]);
    expect(after.cells).toEqual([taken, { ...cell, id: "b" }]);
    expect(after.tokens).toBe(empty.tokens);
  });

  it("stays as it is where nothing changes", () => {
    for (const { first } of recorded) expect(staging(first, { motions: [] })).toBe(first);
  });
});
