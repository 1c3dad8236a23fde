/** Loads the page again where the server has been upgraded and speaks another protocol now. */
import { PROTOCOL } from "$/protocol/generated";

const KEY = "meadhall.reloaded";

/**
 * Load the page again if the server's protocol is not the page's. It is tried once for each
 * protocol: where something between them keeps an old page, another try would bring the same.
 */
export function reloadIfOutdated(
  protocol: number,
  page: Pick<Location, "reload"> = location,
): void {
  if (protocol === PROTOCOL || wasTried(protocol)) return;
  page.reload();
}

/** Whether the page was loaded again for this protocol before; from now on it was. */
function wasTried(protocol: number): boolean {
  try {
    const tried = sessionStorage.getItem(KEY) === String(protocol);
    sessionStorage.setItem(KEY, String(protocol));
    return tried;
  } catch {
    return true; // a browser that stores nothing could not tell
  }
}
