/** Whether the hall is in this tab instead of on a server, and how it is. */
import type { State, Trouble } from "$/worker/messages";

const root = document.documentElement.dataset;

/** Whether this page has no server: it says so itself. */
export const isHere = root["hall"] === "here";

/** What happened, what to do about it, and that no match is lost. */
export const TROUBLES: Record<Trouble, string> = {
  "no-webassembly":
    "This browser cannot run the hall: WebAssembly is missing or switched off. Use a current Firefox, Chrome, Edge or Safari, or allow it for this page. Matches stored here are not touched.",
  "not-whole":
    "The hall did not arrive whole. Check the connection, then reload the page. Matches stored here are safe.",
  "other-version":
    "This page and the rest of the hall are of different versions. Reload the page; matches stored here stay.",
  broken:
    "The hall could not be opened. Reload the page; if that does not help, try another browser. Matches stored here are safe.",
  "other-tab":
    "Another tab has the hall open in a different version. Close or reload that tab, then reload this one; matches stored here stay.",
  "storage-forbidden":
    "This browser lets the page store nothing, so matches end with the tab. To keep them, allow site data for this page or leave private browsing, or download your matches under Profile.",
  "storage-full":
    "There is no room left to store your move. Nothing stored is lost. Free some disk space, or download your matches under Profile and delete finished ones.",
  "storage-failed":
    "Your browser could not store that. Nothing stored is lost. Try again, or close other tabs of this page and reload it.",
};

/** Where a hall with a server is on this host, and where its offline mode: each notes its own. */
const PLACES = { hall: "meadhall.at", offline: "meadhall.offline" } as const;

/** The address of the hall or of its offline mode, if this browser has seen it. */
export function placeOf(which: keyof typeof PLACES): string | null {
  return localStorage.getItem(PLACES[which]);
}

/** Note where this page is, for the other one. */
export function notePlace(): void {
  localStorage.setItem(
    PLACES[isHere ? "offline" : "hall"],
    location.pathname.replace(/[^/]*$/, ""),
  );
}

class Here {
  readonly base = new URL(".", location.href).href;
  readonly version = root["version"] ?? "";
  ready = $state(false);
  /** Whether another tab runs the hall for this one. */
  elsewhere = $state(false);
  /** How much of the hall has come, in percent. */
  percent = $state(0);
  trouble = $state<Trouble | null>(null);
  /** Milliseconds from the start of the worker until the hall was open. */
  took = $state(0);

  /** Whether the hall will not open. */
  get isStuck(): boolean {
    return this.trouble !== null && !this.trouble.startsWith("storage-");
  }

  /** The address of a file of this build. */
  file(name: string): string {
    return `${this.base}${name}?v=${this.version}`;
  }

  receive(state: State): void {
    if (state.kind === "progress") {
      this.percent = Math.floor((100 * state.done) / state.total);
      this.ready = false; // also when another tab had the hall until now
    } else if (state.kind === "trouble") this.trouble = state.code;
    else if (state.kind === "recovered") this.trouble = null;
    else {
      this.ready = true;
      if (this.trouble === "other-tab") this.trouble = null; // that tab is closed
      this.elsewhere = state.kind === "elsewhere";
      if (state.kind === "ready") this.took = state.milliseconds;
    }
  }
}

export const here = new Here();
