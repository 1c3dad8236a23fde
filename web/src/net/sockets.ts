/** What all sockets share: their addresses, and how long to wait before the next attempt. */
import { isHere } from "$/lib/here.svelte";
import { api } from "$/net/http";

const FIRST_RETRY = 250;
const LAST_RETRY = 8_000;
/** How long to wait for a match's place, in milliseconds: to know it only saves time. */
const PATIENCE = 300;

/** Milliseconds until the next try: longer after every failure, with jitter. */
export function backoff(tries: number, chance: number = Math.random()): number {
  const full = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** tries);
  return Math.round(full * (0.5 + chance / 2));
}

/** The address of the socket at this path under `api/`. */
function addressOf(path: string, here: Location): string {
  const address = new URL(`api/${path}/socket`, here.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** The address of a table's socket. */
export function socketUrl(match: string, here: Location = location): string {
  return addressOf(`matches/${encodeURIComponent(match)}`, here);
}

/** The address of the hall's socket, with its lists or without them, and what else is wanted. */
export function hallSocketUrl(
  lists = true,
  wanted: Readonly<Record<string, string>> = {},
  here: Location = location,
): string {
  const query = new URLSearchParams({ ...(lists ? {} : { lists: "none" }), ...wanted }).toString();
  return addressOf("hall", here) + (query ? `?${query}` : "");
}

/**
 * The address of a table's socket at the process that has the match in memory; `null` where any
 * process will do.
 */
export async function warmUrl(match: string, here: Location = location): Promise<string | null> {
  if (isHere) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const place = api.place(match).then(({ address }) => address);
  const address = await Promise.race([place.catch(() => null), late]);
  return address ? socketAt(address, match, here) : null;
}

/** The same for that process; a browser opens no unsafe socket for a safe page. */
export function socketAt(address: string, match: string, here: Location): string | null {
  const url = new URL(new URL(socketUrl(match, here)).pathname, address);
  if (url.protocol !== here.protocol || url.host === here.host) return null;
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
