import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HallSocket, type Lists } from "$/net/hallSocket";
import { api } from "$/net/http";
import type { FromHall, MatchCard } from "$/protocol/generated";

/** A socket whose other end is the test. */
class Wire {
  static all: Wire[] = [];
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  close() {
    this.onclose();
  }
  receive(message: FromHall) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const card = (match: string, created: number, phase: MatchCard["phase"] = "open") =>
  ({ match, created, phase }) as MatchCard;
const list = (
  name: "public" | "own",
  put: readonly MatchCard[],
  gone: readonly string[] = [],
  whole = false,
): FromHall => ({ kind: "list", name, put, gone, whole });

let shown: (Lists | null)[] = [];
let hall: HallSocket;
const wire = () => Wire.all.at(-1) ?? new Wire("");
const last = () => shown.at(-1);
const names = (cards: readonly MatchCard[] | undefined) => cards?.map((one) => one.match);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  Wire.all = [];
  shown = [];
  hall = new HallSocket((lists) => shown.push(lists));
  hall.open();
});
afterEach(() => {
  hall.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the lists of the hall", () => {
  it("are shown when both have come, newest first, own matches once", () => {
    wire().receive(list("public", [card("a", 1), card("b", 2), card("c", 3, "playing")], [], true));
    expect(shown).toEqual([]);
    wire().receive(list("own", [card("b", 2)], [], true));
    expect(names(last()?.own)).toEqual(["b"]);
    expect(names(last()?.open)).toEqual(["a"]);
    expect(names(last()?.playing)).toEqual(["c"]);
  });

  it("follow what changes", () => {
    wire().receive(list("public", [card("a", 1)], [], true));
    wire().receive(list("own", [], [], true));
    wire().receive(list("public", [card("b", 2)]));
    expect(names(last()?.open)).toEqual(["b", "a"]);
    wire().receive(list("public", [card("b", 2, "playing")], ["a"]));
    expect(names(last()?.open)).toEqual([]);
    expect(names(last()?.playing)).toEqual(["b"]);
  });

  it("begin anew with the next socket", async () => {
    wire().receive(list("public", [card("a", 1)], [], true));
    wire().receive(list("own", [], [], true));
    wire().receive({ kind: "closing", retry: 1_000 });
    wire().close();
    await vi.advanceTimersByTimeAsync(999);
    expect(Wire.all.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    wire().receive(list("public", [card("b", 2)], [], true));
    wire().receive(list("own", [], [], true));
    expect(names(last()?.open)).toEqual(["b"]);
  });

  it("are asked for seldom while there is no socket", async () => {
    const asked = vi
      .spyOn(api, "matches")
      .mockImplementation(({ phase }) =>
        Promise.resolve({ matches: phase ? [card(phase, 1, phase)] : [], next: null }),
      );
    for (let second = 0; second < 60; second++) {
      if (Wire.all.length > 0) wire().close();
      Wire.all = [];
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(names(last()?.open)).toEqual(["open"]);
    expect(names(last()?.playing)).toEqual(["playing"]);
    expect(asked.mock.calls.length).toBe(2 * 3);
  });

  it("say when they cannot be had", async () => {
    vi.spyOn(api, "matches").mockRejectedValue(new Error("offline"));
    wire().close();
    await vi.advanceTimersByTimeAsync(1_000);
    wire().close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown).toEqual([null]);
  });

  it("stop when the page leaves the hall", async () => {
    hall.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Wire.all.length).toBe(1);
  });
});
