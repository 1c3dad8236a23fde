import { describe, expect, it } from "vitest";
import { inkOn, mark, paint } from "$/board/seats";
import { parse } from "$/lib/router.svelte";
import { DEFAULTS, parseSettings } from "$/lib/settings.svelte";
import { spoken, timeLeft } from "$/match/clock";
import { declinedText, endedText, listed, outcomeText, turnText } from "$/match/words";
import { forgetTokens, saveTokens, tokensOf } from "$/net/seatTokens";
import { previewWithNames } from "$/match/names";
import type { ClockView, TableView } from "$/protocol/generated";
import { clockOf, levelName, nameSeats } from "$/ui/setup/plan";
import { hoveredMove, under } from "$/ui/scene/hints";
import { titled } from "./recorded";
import { tree } from "$/board/gestures";

describe("a proposal that was declined", () => {
  const seat = (number: number, name: string, kind: "person" | "bot") => ({
    seat: number,
    name,
    kind,
    level: "",
    ready: true,
    here: true,
    left: false,
  });
  const seats = [seat(0, "Ann", "person"), seat(1, "Bob", "person"), seat(2, "Rat", "bot")];

  it("names who declined it", () => {
    expect(declinedText({ what: "draw", by: 0, declined_by: 1 }, seats)).toBe(
      "Bob declined your offer of a draw.",
    );
  });

  it("has lapsed when a computer opponent moved on", () => {
    expect(declinedText({ what: "undo", by: 0, declined_by: 2 }, seats)).toContain("lapsed");
  });
});

describe("clocks", () => {
  const clock: ClockView = {
    mode: "turn",
    left: [9_000, 8_000],
    running: [1],
    ends: [10_000],
    deadline: 10_000,
    paused: false,
    covered: [],
    vacations: [],
  };

  it("run towards the deadline for who is asked, and stand for the others", () => {
    expect(timeLeft(clock, 1, 4_000)).toBe(6_000);
    expect(timeLeft(clock, 0, 4_000)).toBe(9_000);
    expect(timeLeft(clock, 1, 99_000)).toBe(0);
    expect(timeLeft({ ...clock, paused: true }, 1, 4_000)).toBe(8_000);
    expect(timeLeft({ ...clock, left: [] }, 0, 0)).toBeNull();
  });

  it.each([
    [0, "0.0"],
    [9_450, "9.4"],
    [65_000, "1:05"],
    [3_725_000, "1:02:05"],
    [97_200_000, "1 d 3 h"],
    [-5, "0.0"],
  ])("say %i milliseconds as %s", (time, text) => {
    expect(spoken(time)).toBe(text);
  });

  it("are sent in milliseconds", () => {
    const form = { mode: "fischer", seconds: 1, minutes: 3, increment: 2, days: 1 } as const;
    expect(clockOf(form)).toEqual({ mode: "fischer", base: 180_000, increment: 2_000 });
    expect(clockOf({ ...form, mode: "days" })).toEqual({ mode: "days", base: 86_400_000 });
    expect(clockOf({ ...form, mode: "none" })).toEqual({ mode: "none" });
  });
});

describe("seats", () => {
  it("get names, except the first person and open seats", () => {
    const bot = { kind: "bot", level: "easy" } as const;
    const plans = [{ kind: "mine" }, bot, { kind: "mine" }, { kind: "open" }, bot] as const;
    const names = nameSeats(plans).map((plan) => plan.name);
    expect([names[0], names[2], names[3]]).toEqual([undefined, "Player 3", undefined]);
    expect(new Set(names.filter(Boolean)).size).toBe(3);
  });
});

describe("levels", () => {
  it("are listed with their ratings where these are known", () => {
    const level = { name: "easy", text: "" };
    expect(levelName({ ...level, rating: null })).toBe("Computer, easy");
    expect(levelName({ ...level, rating: 900 })).toBe("Computer, easy (rating 900)");
  });
});

