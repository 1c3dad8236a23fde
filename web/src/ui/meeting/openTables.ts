/** Which open tables a person wants to see. */
import type { GameCard, MatchCard } from "$/protocol/generated";
import { clockText } from "$/ui/friends/terms";
import { presetOf } from "$/ui/setup/options";

/** Ranges of ratings to choose from; the players' average counts. */
export const STRENGTHS = {
  any: { name: "Any strength", from: -Infinity, to: Infinity },
  low: { name: "Below 1000", from: -Infinity, to: 999 },
  middle: { name: "1000 to 1300", from: 1000, to: 1300 },
  high: { name: "Above 1300", from: 1301, to: Infinity },
} as const;
export type Strength = keyof typeof STRENGTHS;

/** What somebody without rated matches has. */
const NEW_POINTS = 1000;

/** The average rating of the people at the table. */
export function strengthOf(card: MatchCard): number {
  const points = card.held.map((seat) => card.ratings[seat]?.points ?? NEW_POINTS);
  return points.reduce((sum, one) => sum + one, 0) / Math.max(1, points.length);
}

/** The tables of that game and strength; where somebody waits comes first, then the newest. */
export function chosenTables(
  tables: readonly MatchCard[],
  game: string,
  strength: Strength,
): readonly MatchCard[] {
  const { from, to } = STRENGTHS[strength];
  return tables
    .filter((card) => game === "" || card.game === game)
    .filter((card) => {
      const points = Math.round(strengthOf(card));
      return from <= points && points <= to;
    })
    .sort((a, b) => Number(b.waiting) - Number(a.waiting) || b.created - a.created);
}

/** The kind of match and its clock: `Duel · 5 minutes per player · rated`. */
export function tableText(card: MatchCard, game: GameCard | undefined): string {
  const preset = game && presetOf(game, card.options, card.players.length);
  const free = card.players.filter((name) => name === "").length;
  return [
    preset?.name ?? (game ? "own options" : ""),
    ...(card.clock ? [clockText(card.clock)] : []),
    card.rated ? "rated" : "casual",
    `${free} of ${card.players.length} seats free`,
  ]
    .filter((words) => words !== "")
    .join(" · ");
}
