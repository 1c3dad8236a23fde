/** The socket of a table: joins, sends requests, reconnects, and reports its state. */
import { isHere } from "$/lib/here.svelte";
import { reloadIfOutdated } from "$/net/outdated";
import { backoff } from "$/net/sockets";
import { transport, type Line } from "$/net/transport";
import type { FromClient, FromServer, Join } from "$/protocol/generated";

export type ConnectionState =
  | { readonly kind: "joining" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly retryIn: number }
  | { readonly kind: "ended"; readonly code: number };

export type Request = Extract<FromClient, { id: string }>;
/** Distributes over the union, so that each request keeps its own fields. */
type WithoutId<R> = R extends Request ? Omit<R, "id"> : never;
export type NewRequest = WithoutId<Request>;

export interface Hooks {
  /** The first message: tokens, and the version up to which the page knows the match. */
  readonly join: () => Omit<Join, "kind">;
  readonly message: (message: FromServer) => void;
  readonly state: (state: ConnectionState) => void;
  /** The server's time, in the answer to a ping that was sent at that instant of our clock. */
  readonly time?: (now: number, sent: number) => void;
  /** The address of a socket that would be quicker, if there is one. */
  readonly warm?: () => Promise<string | null>;
}

/** Raised for a request that will not be answered. An `act` is sent again instead. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

interface Pending {
  readonly request: Request;
  readonly resolve: (answer: FromServer) => void;
  readonly reject: (error: ConnectionLost) => void;
}

/** Close codes after which it makes no sense to reconnect. */
const FINAL = new Set([1000, 4400, 4401, 4403, 4404, 4409, 4410, 4411]);
const OPENING = "The hall is still opening. Try again in a moment.";
const HEARTBEAT = 20_000;
const SILENCE = 10_000;
/** How long a quicker socket may take to welcome us before the usual one is opened. */
const WARM = 2_000;
/** Hosts that did not welcome us: a page tries each of them once. */
const unreachable = new Set<string>();

export class Connection {
  readonly #url: string;
  readonly #hooks: Hooks;
  readonly #pending = new Map<string, Pending>();
  #socket: Line | null = null;
  #tries = 0;
  #joined = false;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retryAfter: number | null = null;
  #warmth: ReturnType<typeof setTimeout> | undefined;
  #asking = false;

  constructor(url: string, hooks: Hooks) {
    this.#url = url;
    this.#hooks = hooks;
  }

  open(): void {
    clearTimeout(this.#retry);
    this.#hooks.state({ kind: "joining" });
    const { warm } = this.#hooks;
    if (!warm) {
      this.#openAt(this.#url);
      return;
    }
    this.#asking = true;
    void warm()
      .then((url) => this.#openAnswered(url && !unreachable.has(hostOf(url)) ? url : this.#url))
      // Some browsers throw where a policy forbids a socket.
      .catch(() => this.#openAnswered(this.#url));
  }

  #openAnswered(url: string): void {
    this.#asking = false;
    if (!this.#closed) this.#openAt(url);
  }

  #openAt(url: string): void {
    const socket = transport.open(url);
    this.#socket = socket;
    if (url !== this.#url) this.#warmth = setTimeout(() => this.#openUsual(socket, url), WARM);
    socket.onopen = () => {
      const join: Join = { kind: "join", ...this.#hooks.join() };
      socket.send(JSON.stringify(join));
    };
    socket.onmessage = (event) => {
      this.#receive(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      // Whatever keeps it from welcoming us there, the usual address says it better.
      if (url !== this.#url && !this.#joined) this.#openUsual(socket, url);
      else this.#onClose(event.code);
    };
  }

  /** Give up on a socket that would have been quicker. */
  #openUsual(slow: Line, url: string): void {
    clearTimeout(this.#warmth);
    unreachable.add(hostOf(url));
    this.#openAt(this.#url);
    slow.close();
  }

  /** Close without reconnecting: the page leaves the table. */
  close(): void {
    this.#closed = true;
    this.#stopTimers();
    clearTimeout(this.#retry);
    clearTimeout(this.#warmth);
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** Reconnect at once: the network or the page is back. */
  now(): void {
    if (this.#socket === null && !this.#asking && !this.#closed) this.open();
  }

  /** Send a request and wait for its answer. */
  ask(request: NewRequest): Promise<FromServer> {
    const whole = { ...request, id: crypto.randomUUID() } as Request;
    return new Promise((resolve, reject) => {
      if (!this.#joined && whole.kind !== "act") {
        reject(new ConnectionLost(isHere ? OPENING : "No connection to the server. Reconnecting…"));
        return;
      }
      this.#pending.set(whole.id, { request: whole, resolve, reject });
      if (this.#joined) this.#send(whole);
    });
  }

  /** Ask the server for its time. */
  async ping(): Promise<void> {
    const sent = performance.now();
    const answer = await this.ask({ kind: "ping" });
    if (answer.kind === "pong") this.#hooks.time?.(answer.now, sent);
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: FromServer): void {
    if (message.kind === "closing") this.#retryAfter = message.retry;
    if (message.kind === "welcome") this.#onWelcome(message.protocol);
    this.#hooks.message(message);
    const id = requestIdOf(message);
    const pending = id === null ? undefined : this.#pending.get(id);
    if (pending && id !== null) {
      this.#pending.delete(id);
      pending.resolve(message);
    }
  }

  #onWelcome(protocol: number): void {
    reloadIfOutdated(protocol);
    this.#joined = true;
    clearTimeout(this.#warmth);
    this.#tries = 0;
    this.#retryAfter = null;
    this.#hooks.state({ kind: "open" });
    for (const { request } of this.#pending.values()) this.#send(request);
    this.#beat = setInterval(() => void this.#heartbeat(), HEARTBEAT);
  }

  async #heartbeat(): Promise<void> {
    this.#silence = setTimeout(() => this.#socket?.close(4000), SILENCE);
    try {
      await this.ping();
    } catch {
      // The socket is closed already; its handler reconnects.
    } finally {
      clearTimeout(this.#silence);
    }
  }

  #stopTimers(): void {
    this.#joined = false;
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
  }

  #onClose(code: number): void {
    this.#stopTimers();
    this.#socket = null;
    for (const [id, { request, reject }] of this.#pending) {
      if (request.kind === "act" && !FINAL.has(code)) continue;
      this.#pending.delete(id);
      reject(new ConnectionLost("The connection was lost. Try again once you are reconnected."));
    }
    if (this.#closed) return;
    if (FINAL.has(code)) {
      this.#hooks.state({ kind: "ended", code });
      return;
    }
    const retryIn = this.#retryAfter ?? backoff(this.#tries);
    this.#tries += 1;
    this.#hooks.state({ kind: "lost", retryIn });
    this.#retry = setTimeout(() => this.open(), retryIn);
  }
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** The id of the request that a message answers. */
function requestIdOf(message: FromServer): string | null {
  switch (message.kind) {
    case "step":
      return message.answers ?? null;
    case "accepted":
    case "rejected":
    case "why":
    case "looked":
    case "chat":
    case "pong":
      return message.id;
    default:
      return null;
  }
}
