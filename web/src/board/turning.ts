/** Turns a board so that a seat's own side is nearest, and says who sits above and below it. */
import { lattice } from "$/board/geometry";
import type { Cell, Scene } from "$/protocol/generated";

type Seated = Pick<Scene, "cells" | "homes">;

const DOWN = 90;
/** Between two sides that are equally near, the same one is taken for every seat. */
const TIE = 0.02;

/** By how many degrees a board can be turned without changing its grid. */
export function turnStep({ cells, homes }: Seated): number {
  return homes.length > 0 && cells.every((cell) => cell.shape !== "square") ? 60 : 180;
}

/** The turn, in degrees, that brings the seat's side nearest to the lower edge. */
export function turnFor(scene: Seated, near: number | null): number {
  const home = near === null ? undefined : scene.homes[near];
  if (!home || scene.cells.length === 0) return 0;
  const [x, y] = middle(scene.cells);
  const angle = (Math.atan2(home[1] - y, home[0] - x) * 180) / Math.PI;
  const step = turnStep(scene);
  return (Math.floor((DOWN - angle) / step + 0.5 - TIE) * step + 360) % 360;
}

/** A board this much wider than high leaves room below it, not beside it. */
const FLAT = 1.45;

/** Whether there is more room below the board than beside it; there is where there is no board. */
export function isFlat(cells: readonly Cell[]): boolean {
  if (cells.length === 0) return true;
  const { box } = lattice(cells);
  return box.width > box.height * FLAT;
}

function middle(cells: readonly Cell[]): readonly [number, number] {
  const half = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [half(cells.map((cell) => cell.x)), half(cells.map((cell) => cell.y))];
}

function turnPoint([x, y]: readonly [number, number], degrees: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [Math.round(x * cos - y * sin), Math.round(x * sin + y * cos)];
}

/** Turned cells by turn. A cell that has not changed stays the same object, so it is not redrawn. */
const turned = new Map<number, WeakMap<Cell, Cell>>();

function turnCell(cell: Cell, degrees: number): Cell {
  let known = turned.get(degrees);
  if (!known) turned.set(degrees, (known = new WeakMap<Cell, Cell>()));
  let found = known.get(cell);
  if (!found) {
    const [x, y] = turnPoint([cell.x, cell.y], degrees);
    known.set(cell, (found = { ...cell, x, y }));
  }
  return found;
}

/** The scene with its board turned around the origin; what is drawn on a cell stays upright. */
export function turnScene<S extends Seated>(scene: S, degrees: number): S {
  if (degrees === 0) return scene;
  return {
    ...scene,
    cells: scene.cells.map((cell) => turnCell(cell, degrees)),
    homes: scene.homes.map((home) => turnPoint(home, degrees)),
  };
}

export interface Sides {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

/** The seats by the half of the board where they sit, each row from left to right. */
export function sides({ homes }: Pick<Scene, "homes">, count: number, near: number | null): Sides {
  const seats = Array.from({ length: count }, (_, seat) => seat);
  if (homes.length < count) {
    const own = near ?? count - 1;
    return { above: seats.filter((seat) => seat !== own), below: seats.filter((s) => s === own) };
  }
  const at = (seat: number) => homes[seat] ?? [0, 0];
  const closeToUs = (a: number, b: number) => at(a)[1] - at(b)[1];
  // Coordinates are rounded, so seats at the same height may differ by a little.
  const byHeight = [...seats].sort((a, b) =>
    Math.abs(closeToUs(a, b)) > 5 ? closeToUs(a, b) : at(a)[0] - at(b)[0],
  );
  const fromLeft = (row: readonly number[]) => [...row].sort((a, b) => at(a)[0] - at(b)[0]);
  const half = Math.floor(count / 2);
  return { above: fromLeft(byHeight.slice(0, half)), below: fromLeft(byHeight.slice(half)) };
}
