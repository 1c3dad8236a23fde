// Written by `meadhall schema` from src/meadhall/server; do not edit.
export const PROTOCOL = 1;

/** Done and stored. `version` is the match's after it. */
export interface Accepted {
  kind: "accepted";
  id: string;
  version: number;
}

/**
 * Play an action, in notation. `turn` is the turn it answers, as last told.
 *
 * `id` makes it safe to send again: the same id gives the same answer and acts once.
 */
export interface Act {
  kind: "act";
  id: string;
  seat: number;
  turn: number;
  text: string;
}

/** How far an analysis is: `done` of `total` moves, then the whole of it, or what went wrong. */
export interface Analysed {
  id: string;
  done: number;
  total: number;
  analysis: Analysis | null;
  trouble: string;
}

/**
 * A match as it is seen afterwards.
 *
 * `curves` has for each seat its chances before every move and at the end; where something is
 * hidden they are the seat's own hopes, as of its last move. `turning` are numbers of plies.
 */
export interface Analysis {
  moments: readonly Moment[];
  curves: readonly (readonly number[])[];
  turning: readonly number[];
}

/** A finished match (`match`) or a record to be analysed. */
export interface AnalysisRequest {
  match?: string;
  record?: string;
}

/**
 * A line from cell to cell: the last move, a projected order, a formation.
 *
 * One of kind `preview` belongs to the move whose notation its id begins with, and is seen only
 * while that move is pointed at.
 */
export interface Arrow {
  id: string;
  label: string;
  path: readonly string[];
  kind: string;
  seat: number | null;
}

/** The same for arrows. */
export interface ArrowLayer {
  put?: readonly Arrow[];
  gone?: readonly string[];
  whole?: boolean;
}

/** Why not, and what if? What was clicked so far, or an action in notation; see `why`. */
export interface Ask {
  kind: "ask";
  id: string;
  seat: number;
  gesture?: readonly string[];
  text?: string;
}

/** Somebody a seat can talk to. */
export interface AudienceCard {
  id: string;
  label: string;
  seats: readonly number[];
}

/**
 * Something to press that is no place, token or card.
 *
 * One with an `amount` stands for that many of something and ends a move whose notation ends with
 * that number. Any other number up to the most that is offered may be written there instead.
 * One that `writes` begins a move in notation, and the player's own words (a name) end it.
 */
export interface Button {
  id: string;
  label: string;
  group: string;
  amount: number | null;
  writes: string;
}

/** The same for buttons. */
export interface ButtonLayer {
  put?: readonly Button[];
  gone?: readonly string[];
  whole?: boolean;
}

/** A card in a zone (`hand`, `deck`, `offer`, …); a card face down has an empty `kind`. */
export interface Card {
  id: string;
  label: string;
  zone: string;
  kind: string;
  seat: number | null;
  detail: string;
  cost: number | null;
  dimmed: boolean;
}

/** The same for cards. */
export interface CardLayer {
  put?: readonly Card[];
  gone?: readonly string[];
  whole?: boolean;
}

/** A place on the board; `x` grows to the right, `y` downwards. */
export interface Cell {
  id: string;
  label: string;
  x: number;
  y: number;
  shape: "disc" | "hex" | "square";
  kind: string;
  seat: number | null;
  badge: string;
}

/** Changed and new cells by id, then the ids that went. `whole`: `put` is all there is. */
export interface CellLayer {
  put?: readonly Cell[];
  gone?: readonly string[];
  whole?: boolean;
}

/** Something that was said. */
export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  audience: string;
  text: string;
  turn: number;
  at: number;
}

/**
 * The terms of time.
 *
 * `rules`: as the rules of the game say, if they say anything. `none`: no time counts. `turn`:
 * `base` per turn. `fischer`: `base` for the match, `increment` after each turn. `days`: `base`
 * per turn in whole days, and nobody is waited for. Milliseconds.
 */
export interface Clock {
  mode?: "days" | "fischer" | "none" | "rules" | "turn";
  base?: number;
  increment?: number;
}

/** The clock. Milliseconds; `left` has one number per seat, empty where nobody has a budget. */
export interface ClockFace {
  mode: string;
  left: readonly number[];
  running: readonly number[];
  deadline: number | null;
  paused: boolean;
}

/** The server stops; nothing is lost. Come back after so many milliseconds. */
export interface Closing {
  kind: "closing";
  retry: number;
}

/** The match that has the code. */
export interface CodeFound {
  match: string;
}

/**
 * A new match from a position of a finished match (`match`) or of a record.
 *
 * Where something is hidden: `revealed` goes on from the very position, `resampled` from one that
 * looks the same to `seat`.
 */
