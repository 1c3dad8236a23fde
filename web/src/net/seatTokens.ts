/** Seat tokens, stored on this device. The holder of a seat's token plays that seat. */

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

/** Store tokens in addition to those of the match. Only the newest MOST matches are kept. */
export function saveTokens(match: string, tokens: readonly string[], now = Date.now()): void {
  const held = all();
  const together = [...new Set([...(held[match]?.tokens ?? []), ...tokens])];
  held[match] = { tokens: together, at: now };
  const newest = Object.entries(held)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(newest)));
}

/** Delete the tokens of a match. */
export function forgetTokens(match: string): void {
  const held = all();
  localStorage.setItem(
    PLACE,
    JSON.stringify(Object.fromEntries(Object.entries(held).filter(([id]) => id !== match))),
  );
}
