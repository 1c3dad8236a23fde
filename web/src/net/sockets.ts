/** What all sockets share: their addresses, and how long to wait before the next attempt. */

const FIRST_RETRY = 250;
const LAST_RETRY = 8_000;

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

/** The address of the hall's socket, with its lists or without them. */
export function hallSocketUrl(lists = true, here: Location = location): string {
  return addressOf("hall", here) + (lists ? "" : "?lists=none");
}
