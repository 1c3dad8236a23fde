import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Asked, FromWorker, ToWorker, Told } from "$/worker/messages";

/** What the hosts of all tabs were asked, and how they answer. */
const taken: { version: string; tab: string; message: Asked; tell: (told: Told) => void }[] = [];
const forgotten: string[] = [];

vi.mock("$/worker/host", () => ({
  Host: class {
    readonly #version: string;
    constructor(_: string, version: string) {
      this.#version = version;
    }
    take(tab: string, message: Asked, tell: (told: Told) => void): Promise<void> {
      taken.push({ version: this.#version, tab, message, tell });
      return Promise.resolve();
    }
    forget(tab: string): void {
      forgotten.push(tab);
    }
  },
}));

/** The browser's locks, as far as tabs use them. A tab that is closed loses its own. */
class Locks {
  readonly #held = new Map<string, Tab | null>();
  readonly #waiting: { name: string; tab: Tab | null; run: () => unknown }[] = [];
  query = () => Promise.resolve({});
  async request(name: string, second: unknown, third?: (lock: unknown) => unknown): Promise<void> {
    const run = (third ?? second) as (lock: unknown) => unknown;
    const tab = Tab.running;
    if (!this.#held.has(name)) return this.#grant(name, tab, () => run({}));
    if (third) {
      await run(null);
      return;
    }
    return new Promise((resolve) => {
      this.#waiting.push({
        name,
        tab,
        run: () => void this.#grant(name, tab, () => run({})).then(resolve),
      });
    });
  }
  async #grant(name: string, tab: Tab | null, run: () => unknown): Promise<void> {
    this.#held.set(name, tab);
    await inTab(tab, run);
    this.release(name);
  }
  release(name: string): void {
    this.#held.delete(name);
    const next = this.#waiting.findIndex((one) => one.name === name);
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.run();
  }
  close(tab: Tab): void {
    for (const [name, holder] of [...this.#held]) if (holder === tab) this.release(name);
  }
}

/** Channels of one name: what one says, all others hear. */
class Channel {
  static all: Channel[] = [];
  onmessage: (event: { data: unknown }) => void = () => undefined;
  readonly tab = Tab.running;
  constructor() {
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all)
      if (other !== this && !other.tab?.isClosed) inTab(other.tab, () => other.onmessage({ data }));
  }
}

function inTab<T>(tab: Tab | null, work: () => T): T {
  const before = Tab.running;
  Tab.running = tab;
  try {
    return work();
  } finally {
    Tab.running = before;
  }
}

/** A worker of a tab: a copy of the module, and what it told its page. */
class Tab {
  static running: Tab | null = null;
  readonly told: FromWorker[] = [];
  isClosed = false;
  hear: (message: ToWorker) => void = () => undefined;

  static async open(version: string): Promise<Tab> {
    const tab = new Tab();
    vi.resetModules();
    Tab.running = tab;
    await import("$/worker/hall");
    const handler = globalThis.onmessage as unknown as (event: { data: ToWorker }) => void;
    tab.hear = (data) => inTab(tab, () => handler({ data }));
    tab.hear({ kind: "start", base: "/", version });
    await settle();
    return tab;
  }
  close(): void {
    this.isClosed = true;
    locks.close(this);
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const request = (id: number, method = "GET"): Asked => ({
  kind: "request",
  id,
  method,
  path: "/api/games",
  body: "",
});
const answer = (id: number): Told => ({ kind: "answer", id, status: 200, headers: {}, body: "" });
let locks = new Locks();

beforeEach(() => {
  taken.length = forgotten.length = 0;
  Channel.all = [];
  locks = new Locks();
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("postMessage", (message: FromWorker) => Tab.running?.told.push(message));
});
afterEach(() => {
  Tab.running = null;
  vi.unstubAllGlobals();
});

it("runs the hall in the first tab, which answers its own page", async () => {
  const first = await Tab.open("1");
  first.hear(request(1));
  expect(taken.map(({ message }) => message)).toEqual([request(1)]);
  inTab(first, () => taken[0]?.tell(answer(1)));
  expect(first.told).toEqual([answer(1)]);
});

it("lets a second tab ask the first one", async () => {
  const first = await Tab.open("1");
  const second = await Tab.open("1");
  expect(second.told).toEqual([{ kind: "elsewhere" }]);
  second.hear(request(2));
  expect(taken.map(({ message }) => message)).toEqual([request(2)]);
  inTab(first, () => taken[0]?.tell(answer(2)));
  expect(second.told.at(-1)).toEqual(answer(2));
  expect(first.told).toEqual([]);
  second.close();
  await settle();
  expect(forgotten).toEqual([taken[0]?.tab]);
});

it("does not mix two versions in two tabs", async () => {
  await Tab.open("1");
  const newer = await Tab.open("2");
  newer.hear(request(3));
  expect(taken).toEqual([]);
  expect(newer.told.at(-1)).toEqual({ kind: "trouble", code: "other-tab" });
});

it("moves the hall to another tab when the first is closed, and asks again what it can", async () => {
  const first = await Tab.open("1");
  const second = await Tab.open("1");
  second.hear({ kind: "open", line: 9, path: "/api/hall/socket" });
  second.hear(request(4));
  second.hear(request(5, "POST"));
  second.hear(request(6));
  inTab(first, () =>
    taken.find(({ message }) => "id" in message && message.id === 6)?.tell(answer(6)),
  );
  taken.length = 0;
  first.close();
  await settle();
  expect(second.told).toContainEqual({ kind: "closed", line: 9, code: 1012 });
  expect(second.told).toContainEqual(
    expect.objectContaining({ kind: "answer", id: 5, status: 503 }),
  );
  expect(taken.map(({ message }) => message)).toEqual([request(4)]);
});

it("runs the hall in every tab where the browser has no locks", async () => {
  vi.stubGlobal("navigator", {});
  const only = await Tab.open("1");
  only.hear(request(7));
  expect(taken.length).toBe(1);
});