describe("sentences", () => {
  const seat = (name: string, index: number) => ({
    seat: index,
    name,
    kind: "person" as const,
    level: "",
    ready: true,
    here: true,
    left: false,
  });
  const table = {
    phase: "playing",
    seats: ["Ann", "Bo", "Cy"].map(seat),
    to_act: [1],
    result: null,
  } as unknown as TableView;

  it("say whose turn it is", () => {
    expect(turnText(table, [0])).toBe("Waiting for Bo to move");
    expect(turnText({ ...table, to_act: [0, 1, 2, 3] }, [])).toBe("Waiting for 4 players to move");
    expect(turnText(table, [1])).toBe("Your turn");
    expect(turnText({ ...table, to_act: [0, 1] }, [0])).toBe("Your turn. Bo is choosing too.");
    expect(turnText(table, [0, 1, 2])).toBe("Bo to move");
    expect(turnText({ ...table, phase: "open" }, [])).toBe("Waiting for players");
  });

  it("say how it ended", () => {
    const text = "Seat 2 wins: the base of seat 1 has fallen.";
    const result = { payoffs: [-1, 1], reason: "base", text, final: true };
    expect(outcomeText(result, ["Ann", "Bo"])).toBe("Bo wins: the base of Ann has fallen.");
  });

  it("say why a connection has ended, and what to do", () => {
    expect(endedText(4411)).toContain("another device");
    expect(endedText(4401)).toBe("Disconnected. Reload the page to reconnect.");
  });

  it("are made of words", () => {
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("addresses", () => {
  it.each([
    ["", { page: "hall" }],
    ["#/", { page: "hall" }],
    ["#/play/jarls", { page: "setup", game: "jarls" }],
    ["#/table/x%2Fy", { page: "table", match: "x/y" }],
    ["#/replay", { page: "replay", match: "" }],
    ["#/settings", { page: "settings" }],
    ["#/play", { page: "lost", path: "#/play" }],
    ["#/a/b/c", { page: "lost", path: "#/a/b/c" }],
    ["#/%E0%A4%A", { page: "lost", path: "#/%E0%A4%A" }],
  ])("%s leads to its page", (hash, route) => {
    expect(parse(hash)).toEqual(route);
  });
});

describe("what is kept on the device", () => {
  it("is what was liked, without what is odd", () => {
    expect(parseSettings('{"theme":"dark","volume":"loud","else":1}')).toEqual({
      ...DEFAULTS,
      theme: "dark",
    });
    expect(parseSettings("not json")).toEqual(DEFAULTS);
    expect(parseSettings(null)).toMatchObject({ sound: true, volume: 30 });
  });

  it("is the key to every seat", () => {
    localStorage.clear();
    saveTokens("m1", ["a"], 1);
    saveTokens("m2", ["b"], 2);
    saveTokens("m1", ["a", "c"], 3);
    expect(tokensOf("m1")).toEqual(["a", "c"]);
    forgetTokens("m1");
    expect(tokensOf("m1")).toEqual([]);
    localStorage.setItem("meadhall.seats", "{broken");
    expect(tokensOf("m2")).toEqual([]);
  });
});

describe("seats", () => {
  const seatStyle = { slug: "g", marks: ["▲"], colours: ["#ffee00"] };

  it("have a mark and readable ink", () => {
    expect(mark(seatStyle, 0)).toBe("▲");
    expect(mark(seatStyle, 1)).toBe("■");
    expect(mark(seatStyle, null)).toBe("");
    expect(paint(seatStyle, 0)).toBe("--seat: #ffee00; --ink: #000000;");
    expect(inkOn("#102040")).toBe("#ffffff");
  });
});

describe("hints", () => {
  const moves = [[["a", "x"], "a x"]] as const;

  it.each(titled)("in %s are about what lies under the pointer now", (_, { first }) => {
    const [token] = first.tokens;
    if (!token) return;
    expect(under([token.cell], first)).toEqual([token.id, token.cell]);
    expect(under([token.id, token.cell], { ...first, tokens: [] })).toEqual([token.cell]);
    expect(under([], first)).toEqual([]);
  });

  it("call players by their names in what is known about a move", () => {
    const arrow = { id: "support", label: "support of seat 2", path: [], kind: "", seat: null };
    const told = { text: "attacks seat 1", arrows: [arrow], warning: "seat 2 could answer" };
    const known = previewWithNames(told, ["Ann", "Bob"]);
    expect(known).toEqual({
      text: "attacks Ann",
      arrows: [{ ...arrow, label: "support of Bob" }],
      warning: "Bob could answer",
    });
  });

  it("know which move a click would play", () => {
    const here = tree(moves).next.get("a");
    expect(hoveredMove(here, ["q", "x"])).toBe("a x");
    expect(hoveredMove(here, ["q"])).toBeNull();
  });
});
