/** A challenge in words. */
import type { ChallengeCard, ChallengeTerms, ClockPlan, GameCard } from "$/protocol/generated";
import { optionText } from "$/ui/setup/options";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? "" : "s"}`;
}

/** The clock of a match to come. */
export function clockText(clock: ClockPlan): string {
  const base = clock.base ?? 0;
  switch (clock.mode) {
    case "turn":
      return `${count(Math.round(base / SECOND), "second")} per turn`;
    case "fischer":
      return `${count(Math.round(base / MINUTE), "minute")} per player, plus ${count(
        Math.round((clock.increment ?? 0) / SECOND),
        "second",
      )} per turn`;
    case "days":
      return `${count(Math.round(base / DAY), "day")} per turn`;
    case "none":
      return "no clock";
    default:
      return "standard clock";
  }
}

/** What differs from the usual match: seats, bots, clock, options. */
export function termsText(terms: ChallengeTerms, game: GameCard | undefined): string {
  const options = (game?.options ?? []).flatMap((option) => {
    const value = terms.options[option.name];
    if (value === undefined || value === option.default || option.form.is_clock) return [];
    return [`${option.form.label}: ${optionText(option, value)}`];
  });
  const bots = terms.bots.length > 0 ? [`with ${count(terms.bots.length, "computer")}`] : [];
  return [
    count(terms.seats, "player"),
    ...bots,
    clockText(terms.clock),
    terms.rated ? "rated" : "not rated",
    ...options,
  ].join(" · ");
}

/** Who challenges whom. */
export function challengeText({ challenger, to, mine }: ChallengeCard): string {
  if (!mine) return `${challenger} challenges you`;
  return to === "" ? "You challenge anyone with the link" : `You challenge ${to}`;
}

/** How long it stays open. */
export function expiryText(expires: number, now: number): string {
  const left = expires - now;
  if (left <= 0) return "Its time is up.";
  const hours = Math.round(left / (60 * MINUTE));
  if (hours >= 48) return `Open for ${count(Math.floor(hours / 24), "day")}.`;
  return hours > 0
    ? `Open for ${count(hours, "hour")}.`
    : `Open for ${count(Math.ceil(left / MINUTE), "minute")}.`;
}

/** What became of it. */
export const FATES: Record<ChallengeCard["state"], string> = {
  open: "Open",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Its time is up",
};