export interface Continuation {
  ply: number;
  seats: readonly SeatPlan[];
  match?: string;
  record?: string;
  hidden?: "resampled" | "revealed";
  seat?: number | null;
  clock?: Clock;
}

/** Sign in, or make an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** Do something about the match itself. */
export interface Do {
  kind: "do";
  id: string;
  seat: number;
  deed: "accept-draw" | "allow-undo" | "call-bot" | "decline-draw" | "leave" | "no-rematch" | "offer-draw" | "ready" | "refuse-undo" | "rematch" | "resign" | "restart" | "start" | "undo" | "unready";
  target?: number | null;
}

/** One ply of the log, as far as this viewer may know it. */
export interface Entry {
  ply: number;
  seat: number;
  text: string;
  told: readonly string[];
  cause: "clock" | "left" | "played";
}

/** The position as one pair of eyes sees it. */
export interface Face {
  seat: number | null;
  scene: Scene | null;
  moves: readonly (readonly [readonly string[], string])[];
  audiences: readonly AudienceCard[];
  view: unknown;
  log: readonly Entry[];
}

/** The password, to be sure that the account is to go. */
export interface Farewell {
  password: string;
}

/** A game as the hall shows it, and all that a set-up form needs. */
export interface GameCard {
  slug: string;
  title: string;
  summary: string;
  players: readonly number[];
  simultaneous: boolean;
  chance: boolean;
  hidden: boolean;
  options: readonly OptionSpec[];
  levels: readonly LevelCard[];
  marks: readonly string[];
  colours: readonly string[];
  notation: string;
  timed: boolean;
  guided: boolean;
}

/** A game with its rules to read, and its guide where it has one. */
export interface GamePage {
  game: GameCard;
  rules: string;
  guide: GuideCard | null;
  scene: Scene | null;
}

/** A number to watch: hit points, energy, a round counter. `most` is its full mark, if any. */
export interface Gauge {
  id: string;
  label: string;
  value: number;
  most: number | null;
  kind: string;
  seat: number | null;
}

/** The same for gauges. */
export interface GaugeLayer {
  put?: readonly Gauge[];
  gone?: readonly string[];
  whole?: boolean;
}

/**
 * Guided play: the learner's match and its steps, and tips that fit anywhere.
 *
 * Played as a match on one device with these seats, options and seed; the learner has seat 0.
 */
export interface GuideCard {
  seats: number;
  options: Record<string, string | number | boolean | null>;
  seed: string;
  steps: readonly GuideStep[];
  tips: readonly string[];
}

/**
 * One step of guided play: what to read, then the plies (seat, notation) that are played.
 *
 * The learner sits on seat 0 and is asked for that seat's plies; the others play themselves.
 */
export interface GuideStep {
  title: string;
  text: string;
  plies: readonly (readonly [number, string])[];
}

/**
 * The first message: which seats this connection holds, and what it knows already.
 *
 * Without tokens one watches. `since` is the version up to which all its seats have been told.
 * `show` asks for scenes to draw, or for views: the game's own values, for programs.
 */
export interface Join {
  kind: "join";
  tokens?: readonly string[];
  since?: number;
  name?: string;
  password?: string;
  show?: "scene" | "view";
}

/** A strength of opponent. */
export interface LevelCard {
  name: string;
  text: string;
}

/** A link from another device. */
export interface LinkClaim {
  link: string;
}

/** How did it look after ply N, for this seat? Answered by `looked`. */
export interface Look {
  kind: "look";
  id: string;
  ply: number;
  seat?: number | null;
}

/** The answer to `look`. */
export interface Looked {
  kind: "looked";
  id: string;
  ply: number;
  seat: number | null;
  scene: Scene | null;
  entry: Entry | null;
}

/** A match in a list. `players` has a name per seat, empty where the seat is open. */
export interface MatchCard {
  match: string;
  code: string;
  game: string;
  title: string;
  phase: "finished" | "open" | "playing";
  players: readonly string[];
  mine: readonly number[];
  locked: boolean;
  created: number;
  result: string;
  waiting: boolean;
}

/** Matches, newest first. `next` goes on after the last one, as `before`. */
export interface MatchList {
  matches: readonly MatchCard[];
  next: string | null;
}

/**
 * One move of the match. `ply` is its number from 1; `chances` are those before it.
 *
 * They are what the mover could hope for, given what it could know and a good move. `loss` is what
 * the move played took from the mover's own; `None` where it was not the seat that chose. `better`
 * is in notation, empty where nothing better was found; `gesture` is what one would click for it,
 * and `line` how play might go on from it.
 */
export interface Moment {
  ply: number;
  seat: number;
  played: string;
  chances: readonly number[];
  loss: number | null;
  better: string;
  gesture: readonly string[];
  line: readonly string[];
}

