import { describe, expect, it } from "vitest";
import { agreed, alike, faceOf, reduce, type TableModel } from "$/match/model";
import { Film } from "$/match/replay";
import type {
  ChatLine,
  Entry,
  Face,
  FromServer,
  Replay,
  Step,
  Table,
  Welcome,
} from "$/protocol/generated";
import { recorded, sorted } from "./recorded";

const match = recorded.find((one) => one.game === "jarls");
if (!match) throw new Error("Jarls was not recorded");
const clock = { mode: "none", left: [], running: [], deadline: null, paused: false };
const table: Table = {
  match: "m1",
  code: "ABC",
  game: "jarls",
  title: "Jarls",
  options: {},
  phase: "playing",
  seats: [],
  clock,
  to_act: [0],
  turn: 1,
  ply: 0,
  result: null,
  offer: null,
  rematch: "",
  watching: 0,
  device: false,
};
const entry = (ply: number): Entry => ({
  ply,
  seat: 0,
  text: `move ${ply}`,
  told: [],
  cause: "played",
});
const face: Face = { seat: 0, scene: match.first, moves: [], audiences: [], view: null, log: [] };
const welcome: Welcome = {
  kind: "welcome",
  protocol: 1,
  version: 3,
  now: 5_000,
  table,
  seats: [0],
  faces: [face],
  since_ply: 0,
  chat: [],
};
const step = (ply: number, more: Partial<Step> = {}): Step => ({
  kind: "step",
  seat: 0,
  version: 3 + ply,
  now: 6_000,
  ply,
  turn: ply + 1,
  to_act: [1],
  clock,
  entries: [entry(ply)],
  ...more,
});

function after(...messages: readonly FromServer[]): TableModel {
  const model = messages.reduce<TableModel | null>(
    (so_far, one) => reduce(so_far, one, 1_000),
    null,
  );
  if (!model) throw new Error("no model");
  return model;
}

describe("the model of a table", () => {
  it("is nothing before the welcome", () => {
    expect(reduce(null, step(1), 0)).toBeNull();
  });

  it("knows the server's clock", () => {
    expect(after(welcome).offset).toBe(4_000);
  });

  it("follows a whole recorded match, step by step", () => {
    const steps = match.steps.map((one, index) =>
      step(index + 1, { scene: one.change, moves: one.moves }),
    );
    const model = after(welcome, ...steps);
    expect(sorted(faceOf(model, 0)?.scene)).toEqual(sorted(match.steps.at(-1)?.after));
    expect(faceOf(model, 0)?.log.map((one) => one.ply)).toEqual(steps.map((one) => one.ply));
    expect(model.version).toBe(3 + steps.length);
  });

  it("shows nothing twice that is told twice", () => {
    expect(faceOf(after(welcome, step(1), step(1)), 0)?.log).toHaveLength(1);
  });

  it("has no moves left where none are sent", () => {
    const model = after(welcome, step(1, { moves: [[["a"], "a"]] }), step(2));
    expect(faceOf(model, 0)?.moves).toEqual([]);
  });

  it("goes on after a lost line from where it was", () => {
    const again: Welcome = {
      ...welcome,
      version: 6,
      since_ply: 2,
      faces: [{ ...face, log: [entry(3)] }],
    };
    const log = faceOf(after(welcome, step(1), step(2), again), 0)?.log;
    expect(log?.map((one) => one.ply)).toEqual([1, 2, 3]);
  });

  it("forgets another match at its welcome", () => {
    const other: Welcome = { ...welcome, table: { ...table, match: "m2" } };
    expect(faceOf(after(welcome, step(1), other), 0)?.log).toEqual([]);
  });

  it("cuts the log when moves are taken back", () => {
    const back: FromServer = {
      kind: "reset",
      version: 9,
      now: 1,
      table: { ...table, ply: 1 },
      face,
    };
    const model = after(welcome, step(1), step(2), back);
    expect(faceOf(model, 0)?.log.map((one) => one.ply)).toEqual([1]);
    expect(faceOf(model, 0)?.scene).toBe(match.first);
  });

  it("ends with the result", () => {
    const result = { payoffs: [1, -1], reason: "throne" };
    expect(after(welcome, step(1, { result })).table).toMatchObject({ phase: "finished", result });
  });

  const line = (number: number): ChatLine => ({
    number,
    seat: 1,
    name: "Bo",
    audience: "everyone",
    text: "Hi",
    turn: 1,
    at: 1,
  });
  const said = (number: number): FromServer => ({ kind: "said", version: 9, line: line(number) });

  it("hears every message once", () => {
    const back: FromServer = { ...welcome, chat: [line(4), line(5)] };
    expect(after(welcome, said(4), said(4), back).chat).toEqual([line(4), line(5)]);
  });

  it("puts letters that are opened at the end where they were written", () => {
    const chat = after(welcome, said(1), said(3), said(0), said(2)).chat;
    expect(chat.map((one) => one.number)).toEqual([0, 1, 2, 3]);
  });

  it("knows who is thinking until they have moved", () => {
    const thinking: FromServer = {
      kind: "thinking",
      seat: 1,
      done: false,
      depth: null,
      score: null,
      nodes: null,
      line: [],
      note: "",
      chance: null,
    };
    expect(after(welcome, thinking).thinking[1]?.done).toBe(false);
    expect(after(welcome, thinking, step(1, { to_act: [0] })).thinking[1]).toBeUndefined();
  });

  it("waits until all seats of the device have been told", () => {
    const both: Welcome = { ...welcome, seats: [0, 1], faces: [face, { ...face, seat: 1 }] };
    expect(agreed(after(both))).toBe(true);
    expect(agreed(after(both, step(1)))).toBe(false);
    expect(agreed(after(both, step(1), step(1, { seat: 1 })))).toBe(true);
  });

  it("tells whether two seats see the same", () => {
    const hand = { ...match.first, cards: [], tokens: [] };
    expect(alike([face, { ...face, seat: 1 }])).toBe(true);
    expect(alike([face, { ...face, seat: 1, scene: hand }])).toBe(false);
  });
});

describe("a replay", () => {
  it("shows any position, in any order", () => {
    const replay: Replay = {
      game: "jarls",
      title: "Jarls",
      players: ["a", "b"],
      options: {},
      seat: null,
      first: match.first,
      steps: match.steps.map((one, index) => ({
        entry: entry(index + 1),
        motions: one.motions,
        stages: [],
        scene: one.change,
      })),
      result: null,
      analysis: null,
    };
    const film = new Film(replay);
    for (const ply of [5, 1, film.length, 0]) {
      const wanted = ply === 0 ? match.first : match.steps[ply - 1]?.after;
      expect(sorted(film.at(ply))).toEqual(sorted(wanted));
    }
  });
});
