/** A puzzle on the page: its position, the clicks so far, and what tries have led to. */
import { tick } from "svelte";
import { click, tree, walk, type Node } from "$/board/gestures";
import { errorText, hall } from "$/lib/hall.svelte";
import { isMotionReduced } from "$/lib/settings.svelte";
import { sceneWithNames, stepWithNames, withNames } from "$/match/names";
import { patch } from "$/match/scene";
import type { PuzzleChange, PuzzlePage, ReplayStep, Scene } from "$/protocol/generated";
import { Animator } from "$/ui/scene/animator.svelte";
import { puzzleApi } from "$/ui/puzzles/puzzleApi";
import { wrongText } from "$/ui/puzzles/puzzleWords";

/** Between two moves of the solution, in milliseconds. */
const PAUSE = 700;

function openTo(node: Node | undefined): ReadonlySet<string> {
  return new Set(node?.next.keys() ?? []);
}

export type Stand = "open" | "solved" | "shown";

export class Solving {
  readonly page: PuzzlePage;
  readonly names: readonly string[];
  readonly animator = new Animator();
  stand = $state<Stand>("open");
  /** What is said about the last try. */
  note = $state("");
  /** Whether the last try was wrong. */
  wrong = $state(false);
  change = $state.raw<PuzzleChange | null>(null);
  path = $state.raw<readonly string[]>([]);
  /** The right moves so far, in notation. */
  moves = $state.raw<readonly string[]>([]);
  /** What was played, in words. */
  told = $state.raw<readonly string[]>([]);
  busy = $state(false);
  #scene = $state.raw<Scene | null>(null);
  #legal = $state.raw<PuzzlePage["legal"]>([]);
  readonly scene: Scene | null = $derived.by(() => {
    const shown = this.animator.scene ?? this.#scene;
    return shown && sceneWithNames(shown, this.names);
  });
  readonly root: Node = $derived(tree(this.#legal));
  readonly usable: ReadonlySet<string> = $derived(
    openTo(this.busy || this.stand !== "open" ? undefined : walk(this.root, this.path)),
  );
  #gone = false;

  constructor(page: PuzzlePage, names: readonly string[]) {
    this.page = page;
    this.names = names;
    this.begin();
  }

  get legal(): PuzzlePage["legal"] {
    return this.#legal;
  }

  /** Show the first position. */
  begin(): void {
    this.#scene = this.page.scene;
    this.#legal = this.page.legal;
    this.stand = "open";
    this.path = this.moves = this.told = [];
    this.note = "";
    this.wrong = false;
  }

  /** The page is gone: stop playing moves. */
  leave(): void {
    this.#gone = true;
  }

  /** Handle a click; `hits` are the ids under the pointer, the topmost first. */
  async hit(hits: readonly string[]): Promise<void> {
    if (this.busy || this.stand !== "open") return;
    const meant = click(this.root, this.path, hits);
    this.#say("", false);
    switch (meant.kind) {
      case "on":
        this.path = meant.path;
        return;
      case "off":
        this.path = [];
        return;
      case "play":
        this.path = meant.path;
        await this.play(meant.text);
        return;
      case "no":
        this.path = [];
        this.#say("That is no move here. Choose one of the marked places.", false);
    }
  }

  deselect(): void {
    this.path = [];
  }

  /** Try a move in notation; whether it was right. */
  async play(text: string): Promise<boolean> {
    const tried = [...this.moves, text];
    return this.#ask(async () => {
      const answer = await puzzleApi.try(this.page.game, this.page.id, tried);
      this.change = answer.change ?? this.change;
      this.path = [];
      if (answer.stand === "wrong") {
        this.#say(wrongText(this.page, this.moves.length), true);
        hall.announce(this.note);
        return false;
      }
      this.moves = tried;
      for (const step of answer.steps) await this.#show(step);
      this.#legal = answer.legal;
      if (answer.stand === "solved") {
        this.stand = "solved";
        hall.announce("Solved.");
      }
      return true;
    });
  }

  /** Play the solution from the first position on. */
  async showSolution(): Promise<void> {
    await this.#ask(async () => {
      const answer = await puzzleApi.solution(this.page.game, this.page.id);
      this.change = answer.change ?? this.change;
      this.begin();
      this.stand = "shown";
      for (const step of answer.steps) {
        await this.#show(step);
        await new Promise((done) => setTimeout(done, PAUSE));
        if (this.#gone) return false;
      }
      return true;
    });
  }

  async #ask(question: () => Promise<boolean>): Promise<boolean> {
    this.busy = true;
    try {
      await hall.ensurePerson();
      return await question();
    } catch (error) {
      this.#say(errorText(error), false);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #say(note: string, wrong: boolean): void {
    this.note = note;
    this.wrong = wrong;
  }

  /** Show a move: its motions, then the position after it. */
  async #show(step: ReplayStep): Promise<void> {
    const before = this.#scene;
    if (!before) return;
    const isWatched = !isMotionReduced() && !document.hidden && step.motions.length > 0;
    const clear = isWatched
      ? await this.animator.play(before, stepWithNames(step, this.names))
      : null;
    this.#scene = patch(before, step.scene);
    this.animator.end();
    await tick();
    clear?.();
    const sentence = withNames(step.entry.told.join(" "), this.names);
    this.told = [...this.told, sentence];
    hall.announce(sentence);
  }
}
