/** What the page says about puzzles. */
import type { PuzzleChange, PuzzlePage, PuzzleShelf } from "$/protocol/generated";

/** Where puzzles come from, by the last part of the address. */
export const SOURCES: Readonly<Record<string, string>> = {
  today: "Puzzle of the day",
  training: "Training",
};

/** What the puzzle is called: by where it comes from. */
export function titleOf(which: string): string {
  if (which.startsWith("own-")) return "A win that you missed";
  return SOURCES[which] ?? "Puzzle";
}

/** `1 move`, `3 moves`. */
export function movesText(moves: number): string {
  return moves === 1 ? "1 move" : `${moves} moves`;
}

/** What to do: `Win in 3 moves.` */
export function taskText(page: Pick<PuzzlePage, "moves" | "decisive">, done: number): string {
  const left = movesText(page.moves - done);
  if (done > 0) return `Right! Now win in ${left}.`;
  return page.decisive ? `Win in ${left}. Only one move wins.` : `Win in ${left}.`;
}

/** What a wrong move does. */
export function wrongText(page: Pick<PuzzlePage, "decisive">, done: number): string {
  const fault = page.decisive && done === 0 ? "loses" : "does not win in time";
  return `That ${fault}. Try again, or look at the solution.`;
}

/** How a first try changed the rating; empty where nothing changed. */
export function changeText(change: PuzzleChange | null, isKept: boolean): string {
  if (!change) return "";
  const { before, after } = change;
  const difference = after.points - before.points;
  const sign = difference < 0 ? "−" : "+";
  const text = `Your puzzle rating: ${after.points} (${sign}${Math.abs(difference)})`;
  return isKept ? `${text}.` : `${text}. Create an account to keep it.`;
}

/** How somebody does at the puzzles of a game. */
export function formText({ rating, tried, solved }: PuzzleShelf): string {
  if (!rating) return "You have not tried any yet.";
  const unsure = rating.provisional ? "?" : "";
  return `Your rating: ${rating.points}${unsure}. ${solved} of ${tried} solved at the first try.`;
}
