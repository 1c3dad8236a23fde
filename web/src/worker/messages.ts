/** What the page and its workers say to each other. */

/** Why the hall cannot go on, or must warn. */
export type Trouble =
  | "no-webassembly"
  | "not-whole"
  | "other-version"
  | "other-tab"
  | "broken"
  | "storage-forbidden"
  | "storage-full"
  | "storage-failed";

/** What the page asks the hall, in this tab or in the one that is the host. */
export type Asked =
  | {
      readonly kind: "request";
      readonly id: number;
      readonly method: string;
      readonly path: string;
      readonly body: string;
    }
  | { readonly kind: "open"; readonly line: number; readonly path: string }
  | { readonly kind: "say"; readonly line: number; readonly text: string }
  | { readonly kind: "close"; readonly line: number };

export type ToWorker =
  Asked | { readonly kind: "start"; readonly base: string; readonly version: string };

/** What the hall answers. */
export type Told =
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  | { readonly kind: "opened"; readonly line: number }
  | { readonly kind: "message"; readonly line: number; readonly text: string }
  | { readonly kind: "closed"; readonly line: number; readonly code: number };

/** How the hall itself is. */
export type State =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "ready"; readonly milliseconds: number }
  | { readonly kind: "elsewhere" }
  | { readonly kind: "trouble"; readonly code: Trouble }
  | { readonly kind: "recovered" };

export type FromWorker = Told | State;
