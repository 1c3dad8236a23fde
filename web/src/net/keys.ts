/** The keys to one's seats, kept on this device. A token is all it takes to sit there again. */

export interface Held {
  readonly tokens: readonly string[];
  readonly at: number;
}

const PLACE = "meadhall.seats";
const MOST = 200;

function all(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, Held>;
  } catch {
    return {};
  }
}

/** The tokens held for a match. */
export function tokensOf(match: string): readonly string[] {
  return all()[match]?.tokens ?? [];
}

/** Keep tokens beside those held already; the oldest matches are forgotten when there are many. */
export function keep(match: string, tokens: readonly string[], now = Date.now()): void {
  const held = all();
  const together = [...new Set([...(held[match]?.tokens ?? []), ...tokens])];
  held[match] = { tokens: together, at: now };
  const newest = Object.entries(held)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)));
}

/** Give the seats up on this device. */
export function forget(match: string): void {
  const held = all();
  localStorage.setItem(
    PLACE,
    JSON.stringify(Object.fromEntries(Object.entries(held).filter(([id]) => id !== match))),
  );
}
