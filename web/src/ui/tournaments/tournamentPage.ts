/** A tournament's page as changes come in. */
import type {
  TournamentChange,
  TournamentPage,
  TournamentPairing,
  TournamentPlayer,
} from "$/protocol/generated";

/** So many matches of an arena that have ended stay on the page. */
const ENDED = 20;

/** The page after the change; `null` if something before it was missed. */
export function withChange(page: TournamentPage, change: TournamentChange): TournamentPage | null {
  if (change.since > page.state.version) return null;
  if (change.state.version < page.state.version) return page;
  return {
    ...page,
    state: change.state,
    players: merged(page.players, change.players, (one) => one.number).sort(byScore),
    pairings: shown(page, change),
  };
}

function shown(page: TournamentPage, change: TournamentChange): readonly TournamentPairing[] {
  const all = merged(page.pairings, change.pairings, (one) => one.match);
  if (page.format !== "arena") return all.filter((one) => one.round === change.state.round);
  const over = all.filter((one) => one.points.length > 0);
  const news = new Set(change.pairings.map((one) => one.match));
  const newest = [
    ...over.filter((one) => news.has(one.match)),
    ...over.filter((one) => !news.has(one.match)),
  ];
  return [...all.filter((one) => one.points.length === 0), ...newest.slice(0, ENDED)];
}

function merged<T>(old: readonly T[], put: readonly T[], key: (one: T) => number | string): T[] {
  const all = new Map(old.map((one) => [key(one), one]));
  for (const one of put) all.set(key(one), one);
  return [...all.values()];
}

/** The better score first; of equals, who came first. */
export function byScore(a: TournamentPlayer, b: TournamentPlayer): number {
  for (const [index, mine] of a.score.entries()) {
    const difference = (b.score[index] ?? 0) - mine;
    if (difference !== 0) return difference;
  }
  return a.number - b.number;
}

/** The place of each player of a sorted list; equals share one. */
export function places(players: readonly TournamentPlayer[]): number[] {
  const found: number[] = [];
  for (const [index, player] of players.entries()) {
    const before = players[index - 1];
    const shared = before !== undefined && String(before.score) === String(player.score);
    found.push(shared ? (found[index - 1] ?? 1) : index + 1);
  }
  return found;
}

/** The match that the player with this number is in now. */
export function ownPairing(
  page: TournamentPage,
  number: number | undefined,
): TournamentPairing | undefined {
  if (number === undefined) return undefined;
  return page.pairings.find((one) => one.points.length === 0 && one.seats.includes(number));
}
