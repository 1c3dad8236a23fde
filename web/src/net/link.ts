/** The line to a table: joins, answers, comes back after every loss, and says how it stands. */
import type { FromClient, FromServer, Join } from "$/protocol/generated";

export type LinkState =
  | { readonly kind: "joining" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly retryIn: number }
  | { readonly kind: "ended"; readonly code: number };

export type Request = Extract<FromClient, { id: string }>;
/** Distributes over the union, so that each request keeps its own fields. */
type WithoutId<R> = R extends Request ? Omit<R, "id"> : never;
export type NewRequest = WithoutId<Request>;

export interface Hooks {
  /** What to say first: tokens, and up to where the page knows the match. */
  readonly join: () => Omit<Join, "kind">;
  readonly message: (message: FromServer) => void;
  readonly state: (state: LinkState) => void;
}

/** Said where an answer can no longer come; an `act` is sent again instead. */
export class LineLost extends Error {
  override readonly name = "LineLost";
}

interface Pending {
  readonly request: Request;
  readonly resolve: (answer: FromServer) => void;
  readonly reject: (error: LineLost) => void;
}

/** Codes after which asking again would give the same answer. */
const FINAL = new Set([1000, 4400, 4401, 4403, 4404, 4409]);
const FIRST_RETRY = 250;
const LAST_RETRY = 8_000;
const HEARTBEAT = 20_000;
const SILENCE = 10_000;

export class Link {
  readonly #url: string;
  readonly #hooks: Hooks;
  readonly #pending = new Map<string, Pending>();
  #socket: WebSocket | null = null;
  #tries = 0;
  #joined = false;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retryAfter: number | null = null;

  constructor(url: string, hooks: Hooks) {
    this.#url = url;
    this.#hooks = hooks;
  }

  open(): void {
    clearTimeout(this.#retry);
    this.#hooks.state({ kind: "joining" });
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      const join: Join = { kind: "join", ...this.#hooks.join() };
      socket.send(JSON.stringify(join));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#received(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  /** For good: the page leaves the table. */
  close(): void {
    this.#closed = true;
    this.#quiet();
    clearTimeout(this.#retry);
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** Do not wait for the next try: the network or the page is back. */
  now(): void {
    if (this.#socket === null && !this.#closed) this.open();
  }

  /** Sends a request and waits for its one answer. */
  ask(request: NewRequest): Promise<FromServer> {
    const whole = { ...request, id: crypto.randomUUID() } as Request;
    return new Promise((resolve, reject) => {
      if (!this.#joined && whole.kind !== "act") {
        reject(new LineLost("The line to the server is down."));
        return;
      }
      this.#pending.set(whole.id, { request: whole, resolve, reject });
      if (this.#joined) this.#send(whole);
    });
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #received(message: FromServer): void {
    if (message.kind === "closing") this.#retryAfter = message.retry;
    if (message.kind === "welcome") this.#welcomed();
    this.#hooks.message(message);
    const id = answered(message);
    const pending = id === null ? undefined : this.#pending.get(id);
    if (pending && id !== null) {
      this.#pending.delete(id);
      pending.resolve(message);
    }
  }

  #welcomed(): void {
    this.#joined = true;
    this.#tries = 0;
    this.#retryAfter = null;
    this.#hooks.state({ kind: "open" });
    for (const { request } of this.#pending.values()) this.#send(request);
    this.#beat = setInterval(() => void this.#heartbeat(), HEARTBEAT);
  }

  async #heartbeat(): Promise<void> {
    this.#silence = setTimeout(() => this.#socket?.close(4000), SILENCE);
    try {
      await this.ask({ kind: "ping" });
    } catch {
      // The close handler is already at work.
    } finally {
      clearTimeout(this.#silence);
    }
  }

  #quiet(): void {
    this.#joined = false;
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
  }

  #lost(code: number): void {
    this.#quiet();
    this.#socket = null;
    for (const [id, { request, reject }] of this.#pending) {
      if (request.kind === "act" && !FINAL.has(code)) continue;
      this.#pending.delete(id);
      reject(new LineLost("The line to the server was cut."));
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

/** Longer after every failure, and not the same for everybody. */
export function backoff(tries: number, chance: number = Math.random()): number {
  const full = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** tries);
  return Math.round(full * (0.5 + chance / 2));
}

/** The id of the request that a message answers. */
function answered(message: FromServer): string | null {
  switch (message.kind) {
    case "step":
      return message.answers ?? null;
    case "accepted":
    case "rejected":
    case "why":
    case "looked":
    case "pong":
      return message.id;
    default:
      return null;
  }
}

/** Where the socket of a table is, for the page that is open. */
export function socketUrl(match: string, here: Location = location): string {
  const scheme = here.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${here.host}/api/matches/${encodeURIComponent(match)}/socket`;
}
