import { describe, expect, it } from "vitest";
import { hexagon, lattice, rows, stepFrom, type Direction } from "$/board/geometry";
import { lines, stands } from "$/board/layout";
import { panBox, panTo, zoomBox } from "$/board/zoom";
import { recorded, titled } from "./recorded";

const withBoard = titled.filter(([, match]) => match.first.cells.length > 1);
const at = (id: string, x: number, y: number) => ({ id, x, y });

describe("a board", () => {
  it.each(withBoard)("of %s lies inside its box, and no two cells overlap", (_, match) => {
    const { cells } = match.first;
    const { box, pitch } = lattice(cells);
    for (const cell of cells) {
      expect(cell.x).toBeGreaterThan(box.x);
      expect(cell.x).toBeLessThan(box.x + box.width);
      expect(cell.y).toBeGreaterThan(box.y);
      expect(cell.y).toBeLessThan(box.y + box.height);
    }
    for (const a of cells) {
      for (const b of cells) {
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(pitch - 2);
      }
    }
  });

  it.each(withBoard)("of %s can be walked to its last cell with the arrow keys", (_, match) => {
    const { cells } = match.first;
    const seen = new Set<string>();
    const queue = cells.slice(0, 1);
    const ways: Direction[] = ["left", "right", "up", "down"];
    for (let cell = queue.pop(); cell; cell = queue.pop()) {
      if (seen.has(cell.id)) continue;
      seen.add(cell.id);
      for (const way of ways) {
        const next = stepFrom(cells, cell, way);
        if (next) queue.push(next);
      }
    }
    expect(seen.size).toBe(cells.length);
  });

  it("knows hexes with corners up from hexes with corners aside", () => {
    const pointy = [at("a", 0, 0), at("b", 1000, 0), at("c", 500, 866)];
    const flat = pointy.map(({ id, x, y }) => at(id, y, x));
    expect(lattice(pointy).pointy).toBe(true);
    expect(lattice(flat).pointy).toBe(false);
  });

  it("has a size even with one cell or none", () => {
    expect(lattice([at("a", 5, 5)]).pitch).toBe(1000);
    expect(lattice([]).box.width).toBeGreaterThan(0);
  });

  it("steps in six directions to the six neighbours of a hex", () => {
    const jarls = recorded.find((match) => match.game === "jarls");
    const cells = jarls?.first.cells ?? [];
    const middle = cells.find((cell) => cell.id === "0,0");
    if (!middle) throw new Error("no Throne");
    const ways: Direction[] = ["right", "ne", "nw", "left", "sw", "se"];
    const found = ways.map((way) => stepFrom(cells, middle, way)?.id);
    expect(found).toEqual(["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]);
  });

  it("is read row by row", () => {
    const cells = [at("c", 0, 10), at("b", 5, 0), at("a", 0, 0)];
    expect(rows(cells).map((row) => row.map((cell) => cell.id))).toEqual([["a", "b"], ["c"]]);
  });

  it("draws six corners", () => {
    expect(hexagon(1000, true).split(" ")).toHaveLength(6);
  });
});

describe("tokens and arrows", () => {
  const cell = {
    ...at("a", 0, 0),
    label: "",
    shape: "hex",
    kind: "",
    seat: null,
    badge: "",
    name: "",
  } as const;
  const token = (id: string) =>
    ({ id, label: id, cell: "a", glyph: "x", kind: "", seat: null, badge: "" }) as const;

  it("stand in the middle alone and in a ring together", () => {
    expect(stands({ cells: [cell], tokens: [token("1")] }, 1000)[0]).toMatchObject({
      x: 0,
      scale: 1,
    });
    const two = stands({ cells: [cell], tokens: [token("1"), token("2")] }, 1000);
    expect(new Set(two.map(({ x, y }) => `${x.toFixed(0)},${y.toFixed(0)}`)).size).toBe(2);
  });

  it("leave out what is nowhere", () => {
    expect(stands({ cells: [], tokens: [token("1")] }, 1000)).toEqual([]);
    const where = new Map([["a", { x: 0, y: 0 }]]);
    const arrow = { id: "l", label: "", path: ["a", "gone"], kind: "", seat: null };
    expect(lines([arrow], where, { pitch: 1000 }, false)).toEqual([]);
  });

  it("run straight, or bow from hop to hop", () => {
    const where = new Map([
      ["a", { x: 0, y: 0 }],
      ["b", { x: 1000, y: 0 }],
    ]);
    const arrow = { id: "l", label: "", path: ["a", "b"], kind: "", seat: null };
    expect(lines([arrow], where, { pitch: 1000 }, false)[0]?.d).toBe("M0 0L1000 0");
    expect(lines([arrow], where, { pitch: 1000 }, true)[0]?.d).toContain("Q500 -450");
  });
});

describe("looking closer", () => {
  const full = { x: 0, y: 0, width: 1000, height: 500 };

  it("keeps the point under the fingers where it was", () => {
    const near = zoomBox(full, full, 2, 250, 100);
    expect(near).toEqual({ x: 125, y: 50, width: 500, height: 250 });
    expect((250 - near.x) / near.width).toBeCloseTo(0.25);
  });

  it("never leaves the board", () => {
    const near = zoomBox(full, full, 2, 0, 0);
    expect(panBox(near, full, -999, 9999)).toMatchObject({ x: 0, y: 250 });
    expect(zoomBox(near, full, 0.01, 0, 0)).toEqual(full);
  });

  it("follows the focus", () => {
    const near = { x: 0, y: 0, width: 200, height: 100 };
    expect(panTo(near, full, 900, 400, 50)).toMatchObject({ x: 750, y: 350 });
    expect(panTo(near, full, 100, 50, 20)).toEqual(near);
  });
});
