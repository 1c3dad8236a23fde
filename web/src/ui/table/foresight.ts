/** What the server says about the position shown: what moves would do, and what is in danger. */
import { SvelteMap } from "svelte/reactivity";
import type { Viewer } from "$/match/model";
import { previewWithNames, withNames } from "$/match/names";
import type { NewRequest } from "$/net/connection";
import type { FromServer, Preview, Why } from "$/protocol/generated";

export interface Shown {
  readonly seat: Viewer;
  /** Grows with everything that happens at the table. */
  readonly version: number | undefined;
  readonly names: readonly string[];
}

export class Foresight {
  /** What moves would do, by their notation. */
  readonly previews = new SvelteMap<string, Preview>();
  /** By id, what of the shown player's an opponent's next move could take. */
  readonly dangers = new SvelteMap<string, string>();
  readonly #shown: () => Shown;
  readonly #ask: (request: NewRequest) => Promise<FromServer>;

  constructor(shown: () => Shown, ask: (request: NewRequest) => Promise<FromServer>) {
    this.#shown = shown;
    this.#ask = ask;
  }

  /** Forget everything: the position has changed. */
  clear(): void {
    this.previews.clear();
    this.dangers.clear();
  }

  /** Ask what can be known about a move beforehand, such as its odds, unless it is known. */
  async preview(text: string): Promise<void> {
    const { seat, names } = this.#shown();
    if (seat === null || this.previews.has(text)) return;
    const why = await this.#answer({ kind: "ask", seat, text });
    if (why) this.previews.set(text, previewWithNames(why.preview, names));
  }

  /** Ask what opponents could take next. Nothing is marked if the answer does not come. */
  async askDangers(): Promise<void> {
    const { seat, names } = this.#shown();
    if (seat === null) return;
    const why = await this.#answer({ kind: "ask", seat, dangers: true }).catch(() => null);
    why?.dangers.forEach(({ target, text }) => this.dangers.set(target, withNames(text, names)));
  }

  /** The answer, unless the position has changed meanwhile. */
  async #answer(request: NewRequest): Promise<Why | null> {
    const before = this.#shown();
    const answer = await this.#ask(request);
    const now = this.#shown();
    const isSame = before.version === now.version && before.seat === now.seat;
    return isSame && answer.kind === "why" ? answer : null;
  }
}
