/** A table as this page knows it: the server's messages, folded. Pure; no rules of any game. */
import { patched } from "$/match/scene";
import type {
  ChatLine,
  Entry,
  Face,
  FromServer,
  Reset,
  Step,
  Table,
  Thinking,
  Welcome,
} from "$/protocol/generated";

export type Viewer = number | null;

export interface TableModel {
  readonly version: number;
  /** The server's clock minus ours, in milliseconds. */
  readonly offset: number;
  readonly table: Table;
  /** The seats this page holds; none for one who watches. */
  readonly seats: readonly number[];
  readonly faces: readonly Face[];
  /** The version that each face is of. Faces of one device are told one after the other. */
  readonly told: Readonly<Record<string, number>>;
  readonly chat: readonly ChatLine[];
  readonly thinking: Readonly<Record<number, Thinking>>;
}

/** The model after a message that came in at `received` by our clock; `null` before `welcome`. */
export function reduce(
  model: TableModel | null,
  message: FromServer,
  received: number,
): TableModel | null {
  if (message.kind === "welcome") return welcomed(model, message, received);
  if (model === null) return null;
  switch (message.kind) {
    case "step":
      return stepped(model, message, received);
    case "reset":
      return wasReset(model, message, received);
    case "table":
      return {
        ...model,
        version: Math.max(model.version, message.version),
        offset: message.now - received,
        table: message.table,
      };
    case "said":
      return { ...model, chat: withLine(model.chat, message.line) };
    case "thinking":
      return { ...model, thinking: { ...model.thinking, [message.seat]: message } };
    default:
      return model;
  }
}

/** The face of a viewer, if this page has it. */
export function faceOf(model: TableModel, viewer: Viewer): Face | undefined {
  return model.faces.find((face) => face.seat === viewer);
}

/** Whether all faces of this page have heard of the same plies. */
export function agreed(model: TableModel): boolean {
  return new Set(Object.values(model.told)).size <= 1;
}

/** Whether these faces show the same things: then nobody minds who is looking. */
export function alike(faces: readonly Face[]): boolean {
  const seen = faces.map(({ scene }) =>
    JSON.stringify([scene?.cells, scene?.tokens, scene?.cards]),
  );
  return new Set(seen).size <= 1;
}

function welcomed(model: TableModel | null, message: Welcome, received: number): TableModel {
  const known = model?.table.match === message.table.match ? model : null;
  const earlier = (viewer: Viewer) =>
    upTo((known && faceOf(known, viewer)?.log) ?? [], message.since_ply);
  return {
    version: message.version,
    offset: message.now - received,
    table: message.table,
    seats: message.seats,
    faces: message.faces.map((face) => ({ ...face, log: [...earlier(face.seat), ...face.log] })),
    told: Object.fromEntries(message.faces.map((face) => [String(face.seat), message.version])),
    chat: message.chat.reduce(withLine, known?.chat ?? []),
    thinking: {},
  };
}

function stepped(model: TableModel, step: Step, received: number): TableModel {
  const face = faceOf(model, step.seat);
  if (!face) return model;
  const result = step.result ?? null;
  const changed: Face = {
    ...face,
    scene: face.scene && step.scene ? patched(face.scene, step.scene) : face.scene,
    moves: step.moves ?? [],
    log: extended(face.log, step.entries ?? []),
  };
  return {
    ...model,
    version: Math.max(model.version, step.version),
    offset: step.now - received,
    table: {
      ...model.table,
      ply: step.ply,
      turn: step.turn,
      to_act: step.to_act,
      clock: step.clock,
      phase: result ? "finished" : model.table.phase,
      result: result ?? model.table.result,
    },
    faces: model.faces.map((other) => (other === face ? changed : other)),
    told: { ...model.told, [String(step.seat)]: step.version },
    thinking: withoutIdle(model.thinking, step.to_act),
  };
}

/** A message that comes twice after a lost line adds nothing. */
function extended(log: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  const last = log.at(-1)?.ply ?? 0;
  const fresh = entries.filter((entry) => entry.ply > last);
  return fresh.length > 0 ? [...log, ...fresh] : log;
}

function wasReset(model: TableModel, message: Reset, received: number): TableModel {
  const { face, table } = message;
  const known = faceOf(model, face.seat);
  const fresh: Face = { ...face, log: upTo(known?.log ?? [], table.ply) };
  return {
    ...model,
    version: message.version,
    offset: message.now - received,
    table,
    faces: known
      ? model.faces.map((other) => (other === known ? fresh : other))
      : [...model.faces, fresh],
    told: { ...model.told, [String(face.seat)]: message.version },
    thinking: {},
  };
}

function upTo(log: readonly Entry[], ply: number): readonly Entry[] {
  return log.filter((entry) => entry.ply <= ply);
}

/** Old letters that are opened late go where they were written; none is there twice. */
function withLine(chat: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  if (chat.some((other) => other.number === line.number)) return chat;
  return [...chat, line].sort((one, other) => one.number - other.number);
}

function withoutIdle(
  thinking: TableModel["thinking"],
  toAct: readonly number[],
): TableModel["thinking"] {
  return Object.fromEntries(
    Object.entries(thinking).filter(([seat, bot]) => bot.done || toAct.includes(Number(seat))),
  );
}
