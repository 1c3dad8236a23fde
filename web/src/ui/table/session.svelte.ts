/** A table on the page: its connection, its model, the clicks so far, and the viewer shown. */
import { tick } from "svelte";
import { click, prunePath, tree, walk, type Move, type Node } from "$/board/gestures";
import { isMotionReduced } from "$/lib/settings.svelte";
import {
  isConsistent,
  showTheSame,
  seatViewOf,
  reduce,
  withEarlierChat,
  type TableModel,
  type Viewer,
} from "$/match/model";
import { sceneWithNames, stepWithNames, withNames } from "$/match/names";
import { Connection, type ConnectionState, type NewRequest } from "$/net/connection";
import { refusalAfter, refusalOf } from "$/net/refusals";
import { saveTokens, tokensOf } from "$/net/seatTokens";
import { socketUrl, warmUrl } from "$/net/sockets";
import { noteMessage, noteShares } from "$/net/seedNotes";
import { keepPledge, pledgeBytes } from "$/net/takeSeats";
import type {
  ClockView,
  Do,
  FromServer,
  Looked,
  Refusal,
  SayMessage,
  Scene,
  SeatView,
} from "$/protocol/generated";
import { Animator } from "$/ui/scene/animator.svelte";
import { Foresight } from "$/ui/table/foresight";
import type { SessionSettings } from "$/ui/table/sessionSettings";
import { TableClock } from "$/ui/clock/tableClock.svelte";

/** With more steps waiting than this, the page was asleep: they are not animated. */
const BACKLOG = 3;
const NOTHING: Node = tree([]);
const NONE: ReadonlySet<string> = new Set();

function openTo(node: Node | undefined): ReadonlySet<string> {
  return node ? new Set(node.next.keys()) : NONE;
}

export class TableSession {
  model = $state.raw<TableModel | null>(null);
  connection = $state.raw<ConnectionState>({ kind: "joining" });
  /** The viewer whose view is shown. */
  shown = $state.raw<Viewer>(null);
  /** The device is being handed over: the board is hidden. */
  covered = $state(false);
  path = $state.raw<readonly string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** Why what the pointer is on cannot be used. */
  doubt = $state.raw<Refusal | null>(null);
  readonly foresight: Foresight;
  looked = $state.raw<Looked | null>(null);
  /** An animation runs or a request is under way: clicks are ignored. */
  busy = $state(false);
  /** In guided play, the moves that can be clicked, and the one that is accepted. */
  only = $state.raw<readonly Move[] | null>(null);
  guided = $state.raw<string | null>(null);
  readonly clock = new TableClock();
  readonly animator = new Animator();

