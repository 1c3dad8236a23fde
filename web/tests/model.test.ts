import { describe, expect, it } from "vitest";
import {
  isConsistent,
  showTheSame,
  seatViewOf,
  reduce,
  withEarlierChat,
  type TableModel,
} from "$/match/model";
import { Film } from "$/match/replay";
import type {
  ChatLine,
  ChatPage,
  Entry,
  SeatView,
  FromServer,
  Replay,
  StepMessage,
  TableView,
  Welcome,
} from "$/protocol/generated";
import { recorded, sorted } from "./recorded";

const match = recorded.find((one) => one.game === "jarls");
if (!match) throw new Error("Jarls was not recorded");
const clock = {
  mode: "none",
  left: [],
  running: [],
  ends: [],
  deadline: null,
  paused: false,
  covered: [],
  vacations: [],
};
const table: TableView = {
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
  declined: null,
  rematch: "",
  watching: 0,
  device: false,
  commitment: "",
  secrets_known: false,
  rated: false,
  tournament: null,
  behind: 0,
};
const entry = (ply: number): Entry => ({
  ply,
  seat: 0,
  text: `move ${ply}`,
  told: [],
  cause: "played",
});
const seat_view: SeatView = {
  seat: 0,
  scene: match.first,
  moves: [],
  audiences: [],
  view: null,
  log: [],
};
const welcome: Welcome = {
  kind: "welcome",
  protocol: 1,
  version: 3,
  now: 5_000,
  table,
  seats: [0],
  seat_views: [seat_view],
  since_ply: 0,
  chat: [],
  earlier_chat: false,
};
const step = (ply: number, more: Partial<StepMessage> = {}): StepMessage => ({
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
  const model = messages.reduce<TableModel | null>((so_far, one) => reduce(so_far, one), null);
  if (!model) throw new Error("no model");
  return model;
}

describe("the model of a table", () => {
  it("is nothing before the welcome", () => {
    expect(reduce(null, step(1))).toBeNull();
  });

  it("keeps the audiences until a step brings others", () => {
    const audiences = [{ id: "alliance", label: "Wolves", seats: [0, 1] }];
    const model = after(welcome, step(1, { audiences }), step(2));
    expect(model.seatViews[0]?.audiences).toEqual(audiences);
  });

  it("follows a whole recorded match, step by step", () => {
    const steps = match.steps.map((one, index) =>
      step(index + 1, { scene: one.change, moves: { whole: true, put: one.moves } }),
    );
    const model = after(welcome, ...steps);
    expect(sorted(seatViewOf(model, 0)?.scene)).toEqual(sorted(match.steps.at(-1)?.after));
    expect(seatViewOf(model, 0)?.log.map((one) => one.ply)).toEqual(steps.map((one) => one.ply));
    expect(model.version).toBe(3 + steps.length);
  });

  it("shows nothing twice that is told twice", () => {
    expect(seatViewOf(after(welcome, step(1), step(1)), 0)?.log).toHaveLength(1);
  });

  it("keeps the moves of which nothing is said", () => {
    const whole = step(1, {
      moves: {
        whole: true,
        put: [
          [["a"], "a"],
          [["b"], "b"],
        ],
      },
    });
    const texts = (...steps: StepMessage[]) =>
      seatViewOf(after(welcome, ...steps), 0)?.moves.map(([, text]) => text);
    expect(texts(whole, step(2))).toEqual(["a", "b"]);
    const changed = step(2, { moves: { put: [[["c"], "c"]], gone: ["a"] } });
    expect(texts(whole, changed)).toEqual(["b", "c"]);
    expect(texts(whole, step(2, { moves: { whole: true } }))).toEqual([]);
  });

  it("goes on after a lost line from where it was", () => {
    const again: Welcome = {
      ...welcome,
      version: 6,
      since_ply: 2,
      seat_views: [{ ...seat_view, log: [entry(3)] }],
    };
    const log = seatViewOf(after(welcome, step(1), step(2), again), 0)?.log;
    expect(log?.map((one) => one.ply)).toEqual([1, 2, 3]);
  });

  it("forgets another match at its welcome", () => {
    const other: Welcome = { ...welcome, table: { ...table, match: "m2" } };
    expect(seatViewOf(after(welcome, step(1), other), 0)?.log).toEqual([]);
  });

  it("cuts the log when moves are taken back", () => {
    const back: FromServer = {
      kind: "reset",
      version: 9,
      now: 1,
      table: { ...table, ply: 1 },
      seat_view,
    };
    const model = after(welcome, step(1), step(2), back);
    expect(seatViewOf(model, 0)?.log.map((one) => one.ply)).toEqual([1]);
    expect(seatViewOf(model, 0)?.scene).toBe(match.first);
  });

  it("ends with the result", () => {
    const result = { payoffs: [1, -1], reason: "throne", text: "Seat 1 wins.", final: false };
    expect(after(welcome, step(1, { result })).table).toMatchObject({ phase: "finished", result });
  });

  const line = (number: number): ChatLine => ({
    number,
    seat: 1,
    name: "Bo",
    audience: "everyone",
    text: "Hi",
    turn: 1,
    at: number % 10,
    label: "",
    seats: [0, 1],
  });
  const said = (number: number): FromServer => ({ kind: "said", version: 9, line: line(number) });

  it("hears every message once", () => {
    const back: FromServer = { ...welcome, chat: [line(4), line(5)] };
    expect(after(welcome, said(4), said(4), back).chat).toEqual([line(4), line(5)]);
  });

  const page = (id: string, numbers: number[], earlier: boolean): ChatPage => ({
    kind: "chat",
    id,
    lines: numbers.map(line),
    earlier,
  });

  it("begins with the newest page of the chat and puts earlier pages before it", () => {
    const model = after({ ...welcome, chat: [line(4), line(5)], earlier_chat: true });
    expect(model.earlierChat).toBe(true);
    const more = withEarlierChat(model, 4, page("c", [2, 3], false));
    expect(more.chat.map((one) => one.number)).toEqual([2, 3, 4, 5]);
    expect(more.earlierChat).toBe(false);
    expect(withEarlierChat(more, 4, page("c", [2, 3], true))).toBe(more);
  });

  it("begins its chat again when many old lines were opened", () => {
    const model = after(welcome, said(4), page("", [7, 8], true));
    expect(model.chat.map((one) => one.number)).toEqual([7, 8]);
    expect(model.earlierChat).toBe(true);
  });

  it("puts letters that are opened at the end where they were written", () => {
    const chat = after(welcome, said(91), said(43), said(70), said(62)).chat;
    expect(chat.map((one) => one.number)).toEqual([70, 91, 62, 43]);
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
    const both: Welcome = {
      ...welcome,
      seats: [0, 1],
      seat_views: [seat_view, { ...seat_view, seat: 1 }],
    };
    expect(isConsistent(after(both))).toBe(true);
    expect(isConsistent(after(both, step(1)))).toBe(false);
    expect(isConsistent(after(both, step(1), step(1, { seat: 1 })))).toBe(true);
  });

  it("tells whether two seats see the same", () => {
    const hand = { ...match.first, cards: [], tokens: [] };
    expect(showTheSame([seat_view, { ...seat_view, seat: 1 }])).toBe(true);
    expect(showTheSame([seat_view, { ...seat_view, seat: 1, scene: hand }])).toBe(false);
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
      hidden: false,
      result: null,
      analysis: null,
      seed: "",
      proof: null,
    };
    const film = new Film(replay);
    for (const ply of [5, 1, film.length, 0]) {
      const wanted = ply === 0 ? match.first : match.steps[ply - 1]?.after;
      expect(sorted(film.at(ply))).toEqual(sorted(wanted));
    }
  });
});
