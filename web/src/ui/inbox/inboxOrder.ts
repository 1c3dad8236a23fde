/** The order of an inbox, which comes in parts and in changes. */
import type { InboxCard } from "$/protocol/generated";

/** The list with these cards put in their places, and without those that are gone. */
export function merged(
  cards: readonly InboxCard[],
  put: readonly InboxCard[],
  gone: readonly string[],
): readonly InboxCard[] {
  const left = new Set([...gone, ...put.map((card) => card.match)]);
  return [...cards.filter((card) => !left.has(card.match)), ...put].sort(byOrder);
}

function byOrder(a: InboxCard, b: InboxCard): number {
  const [one, two] = [a.order.split(":"), b.order.split(":")];
  return (
    Number(one[0]) - Number(two[0]) ||
    Number(one[1]) - Number(two[1]) ||
    (a.match < b.match ? -1 : 1)
  );
}
