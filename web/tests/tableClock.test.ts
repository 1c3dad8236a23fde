import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClockView, FromServer, SeatView, StepMessage, TableView } from "$/protocol/generated";
import { TableSession } from "$/ui/table/session.svelte";
import { recorded } from "./recorded";

/** A socket whose other end is the test. */
class Wire {
  static last: Wire;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  readonly sent: Record<string, unknown>[] = [];

  constructor() {
    Wire.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    // Nobody waits for it.
  }
  receive(message: Partial<FromServer>) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const played = recorded.find((one) => one.game === "elemental-clash");
if (!played) throw new Error("Elemental Clash was not recorded");
const clockUntil = (end: number, more: Partial<ClockView> = {}): ClockView => ({
  mode: "turn",
  left: [10_000, 10_000],
  running: [0, 1],
  ends: [end, end],
  deadline: end,
  paused: false,
  covered: [],
  vacations: [],
  ...more,
});
const table = (clock: ClockView) =>
  ({ phase: "playing", to_act: [0, 1], seats: [], turn: 1, ply: 0, clock }) as Partial<TableView>;
const seatView = (seat: number): SeatView => ({
  seat,
  scene: { ...played.first, headline: `for ${seat}`, cards: seat === 0 ? played.first.cards : [] },
  moves: [],
  audiences: [],
  view: null,
  log: [],
});

async function opened(clock: ClockView, seats = [0]): Promise<TableSession> {
  const session = new TableSession({
    match: "m",
    hidden: () => true,
    announce: () => undefined,
    goToRematch: () => undefined,
  });
  session.open();
  await settled();
  Wire.last.onopen();
  Wire.last.receive({
    kind: "welcome",
    version: 1,
    now: 100_000,
    table: table(clock) as TableView,
    seats,
    seat_views: seats.map(seatView),
    since_ply: 0,
    chat: [],
    earlier_chat: false,
  });
  await settled();
  return session;
}

/** What has arrived is applied. */
const settled = () => vi.advanceTimersByTimeAsync(0);
const requests = () => Wire.last.sent.filter((message) => message["kind"] === "do");
const step = (seat: number, more: Partial<StepMessage>): Partial<StepMessage> => ({
  kind: "step",
  seat,
  version: 2,
  now: 101_000,
  ply: 1,
  turn: 2,
  to_act: [1],
  clock: clockUntil(115_000),
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  // Nobody says where the match is warm, so the usual address is opened.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no hall")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the clock of a table", () => {
  it("is known when a step arrives, not after its motions", async () => {
    const session = await opened(clockUntil(112_000));
    session.animator.attach(document.createElement("div"));
    const motions = [
      { kind: "flip", target: "", path: [], text: "", beat: 0, milliseconds: 0 } as const,
    ];
    Wire.last.receive(step(0, { motions }));
    await settled();
    expect(session.busy).toBe(true);
    expect(session.clock.view?.deadline).toBe(115_000);
    expect(Math.abs(session.clock.now() - 101_000)).toBeLessThan(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(Math.abs(session.clock.now() - 104_000)).toBeLessThan(1);
  });

  it("asks for the server's time at once", async () => {
    await opened(clockUntil(112_000));
    expect(Wire.last.sent.map((message) => message["kind"])).toEqual(["join", "ping"]);
  });

  it("asks again for the server's time while answers are slow", async () => {
    const session = await opened(clockUntil(112_000));
    const began = performance.now();
    const serverTime = () => 100_000 + performance.now() - began;
    const answer = async (wait: number) => {
      const id = String(Wire.last.sent.at(-1)?.["id"]);
      await vi.advanceTimersByTimeAsync(wait);
      Wire.last.receive({ kind: "pong", id, now: serverTime() });
      await vi.advanceTimersByTimeAsync(250);
    };
    const pings = () => Wire.last.sent.filter((message) => message["kind"] === "ping").length;
    await answer(400);
    expect(pings()).toBe(2);
    await answer(4);
    expect(pings()).toBe(2);
    expect(Math.abs(session.clock.now() - serverTime())).toBeLessThan(20);
  });

  it("notes what was played for the player shown", async () => {
    const session = await opened(clockUntil(112_000));
    const entry = {
      ply: 1,
      seat: 0,
      text: "auto",
      told: ["Seat 1 picks."],
      cause: "clock",
    } as const;
    Wire.last.receive(step(0, { entries: [entry] }));
    await settled();
    expect(session.clock.played).toBe("Seat 1 picks.");
  });
});

describe("a shared device", () => {
  it("tells when a player uncovers it, where the clock waits for that", async () => {
    const session = await opened(clockUntil(172_000, { covered: [0] }), [0, 1]);
    expect([session.shown, session.covered]).toEqual([0, true]);
    expect(requests()).toEqual([]);
    session.uncover();
    expect(requests()).toMatchObject([{ seat: 0, request: "uncovered" }]);
  });

  it("says nothing where no clock waits", async () => {
    const session = await opened(clockUntil(112_000), [0, 1]);
    session.uncover();
    expect(requests()).toEqual([]);
  });

  it("tells at once if there is nothing to cover", async () => {
    await opened(clockUntil(172_000, { covered: [0] }), [0]);
    expect(requests()).toMatchObject([{ seat: 0, request: "uncovered" }]);
  });
});
