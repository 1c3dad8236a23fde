/** Sentences about a match, the same on every page. */
import { withNames } from "$/match/names";
import type { DeclinedOffer, OutcomeView, SeatCard, TableView } from "$/protocol/generated";

/** Said wherever people can see or join a match that goes on from revealed secrets. */
export const SECRETS_KNOWN = "Continued from an earlier match: players may know its secrets.";

/** Said at a table whose dice the server has not fixed by a commitment. */
export const GIVEN_SEED = "Somebody chose the seed of this match, so its dice cannot be checked.";

/** How a match ended, as a sentence. */
export function outcomeText(result: OutcomeView, names: readonly string[]): string {
  return withNames(result.text, names);
}

/** `Ann, Bob and Cy`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Whose turn it is, for a player with these seats. */
export function turnText(table: TableView, mine: readonly number[]): string {
  if (table.phase === "open") return "Waiting for players";
  if (table.result) {
    return outcomeText(
      table.result,
      table.seats.map((seat) => seat.name),
    );
  }
  const asked = table.to_act;
  const others = asked.filter((seat) => !mine.includes(seat));
  const names = namesOf(table, others);
  if (others.length === asked.length) return `Waiting for ${names} to move`;
  if (mine.length > 1 && !mine.every((seat) => asked.includes(seat))) {
    const [seat = 0] = asked.filter((one) => mine.includes(one));
    return `${table.seats[seat]?.name ?? "You"} to move`;
  }
  return others.length > 0
    ? `Your turn. ${names} ${others.length > 1 ? "are" : "is"} choosing too.`
    : "Your turn";
}

/** The names of the seats; their number where the names would fill the page. */
function namesOf(table: TableView, seats: readonly number[]): string {
  if (seats.length > MOST_NAMES) return `${seats.length} players`;
  return listed(seats.map((seat) => table.seats[seat]?.name ?? `seat ${seat + 1}`));
}

const MOST_NAMES = 3;

const DECLINED = {
  draw: "declined your offer of a draw",
  undo: "did not agree to undo the last move",
  rematch: "declined a rematch",
} as const;

/** What the author of a proposal reads when it was declined. */
export function declinedText(declined: DeclinedOffer, seats: readonly SeatCard[]): string {
  const by = seats[declined.declined_by];
  if (by?.kind === "bot") return "The match went on, so your request has lapsed.";
  return `${by?.name ?? "Somebody"} ${DECLINED[declined.what]}.`;
}

const ENDED: Readonly<Record<number, string>> = {
  4409: "Somebody else has taken your seat.",
  4410: "You have been signed out. Sign in again to return to your seat.",
  4411: "You are playing on another device now. Reload the page to play here again.",
};

/** Why the server has ended the connection for good, by its close code. */
export function endedText(code: number): string {
  return ENDED[code] ?? "Disconnected. Reload the page to reconnect.";
}