/** One thing that happens to one object. Motions with the same `beat` run together. */
export interface Motion {
  kind: "appear" | "fall" | "flip" | "hit" | "hop" | "say" | "shake" | "slide" | "vanish";
  target: string;
  path: readonly string[];
  text: string;
  beat: number;
}

/** A name to play under at once. */
export interface NewGuest {
  name: string;
}

/** A table to be set up. It starts at once where no seat is open. */
export interface NewMatch {
  game: string;
  seats: readonly SeatPlan[];
  options?: Record<string, string | number | boolean | null>;
  clock?: Clock;
  password?: string;
  listed?: boolean;
  takeover?: boolean;
  seed?: string;
}

/** Something that waits for the others' consent. */
export interface Offer {
  what: "draw" | "rematch" | "undo";
  by: number;
  agreed: readonly number[];
  waiting: readonly number[];
}

/** One option as people see it. `choices` is empty where a number is asked for. */
export interface OptionSpec {
  name: string;
  default: string | number | boolean | null;
  help: string;
  choices: readonly (string | number | boolean | null)[];
  low: number | null;
  high: number | null;
  optional: boolean;
}

/** How it ended: one payoff per seat and the reason in a word. */
export interface Outcome {
  payoffs: readonly number[];
  reason: string;
}

/** The old password and the new one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** Who is asking. `token` is the session for programs; pages get it as a cookie. */
export interface Person {
  id: string;
  name: string;
  account: boolean;
  token: string;
}

/** Are you there? Answered by `pong`, which also tells the server's clock. */
export interface Ping {
  kind: "ping";
  id: string;
}

/** The answer to `ping`. */
export interface Pong {
  kind: "pong";
  id: string;
  now: number;
}

/** What went wrong, as RFC 9457 has it, with our code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  objects?: readonly string[];
}

/** Any open table of the game in its normal form; where there is none, a new one. */
export interface QuickMatch {
  game: string;
  seats?: number | null;
}

/** A record of a finished match, to be kept and shared. */
export interface RecordUpload {
  record: string;
}

/**
 * A reason a person can read and a program can switch on.
 *
 * `objects` are the ids of what is in the way; `clause` names the rule in the game's `RULES.md`.
 */
export interface Refusal {
  code: string;
  sentence: string;
  objects: readonly string[];
  clause: string;
}

/**
 * Not done; nothing has changed. The refusal says why, in a code and in a sentence.
 *
 * `id` is empty where the message could not be read.
 */
export interface Rejected {
  kind: "rejected";
  id: string;
  refusal: Refusal;
}

/** There is a next match between these people; here are this connection's seats in it. */
export interface Rematched {
  kind: "rematched";
  match: string;
  tokens: readonly string[];
}

/** A match from its first position to its last, through one pair of eyes. */
export interface Replay {
  game: string;
  title: string;
  players: readonly string[];
  options: Record<string, string | number | boolean | null>;
  seat: number | null;
  first: Scene | null;
  steps: readonly ReplayStep[];
  result: Outcome | null;
  analysis: Analysed | null;
}

/** A record to look at without keeping it. */
export interface ReplayRequest {
  record: string;
  seat?: number | null;
}

/** One ply: what was played and how the scene changed. */
export interface ReplayStep {
  entry: Entry;
  motions: readonly Motion[];
  stages: readonly Stage[];
  scene: SceneChange;
}

/** Draw anew: laid out (start) or put back (undo). The log is cut after `table.ply` plies. */
export interface Reset {
  kind: "reset";
  version: number;
  now: number;
  table: Table;
  face: Face;
}

/** Somebody said something that the seats of this connection may hear. */
export interface Said {
  kind: "said";
  version: number;
  line: ChatLine;
}

/** A message to an audience of the game, or to chosen seats. A spectator has no seat. */
export interface Say {
  kind: "say";
  id: string;
  text: string;
  seat?: number | null;
  audience?: string;
  seats?: readonly number[];
}

/** Everything to be drawn for one viewer, and what is going on in a sentence. */
export interface Scene {
  headline: string;
  cells: readonly Cell[];
  tokens: readonly Token[];
  cards: readonly Card[];
  gauges: readonly Gauge[];
  buttons: readonly Button[];
  arrows: readonly Arrow[];
  notes: readonly string[];
}

/**
 * What of a scene is different; what is absent has not changed.
 *
 * Cards, gauges and buttons are in order: new ones come after those that were there, and where
 * that would be wrong, the layer is sent whole. Cells, tokens and arrows have a place instead.
 */
