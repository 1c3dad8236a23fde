/** One table on the page: the line to it, what is known, what is being chosen, whose eyes are open. */
import { tick } from "svelte";
import { click, pruned, tree, walk, type Move, type Node } from "$/board/gestures";
import { calm } from "$/lib/settings.svelte";
import { agreed, alike, faceOf, reduce, type TableModel, type Viewer } from "$/match/model";
import { named, namedScene } from "$/match/names";
import { arriving, settled, staging, type Happening } from "$/match/staging";
import { Link, LineLost, socketUrl, type LinkState, type NewRequest } from "$/net/link";
import { keep, tokensOf } from "$/net/keys";
import type { Cell, Do, Face, FromServer, Looked, Refusal, Say, Scene } from "$/protocol/generated";

/** Plays what happens on the scene that is drawn; `newcomers` are not to be seen before they move. */
export type Perform = (
  happening: Happening,
  scene: Scene,
  newcomers: ReadonlySet<string>,
  /** Cells that look otherwise from now on. */
  settle: (cells: readonly Cell[]) => void,
) => Promise<() => void>;

export interface SessionSettings {
  readonly match: string;
  readonly password?: string;
  readonly name?: string;
  /** Something is hidden in this game: a cover hides the board between two people. */
  readonly hidden: () => boolean;
  readonly perform: Perform;
  readonly told: (sentences: readonly string[]) => void;
  readonly rematched: (match: string) => void;
}

/** More steps than this waiting: the page was asleep, and nobody wants to watch it all. */
const BACKLOG = 3;
const NOTHING: Node = tree([]);
const NONE: ReadonlySet<string> = new Set();

function openTo(node: Node | undefined): ReadonlySet<string> {
  return node ? new Set(node.next.keys()) : NONE;
}

export class TableSession {
  model = $state.raw<TableModel | null>(null);
  line = $state.raw<LinkState>({ kind: "joining" });
  /** Whose eyes the page looks through. */
  shown = $state.raw<Viewer>(null);
  /** The device is being passed on; nothing may be seen. */
  covered = $state(false);
  path = $state.raw<readonly string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** Why nothing can be done with what is pointed at. */
  doubt = $state.raw<Refusal | null>(null);
  looked = $state.raw<Looked | null>(null);
  /** Something moves, or an action is on its way: clicks wait. */
  busy = $state(false);
  /** Only these moves, where somebody is guided; and only this one is taken in the end. */
  only = $state.raw<readonly Move[] | null>(null);
  guided = $state.raw<string | null>(null);
  staged = $state.raw<Scene | null>(null);

