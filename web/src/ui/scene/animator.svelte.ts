/** Plays the motions of a step on the element that shows a scene. */
import { tick } from "svelte";
import { animate, type Playing } from "$/board/animate";
import { lattice } from "$/board/geometry";
import { places, pointsById } from "$/board/layout";
import { haste, plan, type Speed } from "$/board/motions";
import { turnScene } from "$/board/turning";
import { settings } from "$/lib/settings.svelte";
import { sound, type Sound } from "$/lib/sound";
import {
  episodes,
  newcomersIn,
  sceneDuring,
  type Episode,
  type PlayableStep,
} from "$/match/staging";
import type { Motion, Scene } from "$/protocol/generated";

const SOUNDS: Partial<Record<Motion["kind"], Sound>> = {
  slide: "slide",
  push: "hit",
  hop: "hop",
  hit: "hit",
  fall: "fall",
  vanish: "fall",
  flip: "flip",
};

/** Steps that take longer than these milliseconds can be skipped by a button. */
const LONG = 1_000;

export class Animator {
  /** The position between the old and the new one, while a step is being played. */
  scene = $state.raw<Scene | null>(null);
  /** Whether a step is being played that takes a while. */
  long = $state(false);
  /** By how many degrees the board is turned, so that motions follow its cells. */
  turn = 0;
  #root: HTMLElement | null = null;
  #playing: Playing | null = null;
  #speed: Speed = { person: 1, haste: 1 };
  /** What is still to come of the step. */
  #waiting: Episode[] = [];

  /** An attachment for the element that holds everything that moves. */
  readonly attach = (root: HTMLElement): (() => void) => {
    this.#root = root;
    return () => {
      if (this.#root === root) this.#root = null;
    };
  };

  /**
   * Play a step from the old position on. Resolves to a function that puts everything back, to be
   * called once the new position is drawn. A click meanwhile skips to the end and does nothing else.
   */
  async play(before: Scene, step: PlayableStep): Promise<() => void> {
    this.#waiting = [...episodes(before, step)];
    const motions = step.motions ?? [];
    this.#speed = { person: settings.speed, haste: haste(motions) };
    this.long = plan(motions, this.#speed).length > LONG;
    let shown = before;
    let clear: () => void = () => undefined;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const during = sceneDuring(shown, next);
      this.scene = during;
      await tick();
      clear();
      clear = await this.#watch(shown, during, next);
      shown = next.after;
    }
    this.long = false;
    return clear;
  }

  /** Jump to the end of the step that is being played. */
  skip(): void {
    this.#waiting = [];
    this.#playing?.skip();
  }

  /** Show the new position from now on. */
  end(): void {
    this.scene = null;
  }

  /** Play an episode. Resolves to a function that puts everything back. */
  async #watch(before: Scene, during: Scene, { motions }: Episode): Promise<() => void> {
    const root = this.#root;
    if (!root || motions.length === 0) return () => undefined;
    const playing = this.#start(root, motions, before, during);
    this.#playing = playing;
    const skip = (event: Event) => {
      event.stopPropagation();
      this.skip();
    };
    root.addEventListener("click", skip, { capture: true });
    await playing.done;
    root.removeEventListener("click", skip, { capture: true });
    this.#playing = null;
    return playing.clear;
  }

  #start(root: HTMLElement, motions: readonly Motion[], before: Scene, during: Scene): Playing {
    const drawn = turnScene(during, this.turn);
    const { pitch } = lattice(drawn.cells);
    const points = pointsById(drawn, pitch);
    return animate(motions, {
      root,
      places: places(drawn.cells),
      standing: (id) => points.get(id),
      newcomers: newcomersIn(before, during),
      speed: this.#speed,
      started: (motion) => {
        const heard = SOUNDS[motion.kind];
        if (heard) sound(heard);
      },
    });
  }
}
