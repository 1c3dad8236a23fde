/** The form for a new tournament: what it asks for, presets, and what is sent. */
import type { GameCard, NewTournament } from "$/protocol/generated";
import { clockOf, type ClockForm } from "$/ui/setup/plan";
import type { Format } from "$/ui/tournaments/tournamentWords";

const MINUTE = 60_000;
const SECOND = 1000;

export interface TournamentForm {
  title: string;
  game: string;
  format: Format;
  seats: number;
  /** The name of a kind of match; empty for the usual one. */
  kind: string;
  clock: ClockForm;
  /** Minutes until it starts. */
  startsIn: number;
  rounds: number;
  minutes: number;
  pause: number;
  most: number;
  rated: boolean;
  draws: boolean;
  berserk: boolean;
  computers: number;
  level: string;
}

export const STARTS: readonly (readonly [number, string])[] = [
  [2, "in 2 minutes"],
  [5, "in 5 minutes"],
  [10, "in 10 minutes"],
  [30, "in half an hour"],
  [60, "in an hour"],
  [24 * 60, "in a day"],
  [7 * 24 * 60, "in a week"],
];

export interface TournamentPreset {
  readonly name: string;
  readonly text: string;
  readonly set: Partial<TournamentForm>;
}

const quick = (minutes: number, increment: number): ClockForm => ({
  mode: "fischer",
  seconds: 30,
  minutes,
  increment,
  days: 1,
});

export const PRESETS: readonly TournamentPreset[] = [
  {
    name: "Quick arena",
    text: "30 minutes, 3 min + 2 s, berserk",
    set: { format: "arena", clock: quick(3, 2), minutes: 30, berserk: true },
  },
  {
    name: "Swiss evening",
    text: "5 rounds, 10 min + 5 s",
    set: { format: "swiss", clock: quick(10, 5), rounds: 5, berserk: false },
  },
  {
    name: "Everybody once",
    text: "round robin, 10 min + 5 s",
    set: { format: "roundRobin", clock: quick(10, 5), seats: 2, most: 8, berserk: false },
  },
  {
    name: "Cup",
    text: "knock-out, 10 min + 5 s",
    set: { format: "knockOut", clock: quick(10, 5), most: 32, berserk: false },
  },
  {
    name: "By the day",
    text: "Swiss, 5 rounds, 1 day per turn",
    set: {
      format: "swiss",
      clock: { ...quick(10, 5), mode: "days" },
      rounds: 5,
      berserk: false,
      startsIn: 24 * 60,
    },
  },
];

export function firstForm(game: GameCard, host: string): TournamentForm {
  return {
    title: `${host}'s tournament`,
    game: game.slug,
    format: "arena",
    seats: game.players[0] ?? 2,
    kind: "",
    clock: quick(3, 2),
    startsIn: 10,
    rounds: 5,
    minutes: 30,
    pause: 15,
    most: 100,
    rated: false,
    draws: true,
    berserk: true,
    computers: 0,
    level: game.levels[0]?.name ?? "",
  };
}

/** How many can play in a match of a tournament. */
export function seatChoices(game: GameCard): readonly number[] {
  return game.players.filter((count) => count >= 2 && count <= 6);
}

export function planOf(form: TournamentForm, game: GameCard): NewTournament {
  const preset = game.presets.find((one) => one.name === form.kind && one.seats === form.seats);
  const isArena = form.format === "arena";
  return {
    title: form.title.trim(),
    format: form.format,
    game: form.game,
    clock: clockOf(form.clock),
    starts_in: form.startsIn * MINUTE,
    options: preset?.options ?? {},
    seats: form.seats,
    rounds: form.format === "swiss" ? form.rounds : 0,
    minutes: isArena ? form.minutes : 0,
    pause: form.pause * SECOND,
    most: form.format === "roundRobin" ? Math.min(form.most, 24) : form.most,
    rated: form.rated,
    draws: form.draws && form.format !== "knockOut",
    berserk: form.berserk && isArena && form.clock.mode === "fischer",
    computers: Array.from({ length: form.computers }, () => form.level),
  };
}
