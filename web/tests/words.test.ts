import { describe, expect, it } from "vitest";
import { inkOn, mark, paint } from "$/board/seats";
import { parse } from "$/lib/router.svelte";
import { DEFAULTS, restored } from "$/lib/settings.svelte";
import { spoken, timeLeft } from "$/match/clock";
import { listed, optionName, outcomeText, turnText, unwound } from "$/match/words";
import { forget, keep, tokensOf } from "$/net/keys";
import type { ClockFace, Table } from "$/protocol/generated";
import { clockOf, named } from "$/ui/pages/plan";
import { arrowsFor, hoveredMove, notesOf, under } from "$/ui/table/hints";
import { titled } from "./recorded";
import { tree } from "$/board/gestures";

describe("clocks", () => {
  const clock: ClockFace = {
    mode: "turn",
    left: [9_000, 8_000],
    running: [1],
    deadline: 10_000,
    paused: false,
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
  it("get names to be told apart by, but for the first person and whoever may come", () => {
    const bot = { kind: "bot", level: "easy" } as const;
    const plans = [{ kind: "mine" }, bot, { kind: "mine" }, { kind: "open" }, bot] as const;
    const names = named(plans).map((plan) => plan.name);
    expect([names[0], names[2], names[3]]).toEqual([undefined, "Player 3", undefined]);
    expect(new Set(names.filter(Boolean)).size).toBe(3);
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
  } as unknown as Table;

  it("say whose turn it is", () => {
    expect(turnText(table, [0])).toBe("Waiting for Bo");
    expect(turnText(table, [1])).toBe("Your turn");
    expect(turnText({ ...table, to_act: [0, 1] }, [0])).toBe("Your turn, together with Bo");
    expect(turnText(table, [0, 1, 2])).toBe("Bo to move");
    expect(turnText({ ...table, phase: "open" }, [])).toBe("Waiting for players");
  });

  it("say how it ended", () => {
    const names = ["Ann", "Bo", "Cy"];
    expect(outcomeText({ payoffs: [1, -1, -1], reason: "lastStanding" }, names)).toBe(
      "Ann won (last standing)",
    );
    expect(outcomeText({ payoffs: [1, 1, -1], reason: "crown" }, names)).toBe(
      "Ann and Bo won (crown)",
    );
    expect(outcomeText({ payoffs: [0, 0, 0], reason: "draw" }, names)).toBe("a draw (draw)");
    expect(outcomeText({ payoffs: [-1, -1, -1], reason: "both" }, names)).toBe("nobody won (both)");
  });

  it("are made of words", () => {
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(unwound("draw_after-roundsNow")).toBe("draw after rounds now");
    expect(optionName({ name: "lock_target" })).toBe("Lock target");
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
    expect(restored('{"theme":"dark","volume":"loud","else":1}')).toEqual({
      ...DEFAULTS,
      theme: "dark",
    });
    expect(restored("not json")).toEqual(DEFAULTS);
    expect(restored(null).sound).toBe(false);
  });

  it("is the key to every seat", () => {
    localStorage.clear();
    keep("m1", ["a"], 1);
    keep("m2", ["b"], 2);
    keep("m1", ["a", "c"], 3);
    expect(tokensOf("m1")).toEqual(["a", "c"]);
    forget("m1");
    expect(tokensOf("m1")).toEqual([]);
    localStorage.setItem("meadhall.seats", "{broken");
    expect(tokensOf("m2")).toEqual([]);
  });
});

describe("seats", () => {
  const livery = { slug: "g", marks: ["▲"], colours: ["#ffee00"] };

  it("have a mark and readable ink", () => {
    expect(mark(livery, 0)).toBe("▲");
    expect(mark(livery, 1)).toBe("■");
    expect(mark(livery, null)).toBe("");
    expect(paint(livery, 0)).toBe("--seat: #ffee00; --ink: #000000;");
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

  it("belong to the move they begin with", () => {
    const { general, about } = notesOf(["a x attacks: 3 against 2", "Snow falls."], moves);
    expect(general).toEqual(["Snow falls."]);
    expect(about.get("a x")).toBe("attacks: 3 against 2");
  });

  it("show the previews of the move that is pointed at", () => {
    const arrow = (id: string, kind: string) => ({ id, label: "", path: [], kind, seat: null });
    const arrows = [arrow("last", "move"), arrow("a x support", "preview")];
    expect(arrowsFor(arrows, null).map((one) => one.id)).toEqual(["last"]);
    expect(arrowsFor(arrows, "a x")).toHaveLength(2);
  });

  it("know which move a click would play", () => {
    const here = tree(moves).next.get("a");
    expect(hoveredMove(here, ["q", "x"])).toBe("a x");
    expect(hoveredMove(here, ["q"])).toBeNull();
  });
});
