/** A search for players in words. */
import type { SeekCard } from "$/protocol/generated";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A time as a stopwatch shows it: `0:07`, `12:30`. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many search. */
export function searchersText({ searching, others, title }: SeekCard): string {
  const same = searching - 1;
  const first =
    same <= 0
      ? "Nobody else looks for this match yet"
      : `${same} ${same === 1 ? "other person looks" : "others look"} for this match`;
  return others > 0 ? `${first}; ${others} for ${title} in another way.` : `${first}.`;
}

/** How long it took lately. */
export function estimateText(usual: number | null): string {
  if (usual === null) return "Too few searches lately for an estimate.";
  if (usual < MINUTE) return "Lately it took less than a minute.";
  const minutes = Math.round(usual / MINUTE);
  return `Lately it took about ${minutes} minute${minutes === 1 ? "" : "s"}.`;
}

/** Whom the person meets now. */
export function rangeText({ lowest, highest }: SeekCard): string {
  if (lowest === null || highest === null) return "Players of any rating.";
  return `Players rated ${lowest} to ${highest}; the range widens with time.`;
}

/** Who has been found: `Runa (1012)`. */
export function foundText(seek: SeekCard): string {
  const names = (seek.found?.opponents ?? []).map(
    ({ name, points, provisional }) => `${name} (${points}${provisional ? "?" : ""})`,
  );
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}
