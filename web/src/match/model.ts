/** A table as this page knows it: the fold of the server's messages. Pure, without any rules. */
import { patch } from "$/match/scene";
import type {
  ChatLine,
  ChatPage,
  Entry,
  SeatView,
  FromServer,
  Reset,
  StepMessage,
  TableView,
  Thinking,
  Welcome,
} from "$/protocol/generated";

export type Viewer = number | null;

export interface TableModel {
  readonly version: number;
  readonly table: TableView;
  /** The seats of this page; none for a spectator. */
  readonly seats: readonly number[];
  readonly seatViews: readonly SeatView[];
  /** The version of each seat view. Views of one device are updated one after the other. */
  readonly versions: Readonly<Record<string, number>>;
  readonly chat: readonly ChatLine[];
  /** Whether the server has older lines than these. */
  readonly earlierChat: boolean;
  readonly thinking: Readonly<Record<number, Thinking>>;
}

/** The model after a message; `null` before `welcome`. */
export function reduce(model: TableModel | null, message: FromServer): TableModel | null {
  if (message.kind === "welcome") return applyWelcome(model, message);
  if (model === null) return null;
  switch (message.kind) {
    case "step":
      return applyStep(model, message);
    case "reset":
      return applyReset(model, message);
    case "table":
      return {
        ...model,
        version: Math.max(model.version, message.version),
        table: message.table,
      };
    case "said":
      return { ...model, chat: withLine(model.chat, message.line) };
    case "chat":
      // A page that nobody asked for is the newest one, after many old lines were opened.
      return message.id === ""
        ? { ...model, chat: message.lines, earlierChat: message.earlier }
        : model;
    case "thinking":
      return { ...model, thinking: { ...model.thinking, [message.seat]: message } };
    default:
      return model;
  }
}

/** The model with a page of the lines before that one, unless the chat now begins elsewhere. */
export function withEarlierChat(model: TableModel, before: number, page: ChatPage): TableModel {
  if (model.chat[0]?.number !== before) return model;
  return { ...model, chat: [...page.lines, ...model.chat], earlierChat: page.earlier };
}

/** The view of a viewer, if this page has it. */
export function seatViewOf(model: TableModel, viewer: Viewer): SeatView | undefined {
  return model.seatViews.find((seatView) => seatView.seat === viewer);
}

/** Whether all views of this page are of the same version. */
export function isConsistent(model: TableModel): boolean {
  return new Set(Object.values(model.versions)).size <= 1;
}

/** Whether these views show the same, so that nothing needs to be covered between players. */
export function showTheSame(seatViews: readonly SeatView[]): boolean {
  const seen = seatViews.map(({ scene }) =>
    JSON.stringify([scene?.cells, scene?.tokens, scene?.cards]),
  );
  return new Set(seen).size <= 1;
}

function applyWelcome(model: TableModel | null, message: Welcome): TableModel {
  const known = model?.table.match === message.table.match ? model : null;
  const earlier = (viewer: Viewer) =>
    upTo((known && seatViewOf(known, viewer)?.log) ?? [], message.since_ply);
  return {
    version: message.version,
    table: message.table,
    seats: message.seats,
    seatViews: message.seat_views.map((seatView) => ({
      ...seatView,
      log: [...earlier(seatView.seat), ...seatView.log],
    })),
    versions: Object.fromEntries(
      message.seat_views.map((seatView) => [String(seatView.seat), message.version]),
    ),
    chat: message.chat,
    earlierChat: message.earlier_chat,
    thinking: {},
  };
}

function applyStep(model: TableModel, step: StepMessage): TableModel {
  const seatView = seatViewOf(model, step.seat);
  if (!seatView) return model;
  const result = step.result ?? null;
  const changed: SeatView = {
    ...seatView,
    scene: seatView.scene && step.scene ? patch(seatView.scene, step.scene) : seatView.scene,
    moves: patchMoves(seatView.moves, step.moves),
    audiences: step.audiences ?? seatView.audiences,
    log: appendEntries(seatView.log, step.entries ?? []),
  };
  return {
    ...model,
    version: Math.max(model.version, step.version),
    table: {
      ...model.table,
      ply: step.ply,
      turn: step.turn,
      to_act: step.to_act,
      clock: step.clock,
      phase: result ? "finished" : model.table.phase,
      result: result ?? model.table.result,
    },
    seatViews: model.seatViews.map((other) => (other === seatView ? changed : other)),
    versions: { ...model.versions, [String(step.seat)]: step.version },
    thinking: withoutIdle(model.thinking, step.to_act),
  };
}

/** The legal moves after what has changed of them. */
function patchMoves(moves: SeatView["moves"], change: StepMessage["moves"]): SeatView["moves"] {
  if (!change) return moves;
  const gone = new Set(change.gone);
  const kept = change.whole ? [] : moves.filter(([, text]) => !gone.has(text));
  return [...kept, ...(change.put ?? [])];
}

/** After a reconnect the server may send entries again; those are skipped. */
function appendEntries(log: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  const last = log.at(-1)?.ply ?? 0;
  const fresh = entries.filter((entry) => entry.ply > last);
  return fresh.length > 0 ? [...log, ...fresh] : log;
}

function applyReset(model: TableModel, message: Reset): TableModel {
  const { seat_view: seatView, table } = message;
  const known = seatViewOf(model, seatView.seat);
  const fresh: SeatView = { ...seatView, log: upTo(known?.log ?? [], table.ply) };
  return {
    ...model,
    version: message.version,
    table,
    seatViews: known
      ? model.seatViews.map((other) => (other === known ? fresh : other))
      : [...model.seatViews, fresh],
    versions: { ...model.versions, [String(seatView.seat)]: message.version },
    thinking: {},
  };
}

function upTo(log: readonly Entry[], ply: number): readonly Entry[] {
  return log.filter((entry) => entry.ply <= ply);
}

/** Add a line in its place. Lines may arrive late or twice. */
function withLine(chat: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  if (chat.some((other) => other.number === line.number)) return chat;
  return [...chat, line].sort((one, other) => one.at - other.at);
}

function withoutIdle(
  thinking: TableModel["thinking"],
  toAct: readonly number[],
): TableModel["thinking"] {
  return Object.fromEntries(
    Object.entries(thinking).filter(([seat, bot]) => bot.done || toAct.includes(Number(seat))),
  );
}
