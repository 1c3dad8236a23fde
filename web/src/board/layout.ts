/** Where tokens stand and how arrows run, in the board's own units. */
import type { Lattice } from "$/board/geometry";
import type { Point } from "$/board/motions";
import type { Arrow, Cell, Scene, Token } from "$/protocol/generated";

export interface Stand extends Point {
  readonly token: Token;
  /** 1 for a token alone on its cell, less where several share it. */
  readonly scale: number;
}

export function places(cells: readonly Cell[]): Map<string, Point> {
  return new Map(cells.map((cell) => [cell.id, { x: cell.x, y: cell.y }]));
}

/** The cells where the last move began and ended. */
export function lastMoveEnds(arrows: readonly Arrow[]): Set<string> {
  const last = arrows.filter((arrow) => arrow.id === "last");
  return new Set(last.flatMap(({ path }) => [path[0] ?? "", path.at(-1) ?? ""]));
}

export function tokensByCell(tokens: readonly Token[]): Map<string, Token[]> {
  const byCell = new Map<string, Token[]>();
  for (const token of tokens) {
    const here = byCell.get(token.cell);
    if (here) here.push(token);
    else byCell.set(token.cell, [token]);
  }
  return byCell;
}

/** The cells on which these tokens stand. */
export function cellsOf(tokens: readonly Token[], ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(tokens.filter(({ id }) => ids.has(id)).map(({ cell }) => cell));
}

/** Tokens in the middle of their cells; several on one cell stand in a ring. */
export function stands(scene: Pick<Scene, "cells" | "tokens">, pitch: number): Stand[] {
  const where = places(scene.cells);
  return [...tokensByCell(scene.tokens)].flatMap(([cell, tokens]) => {
    const middle = where.get(cell);
    if (!middle) return [];
    return tokens.map((token, index) => standInRing(token, middle, index, tokens.length, pitch));
  });
}

/** Where each token stands and where each cell lies, by id. */
export function pointsById(
  scene: Pick<Scene, "cells" | "tokens">,
  pitch: number,
): Map<string, Point> {
  const standing = stands(scene, pitch).map((stand) => [stand.token.id, stand] as const);
  return new Map([...places(scene.cells), ...standing]);
}

function standInRing(
  token: Token,
  middle: Point,
  index: number,
  count: number,
  pitch: number,
): Stand {
  if (count === 1) return { ...middle, token, scale: 1 };
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2 - (count === 2 ? Math.PI / 2 : 0);
  const away = pitch * (count > 4 ? 0.3 : 0.24);
  return {
    x: middle.x + Math.cos(angle) * away,
    y: middle.y + Math.sin(angle) * away,
    token,
    scale: count > 4 ? 0.42 : 0.56,
  };
}

export interface Line {
  readonly arrow: Arrow;
  readonly d: string;
  /** The head of the arrow, as points of a polygon. */
  readonly head: string;
}

/** An arrow as a path: straight legs or, with `arcs`, a bow for every leg. */
export function lines(
  arrows: readonly Arrow[],
  where: ReadonlyMap<string, Point>,
  { pitch }: Pick<Lattice, "pitch">,
  arcs: boolean,
): Line[] {
  return arrows.flatMap((arrow) => {
    const points = arrow.path.flatMap((id) => where.get(id) ?? []);
    const [first, end, before] = [points[0], points.at(-1), points.at(-2)];
    if (!first || !end || !before) return [];
    const legs = points.slice(1).map((point, leg) => {
      const from = points[leg] ?? point;
      return arcs ? bow(from, point) : `L${point.x} ${point.y}`;
    });
    const source = arcs ? arcTop(before, end) : before;
    return [{ arrow, d: `M${first.x} ${first.y}${legs.join("")}`, head: head(source, end, pitch) }];
  });
}

function arcTop(a: Point, b: Point): Point {
  const height = Math.hypot(b.x - a.x, b.y - a.y) * 0.45;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - height };
}

function bow(from: Point, to: Point): string {
  const middle = arcTop(from, to);
  return `Q${middle.x} ${middle.y} ${to.x} ${to.y}`;
}

function head(from: Point, to: Point, pitch: number): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turn: number, far: number) =>
    `${(to.x + Math.cos(angle + turn) * far).toFixed(0)},${(to.y + Math.sin(angle + turn) * far).toFixed(0)}`;
  const size = pitch * 0.26;
  return [corner(0, pitch * 0.06), corner(2.6, size), corner(-2.6, size)].join(" ");
}
