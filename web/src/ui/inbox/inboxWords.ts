/** What waits at a match, in words. */
import { withNames } from "$/match/names";
import { spoken } from "$/match/clock";
import type { InboxCard } from "$/protocol/generated";

const WANTED: Readonly<Record<InboxCard["wants"], string>> = {
  "": "",
  draw: "You are offered a draw",
  undo: "You are asked to allow an undo",
  rematch: "You are asked for a rematch",
  start: "Everybody is here: get ready",
};

/** The first thing to know: whose turn it is, or what is asked. */
export function headline(card: InboxCard): string {
  if (card.phase === "finished") return "The match is over";
  if (card.urgency === "turn") return "Your turn";
  if (card.wants) return WANTED[card.wants];
  return card.phase === "open" ? "Waiting for players" : "Others are to move";
}

/** How much time is left at that instant of the server's clock; empty without a clock. */
export function timeText(card: InboxCard, now: number): string {
  return card.due === null ? "" : `${spoken(card.due - now)} left`;
}

/** What happened since the person was last at the table. */
export function newsText(card: InboxCard): string {
  const parts = [
    card.urgency === "turn" && card.wants ? WANTED[card.wants] : "",
    card.moves > 0 ? `${counted(card.moves, "move")} since you looked` : "",
    card.messages > 0 ? counted(card.messages, "new message") : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The last move, with names. */
export function lastText(card: InboxCard): string {
  return withNames(card.last, card.players);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
