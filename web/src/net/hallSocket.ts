/**
 * The lists of the hall. The server sends what changes; while no socket can be had, they are asked
 * for now and then.
 */
import { tournamentNews } from "$/lib/tournamentNews.svelte";
import { api } from "$/net/http";
import { backoff, hallSocketUrl } from "$/net/sockets";
import { transport, type Line } from "$/net/transport";
import type {
  ChallengeNews,
  FromHall,
  InboxChange,
  HallTalk,
  ListChange,
  MatchCard,
  SeekNews,
  TopMatches,
} from "$/protocol/generated";

export interface Lists {
  readonly own: readonly MatchCard[];
  readonly open: readonly MatchCard[];
  readonly playing: readonly MatchCard[];
}

/** Who wants to know what waits for the person. */
export interface InboxReader {
  /** A socket is being opened: what came before is to be asked for. */
  load: () => Promise<void>;
  receive: (change: InboxChange | ChallengeNews) => void;
}

/** What else comes on the hall's socket. */
export type HallNews = SeekNews | HallTalk | TopMatches;
/** What a page wants beside lists. */
export type Wish = "chat" | "watch";

const readers = new Set<(news: HallNews) => void>();
const openings = new Set<() => void>();

/** Read what comes on any socket of the hall, until the returned function is called. */
export function readNews(reader: (news: HallNews) => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Call this whenever a socket of the hall is opened: what came before is to be asked for. */
export function onOpening(ask: () => void): void {
  openings.add(ask);
}

type Cards = Map<string, MatchCard>;

/** How often to ask without a socket, in milliseconds. */
const ASK = 30_000;

export class HallSocket {
  readonly #show: ((lists: Lists | null) => void) | null;
  readonly #inbox: InboxReader | null;
  readonly #wish: Wish | null;
  #lists: Record<ListChange["name"], Cards> = { public: new Map(), own: new Map() };
  #socket: Line | null = null;
  #tries = 0;
  #retryAfter: number | null = null;
  #askedAt = -Infinity;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /**
   * `show` is called with the lists whenever they change; with `null` if they cannot be had. Without
   * it there are no lists on the socket.
   */
  constructor(
    show: ((lists: Lists | null) => void) | null,
    inbox: InboxReader | null = null,
    wish: Wish | null = null,
  ) {
    this.#show = show;
    this.#inbox = inbox;
    this.#wish = wish;
  }

  open(): void {
    const wish = this.#wish === null ? {} : { [this.#wish]: "yes" };
    const socket = transport.open(
      hallSocketUrl(this.#show !== null, { ...wish, ...tournamentNews.asked }),
    );
    tournamentNews.opened();
    void this.#inbox?.load();
    socket.onopen = () => {
      for (const ask of openings) ask();
    };
    this.#socket = socket;
    socket.onmessage = (event) => {
      this.#receive(JSON.parse(event.data) as FromHall);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#onClose();
    };
  }

  /** Close without reconnecting: the page leaves the hall. */
  close(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #receive(message: FromHall): void {
    if (message.kind === "closing") {
      this.#retryAfter = message.retry;
      return;
    }
    this.#tries = 0;
    if (message.kind === "list") this.#receiveList(message);
    else if (message.kind === "tournament" || message.kind === "call")
      tournamentNews.receive(message);
    else if (message.kind === "inbox" || message.kind === "challenges")
      this.#inbox?.receive(message);
    else for (const read of readers) read(message);
  }

  #receiveList(message: ListChange): void {
    if (message.whole) this.#lists[message.name] = new Map();
    const cards = this.#lists[message.name];
    for (const card of message.put) cards.set(card.match, card);
    for (const match of message.gone) cards.delete(match);
    // At first the public list comes alone, and own matches would stand in it.
    if (!(message.whole && message.name === "public")) this.#showLists();
  }

  #showLists(): void {
    const { own, public: all } = this.#lists;
    const others = [...all.values()].filter((card) => !own.has(card.match)).sort(newestFirst);
    this.#show?.({
      own: [...own.values()].sort(newestFirst),
      open: others.filter((card) => card.phase === "open"),
      playing: others.filter((card) => card.phase === "playing"),
    });
  }

  #onClose(): void {
    const retryIn = this.#retryAfter ?? backoff(this.#tries);
    // A socket that worked is back in a moment; one that cannot be had is not waited for.
    if (this.#show && this.#tries > 0 && performance.now() - this.#askedAt >= ASK) void this.#ask();
    this.#tries += 1;
    this.#retryAfter = null;
    this.#retry = setTimeout(() => this.open(), retryIn);
  }

  async #ask(): Promise<void> {
    this.#askedAt = performance.now();
    const socket = this.#socket;
    try {
      const [own, open, playing] = await Promise.all([
        api.matches({ mine: true }),
        api.matches({ phase: "open" }),
        api.matches({ phase: "playing" }),
      ]);
      // What the socket has sent meanwhile is newer; after `close` nobody looks.
      if (socket === null || this.#tries === 0) return;
      this.#lists = {
        own: byMatch(own.matches.filter((card) => card.phase !== "finished")),
        public: byMatch([...open.matches, ...playing.matches]),
      };
      this.#showLists();
    } catch {
      if (this.#socket !== null) this.#show?.(null);
    }
  }
}

function byMatch(cards: readonly MatchCard[]): Cards {
  return new Map(cards.map((card) => [card.match, card]));
}

function newestFirst(a: MatchCard, b: MatchCard): number {
  return b.created - a.created;
}
