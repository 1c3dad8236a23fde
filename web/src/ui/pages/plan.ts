/** Tables as they are set up: seats and clocks in the terms of the protocol. */
import type { Clock, GameCard, NewMatch, SeatPlan } from "$/protocol/generated";

/** The level that is offered first: the second of the list, a fair opponent for most. */
export function fairLevel(game: GameCard): string {
  return (game.levels[1] ?? game.levels[0])?.name ?? "";
}

/** One person against bots in the game's normal form. */
export function quickPlan(game: GameCard): NewMatch {
  const count = game.players[0] ?? 2;
  return {
    game: game.slug,
    seats: named(Array.from({ length: count }, (_, seat) => planned(game, seat))),
    clock: game.timed ? { mode: "rules" } : {},
  };
}

/** Oneself first, then fair bots; people where a game has none. */
export function planned(game: GameCard, seat: number): SeatPlan {
  if (seat === 0 || game.levels.length === 0) return { kind: "mine" };
  return { kind: "bot", level: fairLevel(game) };
}

/** Beasts of the sagas: bots have names too, so that three of them can be told apart. */
const BEASTS = ["Sleipnir", "Ratatosk", "Fenrir", "Huginn", "Garm", "Nidhogg"];

/** Everybody needs a name to be told apart by; the first person at this device has one. */
export function named(plans: readonly SeatPlan[]): readonly SeatPlan[] {
  const first = plans.findIndex((plan) => plan.kind === "mine");
  return plans.map((plan, seat) => {
    if (plan.name?.trim() || seat === first || plan.kind === "open") return plan;
    const name = plan.kind === "bot" ? BEASTS[seat % BEASTS.length] : undefined;
    return { ...plan, name: name ?? `Player ${seat + 1}` };
  });
}

export type ClockChoice = "none" | "rules" | "turn" | "fischer" | "days";

export interface ClockForm {
  mode: ClockChoice;
  seconds: number;
  minutes: number;
  increment: number;
  days: number;
}

export const CLOCK_NAMES: Record<ClockChoice, string> = {
  none: "No clock",
  rules: "As the rules say",
  turn: "Seconds per turn",
  fischer: "Minutes for the match, and more for each move",
  days: "Days per turn",
};

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** The clock of the form, in milliseconds. */
export function clockOf(form: ClockForm): Clock {
  switch (form.mode) {
    case "turn":
      return { mode: "turn", base: form.seconds * SECOND };
    case "fischer":
      return {
        mode: "fischer",
        base: form.minutes * 60 * SECOND,
        increment: form.increment * SECOND,
      };
    case "days":
      return { mode: "days", base: form.days * DAY };
    default:
      return { mode: form.mode };
  }
}
