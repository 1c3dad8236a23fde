/** Loads the page again where the server has been upgraded and speaks another protocol now. */
import { PROTOCOL } from "$/protocol/generated";

const KEY = "meadhall.reloaded";
/** Something between page and server may keep the old page for a while, so it is not tried sooner. */
const PAUSE = 60_000;

/** Load the page again if the server's protocol is not the page's, at most once a minute. */
export function reloadIfOutdated(
  protocol: number,
  page: Pick<Location, "reload"> = location,
): void {
  if (protocol !== PROTOCOL && mayTry()) page.reload();
}

/** Whether the page was not loaded again just now; from now on it was. */
function mayTry(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY));
    sessionStorage.setItem(KEY, String(Date.now()));
    return Date.now() - last > PAUSE;
  } catch {
    return false; // a browser that stores nothing cannot tell, and might never stop
  }
}
