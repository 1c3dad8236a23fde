/** Results of people in words. */
import type { HistoryRow, NewReport, PersonProfile } from "$/protocol/generated";

/** How a match ended for the person. */
export function ending(outcome: HistoryRow["outcome"]): string {
  return { won: "won", lost: "lost", drawn: "draw", open: "no result" }[outcome];
}

/** What happened in a row, as a sentence; empty if it was only one match. */
export function streakText(profile: Pick<PersonProfile, "streak" | "streak_length">): string {
  const { streak, streak_length: length } = profile;
  if (streak === "" || length < 2) return "";
  const what = { won: "wins", lost: "losses", drawn: "draws" }[streak];
  return `${length} ${what} in a row.`;
}

/** How many of the decided matches were won; draws count half. */
export function share(tally: { won: number; lost: number; drawn: number }): string {
  const all = tally.won + tally.lost + tally.drawn;
  return all === 0 ? "–" : `${Math.round((100 * (tally.won + tally.drawn / 2)) / all)} %`;
}

/** What is wrong, in a report. */
export const WRONG: Record<NewReport["kind"], string> = {
  chat: "What they write",
  name: "Their name",
  cheating: "Cheating, or losing on purpose",
  leaving: "Leaving, or letting others wait",
  other: "Something else",
};
