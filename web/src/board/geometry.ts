/** Sizes and neighbours of cells, computed from their coordinates alone. */
import type { Cell } from "$/protocol/generated";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Lattice {
  /** Distance between the middles of neighbouring cells. */
  readonly pitch: number;
  /** Hexagons have corners at the top and bottom, not at the sides. */
  readonly pointy: boolean;
  /** Around the middles of the cells. */
  readonly hull: Box;
  /** The hull and the margin around it: what is shown. */
  readonly box: Box;
}

export type Place = Pick<Cell, "id" | "x" | "y">;

const ALONE = 1000;
const SQRT3 = Math.sqrt(3);
/** Cells of one row may differ by this much: coordinates are rounded after a turn. */
const LEVEL = 5;

/** Pitch, orientation and boxes of a board of any shape. */
export function lattice(cells: readonly Place[], margin = 0.72): Lattice {
  const pitch = smallestDistance(cells);
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const edge = pitch * margin;
  const [left, top] = [Math.min(...xs, 0 + (xs[0] ?? 0)), Math.min(...ys, 0 + (ys[0] ?? 0))];
  const [right, bottom] = [Math.max(...xs, left), Math.max(...ys, top)];
  const hull = { x: left, y: top, width: right - left, height: bottom - top };
  return {
    pitch,
    pointy: hasSideNeighbours(cells, pitch),
    hull,
    box: {
      x: hull.x - edge,
      y: hull.y - edge,
      width: hull.width + 2 * edge,
      height: hull.height + 2 * edge,
    },
  };
}

/** Cells are sorted by row so that only close ones are compared: large boards stay fast. */
function smallestDistance(cells: readonly Place[]): number {
  const sorted = [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
  let best = Infinity;
  sorted.forEach((a, index) => {
    for (let other = index + 1; other < sorted.length; other++) {
      const b = sorted[other];
      if (!b || b.y - a.y >= best) break;
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      if (distance > 0) best = Math.min(best, distance);
    }
  });
  return Number.isFinite(best) ? best : ALONE;
}

function hasSideNeighbours(cells: readonly Place[], pitch: number): boolean {
  return rows(cells).some((row) =>
    row.some(({ x }, index) => index > 0 && x - (row[index - 1]?.x ?? x) < pitch * 1.1),
  );
}

/** The outline of a hexagon around the origin, `fill` of the way to its neighbours. */
export function hexagon(pitch: number, pointy: boolean, fill = 0.96): string {
  const radius = (pitch / SQRT3) * fill;
  const turn = pointy ? 30 : 0;
  const corners = [0, 1, 2, 3, 4, 5].map((side) => {
    const angle = ((side * 60 + turn) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return corners.join(" ");
}

/** Rows from top to bottom, each from left to right: the order for reading and for the keyboard. */
export function rows<P extends Place>(cells: readonly P[]): P[][] {
  const found: P[][] = [];
  let top = -Infinity;
  for (const cell of [...cells].sort((a, b) => a.y - b.y)) {
    if (cell.y - top > LEVEL) {
      found.push([]);
      top = cell.y;
    }
    found.at(-1)?.push(cell);
  }
  return found.map((row) => row.sort((a, b) => a.x - b.x));
}

export type Direction = "left" | "right" | "up" | "down" | "nw" | "ne" | "sw" | "se";

/** The keys that lead from cell to cell: arrows, and letters around the middle of the keyboard. */
export const DIRECTION_KEYS: Partial<Record<string, Direction>> = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
  a: "left", d: "right", w: "nw", e: "ne", z: "sw", x: "se",
}; // prettier-ignore

const TURNS: Record<Direction, number> = {
  right: 0,
  se: 60,
  down: 90,
  sw: 120,
  left: 180,
  nw: 240,
  up: 270,
  ne: 300,
};

/** The nearest cell in that direction. */
export function stepFrom<P extends Place>(
  cells: readonly P[],
  from: Place,
  direction: Direction,
): P | undefined {
  const angle = (TURNS[direction] * Math.PI) / 180;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  let best: P | undefined;
  let least = Infinity;
  for (const cell of cells) {
    const [dx, dy] = [cell.x - from.x, cell.y - from.y];
    const along = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (along <= 1 || aside > along * 1.01) continue;
    const cost = along + 2 * aside;
    if (cost < least) [least, best] = [cost, cell];
  }
  return best;
}
