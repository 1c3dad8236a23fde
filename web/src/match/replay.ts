/** A replay as positions. Each is computed once and kept, so that scrubbing is fast. */
import { patch } from "$/match/scene";
import type { Replay, Scene } from "$/protocol/generated";

export class Film {
  readonly length: number;
  readonly #replay: Replay;
  readonly #scenes: (Scene | null)[];

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#scenes = [replay.first];
    this.length = replay.steps.length;
  }

  /** The position after `ply` plies. */
  at(ply: number): Scene | null {
    for (let known = this.#scenes.length; known <= ply; known++) {
      const before = this.#scenes[known - 1] ?? null;
      const step = this.#replay.steps[known - 1];
      this.#scenes.push(before && step ? patch(before, step.scene) : before);
    }
    return this.#scenes[ply] ?? null;
  }
}
