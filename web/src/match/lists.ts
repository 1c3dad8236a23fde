/** Lists of matches: what comes first, what is left out, and how a table is described. */
import { unwound } from "$/match/words";
import type { MatchCard } from "$/protocol/generated";

/** Tables where somebody waits come first; apart from that the order stays, newest first. */
export function waitedAtFirst(tables: readonly MatchCard[]): readonly MatchCard[] {
  return [...tables.filter((table) => table.waiting), ...tables.filter((table) => !table.waiting)];
}

/** What has been played to an end. A table that was closed before it began has nothing to show. */
export function played(matches: readonly MatchCard[]): readonly MatchCard[] {
  return matches.filter((match) => match.phase === "finished" && match.result !== "closed");
}

/** How it stands, in words. */
export function standing(match: MatchCard): string {
  switch (match.phase) {
    case "open": {
      const free = match.players.filter((name) => name === "").length;
      const who = match.waiting ? "somebody is waiting" : "nobody there just now";
      return `${free} of ${match.players.length} seats free · ${who}`;
    }
    case "playing":
      return "being played";
    case "finished":
      return match.result ? `ended (${unwound(match.result)})` : "ended";
  }
}
