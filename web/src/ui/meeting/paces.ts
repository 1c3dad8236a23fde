/** What a search offers: kinds of match, and how much time there is. */
import type { ClockPlan, GameCard, NewSeek } from "$/protocol/generated";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

export interface Pace {
  readonly id: string;
  readonly name: string;
  readonly clock: ClockPlan;
}

const PACES: readonly Pace[] = [
  { id: "fast", name: "5 min + 5 s", clock: fischer(5, 5) },
  { id: "steady", name: "15 min + 10 s", clock: fischer(15, 10) },
  { id: "turn", name: "1 min a turn", clock: { mode: "turn", base: MINUTE } },
  { id: "days", name: "2 days a turn", clock: { mode: "days", base: 2 * DAY } },
];
const BY_RULES: Pace = { id: "rules", name: "Game's own", clock: { mode: "rules" } };

function fischer(minutes: number, seconds: number): ClockPlan {
  return { mode: "fischer", base: minutes * MINUTE, increment: seconds * SECOND };
}

/** The paces of a game, the quickest first; with its own clock, if its rules have one. */
export function pacesOf(game: GameCard): readonly Pace[] {
  return game.timed ? [...PACES, BY_RULES] : PACES;
}

export interface MatchKind {
  readonly name: string;
  readonly seats: number;
  readonly options: NonNullable<NewSeek["options"]>;
}

/** The kinds of match: the game's presets, or with the usual options any number of players. */
export function kindsOf(game: GameCard): readonly MatchKind[] {
  if (game.presets.length > 0)
    return game.presets.map(({ name, seats, options }) => ({
      name: `${name}, ${seats} players`,
      seats,
      options,
    }));
  const counts = game.players.filter((seats) => seats > 1);
  return counts.map((seats) => ({ name: `${seats} players`, seats, options: {} }));
}
