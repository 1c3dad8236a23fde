/** Ratings in words, and as a curve. */
import type { Leaderboard, RatingCard, RatingPoint } from "$/protocol/generated";

export const SIZES: Readonly<Record<Leaderboard["size"], string>> = {
  two: "Two players",
  more: "Three and more players",
};

/** A rating as a phrase: "rating 1234, give or take 80". */
export function inWords({ points, error, provisional }: RatingCard): string {
  const certain = `rating ${points}, give or take ${error}`;
  return provisional ? `${certain}, provisional` : certain;
}

export interface Curve {
  readonly line: string;
  /** Around the line, as wide as the uncertainty. */
  readonly band: string;
  readonly low: number;
  readonly high: number;
}

/** The ratings, the newest first as the server sends them, as paths in a box of that size. */
export function curveOf(points: readonly RatingPoint[], width: number, height: number): Curve {
  const ordered = [...points].reverse();
  const low = Math.min(...ordered.map((point) => point.points - point.error));
  const high = Math.max(...ordered.map((point) => point.points + point.error));
  const x = (index: number) => round((index / Math.max(1, ordered.length - 1)) * width);
  const y = (value: number) => round(height - ((value - low) / Math.max(1, high - low)) * height);
  const at = (index: number, value: number) => `${x(index)},${y(value)}`;
  const upper = ordered.map((point, index) => at(index, point.points + point.error));
  const lower = ordered.map((point, index) => at(index, point.points - point.error)).reverse();
  return {
    line: `M${ordered.map((point, index) => at(index, point.points)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    low,
    high,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
