/** The set-up form's seats and clocks as the protocol wants them. */
import type { ClockPlan, GameCard, LevelCard, NewMatch, SeatPlan } from "$/protocol/generated";

/** The level that is selected first: the second, a fair opponent for most people. */
export function fairLevel(game: GameCard): string {
  return (game.levels[1] ?? game.levels[0])?.name ?? "";
}

/** A level in the list of opponents, with its rating if it was measured. */
export function levelName(level: LevelCard): string {
  const rating = level.rating === null ? "" : ` (rating ${level.rating})`;
  return `Computer, ${level.name}${rating}`;
}

/** A match of one person against bots, with the default options. Nobody else looks for it. */
export function quickPlan(game: GameCard): NewMatch {
  const count = game.players[0] ?? 2;
  return {
    game: game.slug,
    seats: nameSeats(Array.from({ length: count }, (_, seat) => defaultSeat(game, seat))),
    listed: false,
    clock: { mode: "none" },
  };
}

/** Seat 0 is the person's, the others are bots where the game has any. */
export function defaultSeat(game: GameCard, seat: number): SeatPlan {
  if (seat === 0 || game.levels.length === 0) return { kind: "mine" };
  return { kind: "bot", level: fairLevel(game) };
}

/** Names for bots, so that several can be distinguished. */
const BEASTS = ["Sleipnir", "Ratatosk", "Fenrir", "Huginn", "Garm", "Nidhogg"];

/** The plans with a name for each seat. The first person at this device has one already. */
export function nameSeats(plans: readonly SeatPlan[]): readonly SeatPlan[] {
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
  rules: "Standard clock",
  turn: "Seconds per turn",
  fischer: "Minutes per player",
  days: "Days per turn",
};

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** The clock of the form, in milliseconds. */
export function clockOf(form: ClockForm): ClockPlan {
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