  readonly face: Face | undefined = $derived(
    this.model ? faceOf(this.model, this.shown) : undefined,
  );
  readonly names: readonly string[] = $derived(
    (this.model?.table.seats ?? []).map((seat) => seat.name),
  );
  readonly #bare: Scene | null = $derived(
    this.looked?.scene ?? this.staged ?? this.face?.scene ?? null,
  );
  readonly scene: Scene | null = $derived(this.#bare && namedScene(this.#bare, this.names));
  readonly root: Node = $derived(this.looked ? NOTHING : tree(this.only ?? this.face?.moves ?? []));
  readonly usable: ReadonlySet<string> = $derived(
    this.busy ? NONE : openTo(walk(this.root, this.path)),
  );
  readonly toAct: boolean = $derived(
    this.shown !== null && (this.model?.table.to_act.includes(this.shown) ?? false),
  );

  readonly #settings: SessionSettings;
  readonly #link: Link;
  readonly #waiting: FromServer[] = [];
  #draining = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#link = new Link(socketUrl(settings.match), {
      join: () => ({
        tokens: tokensOf(settings.match),
        since: this.model?.version ?? 0,
        name: settings.name ?? "",
        password: settings.password ?? "",
      }),
      message: (message) => this.#received(message),
      state: (state) => (this.line = state),
    });
  }

  open(): () => void {
    const back = () => {
      if (!document.hidden) this.#link.now();
    };
    this.#link.open();
    addEventListener("online", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      removeEventListener("online", back);
      document.removeEventListener("visibilitychange", back);
      this.#link.close();
    };
  }

  /** A click on something; `hits` are the ids under it, the topmost first. */
  async hit(hits: readonly string[]): Promise<void> {
    if (this.busy || this.looked || this.shown === null) return;
    const meant = click(this.root, this.path, hits);
    this.refusal = null;
    switch (meant.kind) {
      case "on":
        this.path = meant.path;
        return;
      case "off":
        this.path = [];
        return;
      case "play":
        if (this.#strays(meant.text)) return;
        this.path = meant.path;
        await this.play(meant.text);
        return;
      case "no":
        this.refusal = await this.#whyNot(meant.path);
    }
  }

  /** Somebody points at these for a while; if they cannot be used, it is said why. */
  async wonder(hits: readonly string[]): Promise<void> {
    this.doubt = null;
    if (this.busy || this.looked || this.shown === null) return;
    const meant = click(this.root, this.path, hits);
    if (meant.kind === "no") this.doubt = await this.#whyNot(meant.path);
  }

  letGo(): void {
    this.path = [];
    this.refusal = null;
  }

  /** Play a move in notation. */
  async play(text: string): Promise<boolean> {
    const { model, shown } = this;
    if (model === null || shown === null) return false;
    if (this.#strays(text)) return false;
    this.busy = true;
    try {
      return await this.#tell({ kind: "act", seat: shown, turn: model.table.turn, text });
    } finally {
      this.path = [];
      this.busy = false;
    }
  }

  /** Play for another seat of this device, where a guide moves everybody. */
  async playFor(seat: number, text: string): Promise<boolean> {
    const turn = this.model?.table.turn ?? 0;
    return this.#tell({ kind: "act", seat, turn, text });
  }

  /** Something about the match itself: undo, resign, rematch, … */
  async deed(deed: Do["deed"], target: Viewer = null): Promise<boolean> {
    const seat = this.shown ?? this.model?.seats[0];
    if (seat === undefined) return false;
    return this.#tell({ kind: "do", seat, deed, target });
  }

  async say(message: Pick<Say, "text" | "audience" | "seats">): Promise<boolean> {
    return this.#tell({ kind: "say", seat: this.shown, ...message });
  }

  /** Look back at a ply; the last one is now. */
  async look(ply: number): Promise<void> {
    if (ply >= (this.model?.table.ply ?? 0)) {
      this.looked = null;
      return;
    }
    try {
      const answer = await this.#link.ask({ kind: "look", ply, seat: this.shown });
      if (answer.kind === "looked") this.looked = answer;
      else if (answer.kind === "rejected") this.refusal = answer.refusal;
    } catch (error) {
      this.refusal = excuse(error);
    }
  }

  lookAtNow(): void {
    this.looked = null;
  }

  /** Open another pair of eyes; where something is hidden they have to say that they are there. */
  see(seat: Viewer): void {
    if (seat === this.shown) return;
    this.covered = this.#settings.hidden() && this.model !== null && !alike(this.model.faces);
    this.shown = seat;
    this.looked = null;
    this.letGo();
  }

  uncover(): void {
    this.covered = false;
  }

  /** What can be known beforehand of a move, such as its odds. */
  async foresee(text: string): Promise<string> {
    if (this.shown === null) return "";
    try {
      const answer = await this.#link.ask({ kind: "ask", seat: this.shown, text });
      return answer.kind === "why" ? answer.foreseen : "";
    } catch (error) {
      return excuse(error).sentence;
    }
  }

  async #whyNot(path: readonly string[]): Promise<Refusal | null> {
    const seat = this.shown;
    if (seat === null) return null;
    try {
      const answer = await this.#link.ask({ kind: "ask", seat, gesture: path });
      return answer.kind === "why" || answer.kind === "rejected" ? answer.refusal : null;
    } catch (error) {
      return excuse(error);
    }
  }

  async #tell(request: NewRequest): Promise<boolean> {
    try {
      const answer = await this.#link.ask(request);
      this.refusal = answer.kind === "rejected" ? answer.refusal : null;
      return answer.kind !== "rejected";
    } catch (error) {
      this.refusal = excuse(error);
      return false;
    }
  }

  /** Whether this is not what the guide asks for; then that is said. */
  #strays(text: string): boolean {
    if (this.guided === null || text === this.guided) return false;
    this.refusal = said("GUIDED", `Not now, please: the guide asks for ${this.guided}.`);
    return true;
  }

  #received(message: FromServer): void {
    if (message.kind === "rematched") {
      keep(message.match, message.tokens);
      this.#settings.rematched(message.match);
      return;
    }
    this.#waiting.push(message);
    if (!this.#draining) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const clear = await this.#perform(next);
      this.#take(next);
      if (clear) {
        await tick();
        clear();
      }
    }
    this.#draining = false;
  }

  /** Let what happened be seen before the new position is shown. */
  async #perform(message: FromServer): Promise<(() => void) | null> {
    if (message.kind !== "step" || message.seat !== this.shown || !this.#watched()) return null;
    const scene = this.face?.scene;
    if (!scene || !message.motions?.length) return null;
    this.busy = true;
    this.looked = null;
    const staged = (this.staged = staging(scene, message));
    await tick();
    const clear = await this.#settings.perform(
      message,
      staged,
      arriving(scene, staged),
      (cells) => (this.staged &&= settled(this.staged, cells)),
    );
    this.busy = false;
    return clear;
  }

  #watched(): boolean {
    return !calm() && !this.covered && !document.hidden && this.#waiting.length <= BACKLOG;
  }

  #take(message: FromServer): void {
    this.staged = null;
    this.model = reduce(this.model, message, Date.now());
    if (message.kind === "step" && message.seat === this.shown) {
      const told = (message.entries ?? []).flatMap((entry) => entry.told);
      this.#settings.told(told.map((sentence) => named(sentence, this.names)));
    }
    if (message.kind === "step" || message.kind === "reset")
      this.path = pruned(this.root, this.path);
    if (message.kind === "welcome" || message.kind === "step" || message.kind === "reset") {
      this.#turnHeads(message.kind === "welcome");
    }
  }

  /** On a shared device the page looks through the eyes of who is asked. */
  #turnHeads(arrived: boolean): void {
    const { model } = this;
    if (!model || !agreed(model)) return;
    const { to_act: asked, phase } = model.table;
    const next = model.seats.find((seat) => asked.includes(seat));
    if (arrived && (this.shown === null || !model.seats.includes(this.shown))) {
      this.shown = null;
      this.see(next ?? model.seats[0] ?? null);
    } else if (next !== undefined && this.#idle(asked) && this.only === null) {
      this.see(next);
    }
    if (phase !== "playing") this.covered = false;
  }

  #idle(asked: readonly number[]): boolean {
    return this.shown === null || !asked.includes(this.shown);
  }
}

function said(code: string, sentence: string): Refusal {
  return { code, sentence, objects: [], clause: "" };
}

/** A lost line is said; anything else is a mistake of ours. */
function excuse(error: unknown): Refusal {
  if (!(error instanceof LineLost)) throw error;
  return said("LINE_LOST", error.message);
}
