/** Why a match that is being set up cannot be rated. The server decides; this says so in advance. */
import type { SeatPlan } from "$/protocol/generated";
import type { ClockChoice } from "$/ui/setup/plan";

export interface Plan {
  seats: readonly SeatPlan[];
  clock: ClockChoice;
  /** The options are the default ones, or those of a preset. */
  usual: boolean;
}

/** The first reason, as a sentence; empty if the match can be rated. */
export function whyNotRated({ seats, clock, usual }: Plan): string {
  const own = seats.filter((seat) => seat.kind === "mine").length;
  if (own > 1) return "In a rated match everybody has one seat.";
  if (own === 0 && seats.every((seat) => seat.kind === "bot"))
    return "A match of computers alone is not rated.";
  if (clock === "none" || clock === "rules")
    return "A rated match needs a clock: seconds per turn, minutes per player, or days.";
  if (!usual) return "Only the usual options and the game's own kinds of match are rated.";
  return "";
}
