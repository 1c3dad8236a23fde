/** Where the cards of a zone lie, so that those that stay do not move. */

/** A card's id, or a gap that a card has left. */
export type Place = string | null;

/**
 * The places of the cards after the zone has changed. Where a game puts new cards last, they fill the
 * gaps that others have left; a gap behind the last card is closed. Any other order is the game's.
 */
export function keepPlaces(
  places: readonly Place[],
  before: readonly string[],
  ids: readonly string[],
): readonly Place[] {
  const here = new Set(ids);
  const stay = before.filter((id) => here.has(id));
  const added = ids.filter((id) => !before.includes(id));
  if ([...stay, ...added].join() !== ids.join()) return ids;
  const kept = places.map((id) => (id !== null && here.has(id) ? id : (added.shift() ?? null)));
  const all = [...kept, ...added];
  return all.slice(0, all.findLastIndex((id) => id !== null) + 1);
}