  readonly seatView: SeatView | undefined = $derived(
    this.model ? seatViewOf(this.model, this.shown) : undefined,
  );
  readonly names: readonly string[] = $derived(
    (this.model?.table.seats ?? []).map((seat) => seat.name),
  );
  readonly #bare: Scene | null = $derived(
    this.looked?.scene ?? this.animator.scene ?? this.seatView?.scene ?? null,
  );
  readonly scene: Scene | null = $derived(this.#bare && sceneWithNames(this.#bare, this.names));
  readonly root: Node = $derived(
    this.looked ? NOTHING : tree(this.only ?? this.seatView?.moves ?? []),
  );
  readonly usable: ReadonlySet<string> = $derived(
    this.busy ? NONE : openTo(walk(this.root, this.path)),
  );
  readonly toAct: boolean = $derived(
    !this.animator.scene && (this.model?.table.to_act.includes(this.shown ?? -1) ?? false),
  );
  readonly #settings: SessionSettings;
  readonly #connection: Connection;
  readonly #waiting: FromServer[] = [];
  #applying = false;
  /** Only what was last seen is shown: nothing can be done yet. */
  #isOld = false;
  /** The clock that has been told that its player can choose. */
  #started: ClockView | null = null;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#connection = new Connection(socketUrl(settings.match), {
      join: () => ({
        tokens: tokensOf(settings.match),
        since: this.#isOld ? 0 : (this.model?.version ?? 0),
        name: settings.name ?? "",
      }),
      message: (message) => this.#receive(message),
      state: (state) => (this.connection = state),
      time: (now, sent) => this.clock.answered(now, sent),
      warm: () => warmUrl(settings.match),
    });
    this.foresight = new Foresight(
      () => ({ seat: this.shown, version: this.model?.version, names: this.names }),
      (request) => this.#connection.ask(request),
    );
    if (!settings.first) return;
    this.model = settings.first;
    this.#isOld = true;
    this.#followTurn(true);
  }

  open(): () => void {
    const back = () => {
      if (!document.hidden) this.#connection.now();
    };
    this.#connection.open();
    addEventListener("online", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      removeEventListener("online", back);
      document.removeEventListener("visibilitychange", back);
      this.#connection.close();
    };
  }

  /** Handle a click; `hits` are the ids under the pointer, the topmost first. */
  async hit(hits: readonly string[]): Promise<void> {
    if (this.#isOld || this.busy || this.looked || this.shown === null) return;
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
        if (this.#isOffGuide(meant.text)) return;
        this.path = meant.path;
        await this.play(meant.text);
        return;
      case "no":
        this.refusal = await this.#askWhyNot(meant.path);
    }
  }

  /** Ask why these ids under the pointer cannot be used, if they cannot. */
  async explain(hits: readonly string[]): Promise<void> {
    this.doubt = null;
    if (this.#isOld || this.busy || this.looked || this.shown === null) return;
    const meant = click(this.root, this.path, hits);
    if (meant.kind === "no") this.doubt = await this.#askWhyNot(meant.path);
  }

  deselect(): void {
    this.path = [];
    this.refusal = null;
  }

  /** Play a move in notation. */
  async play(text: string): Promise<boolean> {
    const { model, shown } = this;
    if (model === null || shown === null) return false;
    if (this.#isOffGuide(text)) return false;
    this.busy = true;
    try {
      return await this.#send({ kind: "act", seat: shown, turn: model.table.turn, text });
    } finally {
      this.path = [];
      this.busy = false;
    }
  }

  /** Play for another seat of this device, in guided play. */
  async playFor(seat: number, text: string): Promise<boolean> {
    const turn = this.model?.table.turn ?? 0;
    return this.#send({ kind: "act", seat, turn, text });
  }

  /** A request about the match itself: undo, resign, rematch, … */
  async request(request: Do["request"], target: Viewer = null): Promise<boolean> {
    const seat = this.shown ?? this.model?.seats[0];
    if (seat === undefined) return false;
    if (request === "rematch" || request === "restart") return this.#playAgain(seat, request);
    const isDone = await this.#send({ kind: "do", seat, request, target });
    // The seat's bytes leave with its player; after the start they stay in the seed.
    if (isDone && request === "leave" && this.model?.table.phase === "open")
      noteShares(this.#settings.match, []);
    return isDone;
  }

  /** Ask for another match, with bytes for its dice. */
  async #playAgain(seat: number, request: Do["request"]): Promise<boolean> {
    try {
      const pledge = await pledgeBytes(this.model?.table.offer ?? null);
      const isDone = await this.#send({ kind: "do", seat, request, ...pledge.sent });
      if (isDone) keepPledge(pledge);
      return isDone;
    } catch (error) {
      this.refusal = refusalAfter(error);
      return false;
    }
  }

  async say(message: Pick<SayMessage, "text" | "audience" | "seats">): Promise<boolean> {
    return this.#send({ kind: "say", seat: this.shown, ...message });
  }

  /** Load the page of chat before the oldest line. */
  async loadEarlierChat(): Promise<void> {
    const oldest = this.model?.chat[0];
    if (!oldest) return;
    try {
      const answer = await this.#connection.ask({ kind: "chat", before: oldest.number });
      if (answer.kind === "chat" && this.model)
        this.model = withEarlierChat(this.model, oldest.number, answer);
      else if (answer.kind === "rejected") this.refusal = answer.refusal;
    } catch (error) {
      this.refusal = refusalAfter(error);
    }
  }

  /** Show the position after a ply; the last one is the current position. */
  async look(ply: number): Promise<void> {
    if (ply >= (this.model?.table.ply ?? 0)) {
      this.looked = null;
      return;
    }
    try {
      const answer = await this.#connection.ask({ kind: "look", ply, seat: this.shown });
      if (answer.kind === "looked") this.looked = answer;
      else if (answer.kind === "rejected") this.refusal = answer.refusal;
    } catch (error) {
      this.refusal = refusalAfter(error);
    }
  }

  lookAtNow(): void {
    this.looked = null;
  }

  /** Show another seat's view, covered first where the views differ in a game that hides things. */
  showSeat(seat: Viewer): void {
    if (seat === this.shown) return;
    this.covered =
      this.#settings.hidden() && this.model !== null && !showTheSame(this.model.seatViews);
    this.shown = seat;
    this.looked = null;
    this.foresight.clear();
    this.deselect();
    this.#startTime();
  }

  uncover(): void {
    this.covered = false;
    this.#startTime();
  }

  /** The player shown can choose now: where the server waits for that, the time begins to count. */
  #startTime(): void {
    const seat = this.shown;
    const { view } = this.clock;
    if (seat === null || this.covered || !view?.covered.includes(seat)) return;
    if (view === this.#started) return;
    this.#started = view;
    // If the connection is lost, the next `welcome` leads here again.
    this.#connection.ask({ kind: "do", seat, request: "uncovered" }).catch(() => undefined);
  }

  /** Ask what a move would do, to be shown when the answer comes. */
  async preview(text: string): Promise<void> {
    try {
      await this.foresight.preview(text);
    } catch (error) {
      this.refusal = refusalAfter(error);
    }
  }

  async #askWhyNot(path: readonly string[]): Promise<Refusal | null> {
    const seat = this.shown;
    if (seat === null) return null;
    try {
      const answer = await this.#connection.ask({ kind: "ask", seat, gesture: path });
      return answer.kind === "why" || answer.kind === "rejected" ? answer.refusal : null;
    } catch (error) {
      return refusalAfter(error);
    }
  }

  async #send(request: NewRequest): Promise<boolean> {
    try {
      const answer = await this.#connection.ask(request);
      this.refusal = answer.kind === "rejected" ? answer.refusal : null;
      return answer.kind !== "rejected";
    } catch (error) {
      this.refusal = refusalAfter(error);
      return false;
    }
  }

  /** Whether the guide asks for another move; sets the refusal if so. */
  #isOffGuide(text: string): boolean {
    if (this.guided === null || text === this.guided) return false;
    this.refusal = refusalOf("GUIDED", `Not yet: the guide asks for another move.`);
    return true;
  }

  #receive(message: FromServer): void {
    if (message.kind === "rematched") {
      saveTokens(message.match, message.tokens);
      this.#settings.goToRematch(message.match);
      return;
    }
    this.clock.receive(message);
    if (message.kind === "welcome") void this.clock.learnTime(() => this.#connection.ping());
    this.#waiting.push(message);
    if (!this.#applying) void this.#applyWaiting();
  }

  async #applyWaiting(): Promise<void> {
    this.#applying = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.clock.notePlayed(next, this.shown);
      const clear = await this.#animate(next);
      this.#apply(next);
      if (clear) {
        await tick();
        clear();
      }
    }
    this.#applying = false;
  }

  /** Animate a step before its new position is shown. */
  async #animate(message: FromServer): Promise<(() => void) | null> {
    if (message.kind !== "step" || message.seat !== this.shown || !this.#isWatched()) return null;
    const scene = this.seatView?.scene;
    if (!scene || !message.motions?.length) return null;
    this.busy = true;
    this.looked = null;
    const clear = await this.animator.play(scene, stepWithNames(message, this.names));
    this.busy = false;
    return clear;
  }

  #isWatched(): boolean {
    return (
      !isMotionReduced() && !this.covered && !document.hidden && this.#waiting.length <= BACKLOG
    );
  }

  #apply(message: FromServer): void {
    noteMessage(this.#settings.match, message);
    this.animator.end();
    this.model = reduce(this.model, message);
    this.#note(message);
    if (message.kind === "step" && message.seat === this.shown) {
      const told = (message.entries ?? []).flatMap((entry) => entry.told);
      this.#settings.announce(told.map((sentence) => withNames(sentence, this.names)));
    }
    if (message.kind === "step" || message.kind === "reset") {
      this.path = prunePath(this.root, this.path);
      this.foresight.clear();
    }
    if (message.kind === "welcome" || message.kind === "step" || message.kind === "reset") {
      this.#followTurn(message.kind === "welcome");
    }
  }

  #note(message: FromServer): void {
    if (message.kind === "welcome") this.#isOld = false;
    if (this.model && !this.#isOld) this.#settings.note?.(this.model);
  }

  /** On a shared device, show the view of the seat that is to move. */
  #followTurn(arrived: boolean): void {
    const { model } = this;
    if (!model || !isConsistent(model)) return;
    const { to_act: asked, phase } = model.table;
    const next = model.seats.find((seat) => asked.includes(seat));
    if (arrived && (this.shown === null || !model.seats.includes(this.shown))) {
      this.shown = null;
      this.showSeat(next ?? model.seats[0] ?? null);
    } else if (next !== undefined && this.#isIdle(asked) && this.only === null) {
      this.showSeat(next);
    }
    if (phase !== "playing") this.covered = false;
    this.#startTime();
  }

  #isIdle(asked: readonly number[]): boolean {
    return this.shown === null || !asked.includes(this.shown);
  }
}
