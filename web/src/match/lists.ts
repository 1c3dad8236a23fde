/** Lists of matches: their order, filters and descriptions. */
import type { GameCard, MatchCard } from "$/protocol/generated";

/** What kind of game it is with its usual options, in a few words each. */
export function gameTags(game: GameCard): readonly string[] {
  const [fewest, most] = [Math.min(...game.players), Math.max(...game.players)];
  return [
    fewest === most ? `${most} players` : `${fewest} to ${most} players`,
    game.simultaneous ? "everyone at once" : "turn by turn",
    game.hidden ? "secrets" : "open information",
    game.chance ? "luck" : "no luck",
    ...(game.timed ? ["timed"] : []),
  ];
}

/** Tables where somebody waits come first, then the others; both newest first. */
export function sortOpenTables(tables: readonly MatchCard[]): readonly MatchCard[] {
  return [...tables.filter((table) => table.waiting), ...tables.filter((table) => !table.waiting)];
}

/** Matches worth watching: people's first, then bots among themselves. Solo games are private. */
export function sortPlaying(matches: readonly MatchCard[]): readonly MatchCard[] {
  const shared = matches.filter((match) => match.people !== 1);
  return [
    ...shared.filter((match) => match.people > 0),
    ...shared.filter((match) => match.people === 0),
  ];
}

/** The finished matches, without tables that were closed before they began. */
export function finishedMatches(matches: readonly MatchCard[]): readonly MatchCard[] {
  return matches.filter((match) => match.phase === "finished" && match.result !== "closed");
}

/** The state of a match in words. */
export function standing(match: MatchCard): string {
  switch (match.phase) {
    case "open": {
      const free = match.players.filter((name) => name === "").length;
      const who = match.waiting ? "a player is waiting" : "away";
      return `${free} of ${match.players.length} seats free · ${who}`;
    }
    case "playing":
      return "in progress";
    case "finished":
      return "finished";
  }
}