export interface SceneChange {
  headline?: string | null;
  cells?: CellLayer | null;
  tokens?: TokenLayer | null;
  cards?: CardLayer | null;
  gauges?: GaugeLayer | null;
  buttons?: ButtonLayer | null;
  arrows?: ArrowLayer | null;
  notes?: readonly string[] | null;
}

/** One seat as everybody sees it. */
export interface SeatCard {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  ready: boolean;
  here: boolean;
  left: boolean;
}

/** Sit down: at this seat, or at any open one. */
export interface SeatClaim {
  seat?: number | null;
  password?: string;
}

/** Opens one's seat on another device, for some minutes. */
export interface SeatLink {
  link: string;
  expires: number;
}

/** Who is to sit there: anybody, a bot of a level, or a person at this device. */
export interface SeatPlan {
  kind?: "bot" | "mine" | "open";
  level?: string;
  name?: string;
}

/** A match and the tokens of one's seats in it. A token is the key to a seat: keep it. */
export interface Seated {
  match: string;
  code: string;
  tokens: readonly string[];
}

/** These cells look so from this beat of the motions on. */
export interface Stage {
  beat: number;
  cells: readonly Cell[];
}

/**
 * Something happened in the game. `seat` says through whose eyes this is told.
 *
 * `moves` are the seat's own; they are there whenever the seat can do something now. `answers` is
 * the id of the seat's own `act` that led to this: it is stored. A `result` ends the match.
 */
export interface Step {
  kind: "step";
  seat: number | null;
  version: number;
  now: number;
  ply: number;
  turn: number;
  to_act: readonly number[];
  clock: ClockFace;
  entries?: readonly Entry[];
  motions?: readonly Motion[];
  stages?: readonly Stage[];
  scene?: SceneChange | null;
  moves?: readonly (readonly [readonly string[], string])[];
  view?: unknown;
  result?: Outcome | null;
  answers?: string;
}

/** The match apart from the position: who sits where, on what terms, and how it stands. */
export interface Table {
  match: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number | boolean | null>;
  phase: "finished" | "open" | "playing";
  seats: readonly SeatCard[];
  clock: ClockFace;
  to_act: readonly number[];
  turn: number;
  ply: number;
  result: Outcome | null;
  offer: Offer | null;
  rematch: string;
  watching: number;
  device: boolean;
}

/** Who sits where, who is here, what is offered: this is how it is now. */
export interface Tables {
  kind: "table";
  version: number;
  now: number;
  table: Table;
}

/** A bot is at work, or (`done`) has chosen. What it thought is told where nothing is hidden. */
export interface Thinking {
  kind: "thinking";
  seat: number;
  done: boolean;
  depth: number | null;
  score: number | null;
  nodes: number | null;
  line: readonly string[];
  note: string;
  chance: number | null;
}

/** A thing on a cell. `glyph` is one or two letters, so that colour is never needed. */
export interface Token {
  id: string;
  label: string;
  cell: string;
  glyph: string;
  kind: string;
  seat: number | null;
  badge: string;
}

/** The same for tokens. */
export interface TokenLayer {
  put?: readonly Token[];
  gone?: readonly string[];
  whole?: boolean;
}

/**
 * The whole table, to draw from nothing. Logs and chat begin after `since` of the join.
 *
 * The client keeps `since_ply` plies of the log it has, drops the rest (taken back meanwhile) and
 * appends the log of its face.
 */
export interface Welcome {
  kind: "welcome";
  protocol: number;
  version: number;
  now: number;
  table: Table;
  seats: readonly number[];
  faces: readonly Face[];
  since_ply: number;
  chat: readonly ChatLine[];
}

/**
 * The answer to `ask`: the reason, or `null` where it can be done.
 *
 * `foreseen` is what can be known beforehand of an action that was asked for in notation.
 */
export interface Why {
  kind: "why";
  id: string;
  refusal: Refusal | null;
  foreseen: string;
}

export type FromClient =
  | Join
  | Act
  | Ask
  | Say
  | Do
  | Look
  | Ping;

export type FromServer =
  | Welcome
  | Step
  | Reset
  | Tables
  | Said
  | Thinking
  | Accepted
  | Rejected
  | Why
  | Looked
  | Pong
  | Rematched
  | Closing;

export const CLOSE_CODES: Record<number, string> = {
  1000: "Goodbye.",
  1001: "The page went away.",
  1009: "The message was too large.",
  1012: "The server is being restarted; come back and resume.",
  4400: "That was no message of this protocol, again and again.",
  4401: "A seat token is not valid (any more).",
  4403: "The page was not served by this server, or the password is wrong.",
  4404: "There is no such match.",
  4408: "No `join` came in time.",
  4409: "The seat was given to somebody else.",
  4429: "Too many messages, or too many connections or passwords from this address.",
  4503: "The client reads too slowly; come back and resume.",
};
