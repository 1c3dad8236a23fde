/** Winning chances as a plot and in words. Chances are in thousandths. */
import { withNames } from "$/match/names";
import type { Analysis, Arrow, Moment, Scene } from "$/protocol/generated";

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Room around the curves, for labels and marks. */
  readonly edge: { readonly left: number; readonly right: number; readonly y: number };
  /** The last position; the first is 0. */
  readonly last: number;
}

const WHOLE = 1000;
const MARK_EVERY = 90;
const DASHES = ["", "7 4", "2 4", "12 4 2 4", "5 3 5 8", "1 6"];

/** The dash pattern of a seat's line, so that lines can be distinguished without colours. */
export function dashes(seat: number): string {
  return DASHES[seat % DASHES.length] ?? "";
}

export function xOf(frame: Frame, ply: number): number {
  const { left, right } = frame.edge;
  return left + ((frame.width - left - right) * ply) / Math.max(1, frame.last);
}

export function yOf(frame: Frame, chance: number): number {
  return frame.height - frame.edge.y - ((frame.height - 2 * frame.edge.y) * chance) / WHOLE;
}

/** The position whose place is nearest to an `x` of the plot. */
export function plyAt(frame: Frame, x: number): number {
  const { left, right } = frame.edge;
  const ply = ((x - left) / (frame.width - left - right)) * frame.last;
  return Math.max(0, Math.min(frame.last, Math.round(ply)));
}

/** A curve as a path; between two positions it runs straight. */
export function path(frame: Frame, curve: readonly number[]): string {
  const points = curve.map(
    (chance, ply) => `${xOf(frame, ply).toFixed(1)} ${yOf(frame, chance).toFixed(1)}`,
  );
  return points.length > 0 ? `M${points.join("L")}` : "";
}

/** What is below a curve. */
export function area(frame: Frame, curve: readonly number[]): string {
  const [left, right] = [xOf(frame, 0).toFixed(1), xOf(frame, frame.last).toFixed(1)];
  const bottom = yOf(frame, 0).toFixed(1);
  return curve.length > 0 ? `${path(frame, curve)}L${right} ${bottom}L${left} ${bottom}Z` : "";
}

/** The plies at which a seat's mark is drawn on its curve; no two seats have the same. */
export function markedPlies(frame: Frame, seat: number, seats: number): number[] {
  const count = Math.max(1, Math.floor((xOf(frame, frame.last) - frame.edge.left) / MARK_EVERY));
  const plies = Array.from({ length: count }, (_, index) =>
    Math.round(((index + (seat + 0.5) / seats) * frame.last) / count),
  );
  return [...new Set(plies)];
}

export function percent(chance: number): string {
  return `${Math.round(chance / 10)} %`;
}

/** Everybody's chances at a position, in words. */
export function standing(analysis: Analysis, players: readonly string[], ply: number): string {
  return players
    .map((name, seat) => `${name} ${percent(analysis.curves[seat]?.[ply] ?? 0)}`)
    .join(", ");
}

/** Who wins by force, in words; empty where nothing is proved. */
export function certainty(moment: Moment | undefined, players: readonly string[]): string {
  if (!moment?.forced) return "";
  const { winner, moves } = moment.forced;
  return `${players[winner] ?? ""} wins by force in ${moves} ${moves === 1 ? "move" : "moves"}.`;
}

/** What a move lost, and how play might have gone on after the better one; in notation for experts. */
export function verdict(moment: Moment, players: readonly string[], expert: boolean): string {
  if (!moment.told) return "";
  const line = expert ? moment.line : moment.phrases.line;
  const onward = line.slice(1, 4).map((text) => withNames(text, players));
  return onward.length > 0 ? `${moment.told} Then perhaps: ${onward.join(", ")}.` : moment.told;
}

/** The scene with an arrow for the better move, if that goes from cell to cell. */
export function withBetter(scene: Scene, moment: Moment, players: readonly string[]): Scene {
  const cellOf = new Map(scene.tokens.map((token) => [token.id, token.cell]));
  const cells = new Set(scene.cells.map((cell) => cell.id));
  const way = moment.gesture.map((id) => cellOf.get(id) ?? id).filter((id) => cells.has(id));
  if (way.length < 2) return scene;
  const arrow: Arrow = {
    id: "better",
    label: `Better: ${withNames(moment.phrases.better, players)}`,
    path: way,
    kind: "better",
    seat: moment.seat,
  };
  return { ...scene, arrows: [...scene.arrows.filter(({ id }) => id !== "last"), arrow] };
}
