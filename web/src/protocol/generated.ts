// Written by `meadhall schema` from src/meadhall/server; do not edit.
export const PROTOCOL = 3;

/** Accept a challenge. `share` is what you add to the seed. */
export interface Acceptance {
  share?: string;
}

/** Carried out and stored. `version` is the match's version now. */
export interface Accepted {
  kind: "accepted";
  id: string;
  version: number;
}

/** How you can sign in to your account, and what you may do. */
export interface AccountState {
  passkeys: number;
  recovery_codes: number;
  mail_address: string;
  sends_mail: boolean;
  moderator: boolean;
  muted_until: number;
  muted_reason: string;
}

/** Something that a moderator or the host did. */
export interface ActCard {
  at: number;
  moderator: string;
  kind: string;
  name: string;
  match: string;
  until: number;
  reason: string;
}

/** The log, the newest act first. `next`, sent as `before`, gives those after the last one. */
export interface ActList {
  acts: readonly ActCard[];
  next: string | null;
}

/**
 * Play an action, in notation. `turn` is the turn it is for, as the server last sent it.
 *
 * The message may be sent again with the same `id`: it is carried out once.
 */
export interface ActMessage {
  kind: "act";
  id: string;
  seat: number;
  turn: number;
  text: string;
}

/** The mail address of your account; an empty one removes it. */
export interface AddressChange {
  address: string;
  password: string;
}

/** The key in a link that was sent to a mail address. */
export interface AddressKey {
  key: string;
}

/** You come to the match that was found. */
export interface Agreement {
  match: string;
}

/** An analysis: `done` of `total` moves; then the result, or in `trouble` what went wrong. */
export interface Analysed {
  id: string;
  done: number;
  total: number;
  analysis: Analysis | null;
  trouble: string;
}

/**
 * A whole match.
 *
 * `curves` has for each seat its chances before every move and at the end. At each position the
 * chances of all seats add up to 1000. `turning` are ply numbers.
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

/** A line from cell to cell: the last move, a planned order, a formation. */
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

/**
 * Ask why an action is not possible, or for its preview: clicks so far, or notation.
 *
 * With `dangers`, ask what the seat has to fear next.
 */
export interface Ask {
  kind: "ask";
  id: string;
  seat: number;
  gesture?: readonly string[];
  text?: string;
  dangers?: boolean;
}

/** A group of seats that a seat can send messages to. */
export interface AudienceCard {
  id: string;
  label: string;
  seats: readonly number[];
}

/** What is between you and another person, as far as it is yours. */
export interface Bond {
  follows: boolean;
  blocks: boolean;
  here: boolean;
}

/** How many games' bots play at full strength; `total` is 0 if none has to be made ready. */
export interface BotsReady {
  ready: number;
  total: number;
}

/** A match that has come into an account; `new` unless it was there already. */
export interface BroughtMatch {
  match: string;
  new: boolean;
}

/**
 * Something to press that is not a cell, token or card.
 *
 * A button with an `amount` ends a move whose notation ends with that number. The player may type
 * any other number instead, up to the largest amount on offer.
 * A button with `writes` begins a move with that notation, and the player types the rest (a name).
 * A button with `confirm` is pressed only after the player has agreed to that question.
 */
export interface Button {
  id: string;
  label: string;
  group: string;
  amount: number | null;
  writes: string;
  confirm: string;
}

/** The same for buttons. */
export interface ButtonLayer {
  put?: readonly Button[];
  gone?: readonly string[];
  whole?: boolean;
}

/**
 * A card in a zone (`hand`, `deck`, `offer`, …). A card that lies face down has no `kind`.
 *
 * A card is `chosen` while its owner's choice waits for the others. It stays in the hand.
 */
export interface Card {
  id: string;
  label: string;
  zone: string;
  kind: string;
  seat: number | null;
  detail: string;
  cost: number | null;
  dimmed: boolean;
  chosen: boolean;
}

/** The same for cards. */
export interface CardLayer {
  put?: readonly Card[];
  gone?: readonly string[];
  whole?: boolean;
}

/**
 * A place on the board; `x` grows to the right, `y` downwards.
 *
 * `name` is what sentences call it (`E5`), and what the board shows where names are switched on.
 * `label` says more: what kind of place it is, whose it is, what lies there.
 */
export interface Cell {
  id: string;
  label: string;
  x: number;
  y: number;
  shape: "disc" | "hex" | "square";
  kind: string;
  seat: number | null;
  badge: string;
  name: string;
}

/** `put`: changed and new cells; `gone`: removed ids. `whole`: `put` is the whole layer. */
export interface CellLayer {
  put?: readonly Cell[];
  gone?: readonly string[];
  whole?: boolean;
}

/** What the browser needs to make a passkey or to sign with one: WebAuthn's options as JSON. */
export interface CeremonyOptions {
  options: string;
}

/** A challenge. `to` is empty if anyone with the link may accept it; `mine`: you made it. */
export interface ChallengeCard {
  id: string;
  challenger: string;
  to: string;
  mine: boolean;
  terms: ChallengeTerms;
  state: "accepted" | "declined" | "expired" | "open" | "withdrawn";
  created: number;
  expires: number;
  match: string;
}

/** Open challenges, the newest first. `next`, sent as `before`, gives those after the last. */
export interface ChallengeList {
  challenges: readonly ChallengeCard[];
  next: string | null;
}

/** On the hall's socket: your challenges have changed; these are the newest open ones. */
export interface ChallengeNews {
  kind: "challenges";
  challenges: readonly ChallengeCard[];
}

/** What the match would be. `bots` has the levels of the bots at the table. */
export interface ChallengeTerms {
  game: string;
  title: string;
  seats: number;
  bots: readonly string[];
  options: Record<string, string | number | boolean | null>;
  clock: ClockPlan;
  rated: boolean;
}

/** A chat message. */
export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  audience: string;
  text: string;
  turn: number;
  at: number;
  label: string;
  seats: readonly number[];
}

/**
 * The answer to `chat`: up to 50 lines, the oldest first.
 *
 * `earlier` says whether there are older ones. Without an `id` many old messages have become
 * readable at once: the client drops its chat and begins again with this page, the newest one.
 */
export interface ChatPage {
  kind: "chat";
  id: string;
  lines: readonly ChatLine[];
  earlier: boolean;
}

/** Ask for the page of chat before the line with that number. Answered by `chat`. */
export interface ChatRequest {
  kind: "chat";
  id: string;
  before: number;
}

/**
 * The clock of a match, in milliseconds.
 *
 * `rules`: the limits of the game's rules, if it has any. `none`: no limit. `turn`: `base` per
 * turn. `fischer`: `base` for the match and `increment` after each turn. `days`: `base` per turn,
 * in whole days; it does not wait for players who are away.
 */
export interface ClockPlan {
  mode?: "days" | "fischer" | "none" | "rules" | "turn";
  base?: number;
  increment?: number;
}

/**
 * The clock, in milliseconds. `left` has one number per seat; empty without time budgets.
 *
 * What a running seat has left at an instant is the time until its end, but never more than
 * `left`: a clock begins to count when everybody has seen what happened.
 */
export interface ClockView {
  mode: string;
  left: readonly number[];
  running: readonly number[];
  ends: readonly number[];
  deadline: number | null;
  paused: boolean;
  covered: readonly number[];
  vacations: readonly number[];
}

/** The server is stopping. Reconnect after `retry` milliseconds; nothing is lost. */
export interface Closing {
  kind: "closing";
  retry: number;
}

/** The match with this code. */
export interface CodeFound {
  match: string;
}

/** A recovery code, and the password that you want from now on. */
export interface CodeRecovery {
  name: string;
  code: string;
  password: string;
}

/**
 * A new match from a position of a finished match (`match`) or of a record.
 *
 * If something is hidden: `revealed` continues from the true position, `resampled` from one that
 * looks the same to `seat`. With an open seat nobody may know more than the others: what is hidden
 * is `resampled`, for a spectator or for a seat of yours.
 */
export interface Continuation {
  ply: number;
  seats: readonly SeatPlan[];
  match?: string;
  record?: string;
  hidden?: "resampled" | "revealed";
  seat?: number | null;
  clock?: ClockPlan;
  reservation?: string;
}

/** Name and password, to sign in or to create an account. */
export interface Credentials {
  name: string;
  password: string;
}

/**
 * Something that an opponent's next move could do to a seat.
 *
 * `target` is the id of the part of the scene that is in danger: a token, or a cell.
 */
export interface DangerMark {
  target: string;
  text: string;
}

/** A proposal that another seat has declined, in words or by playing on. */
export interface DeclinedOffer {
  what: "draw" | "rematch" | "undo";
  by: number;
  declined_by: number;
}

/** Answer a report without doing anything else. */
export interface Dismissal {
  reason?: string;
}

/** Make a request about the match. */
export interface Do {
  kind: "do";
  id: string;
  seat: number;
  request: "accept-draw" | "allow-undo" | "berserk" | "call-bot" | "decline-draw" | "leave" | "no-rematch" | "offer-draw" | "ready" | "refuse-undo" | "rematch" | "resign" | "restart" | "start" | "uncovered" | "undo" | "unready";
  target?: number | null;
  share?: string;
  reservation?: string;
}

/** One ply of the log, as far as this viewer may know it. */
export interface Entry {
  ply: number;
  seat: number;
  text: string;
  told: readonly string[];
  cause: "clock" | "left" | "played";
}

/** The name once more and the password, to confirm that the account shall be deleted. */
export interface Farewell {
  name: string;
  password: string;
}

/** The first position of a game, as a picture. */
export interface FirstPosition {
  scene: Scene | null;
}

/** The seat wins by force, with that many actions of its own. */
export interface ForcedWin {
  winner: number;
  moves: number;
}

/** The others have been found. The match begins when everybody has agreed in time. */
export interface FoundMatch {
  match: string;
  opponents: readonly FoundOpponent[];
  left: number;
  agreed: boolean;
  begun: boolean;
}

/** Somebody who has been found. `points` is the rating; `provisional`: little is known yet. */
export interface FoundOpponent {
  name: string;
  points: number;
  provisional: boolean;
}

/** A person in a list of people. `here`: connected now, and shows it. */
export interface FriendCard {
  name: string;
  here: boolean;
}

/** People by name. `next`, sent as `after`, gives those after the last one. */
export interface FriendList {
  people: readonly FriendCard[];
  next: string | null;
}

/** A game in the list of games, with what a set-up form needs. */
export interface GameCard {
  slug: string;
  title: string;
  summary: string;
  players: readonly number[];
  simultaneous: boolean;
  chance: boolean;
  hidden: boolean;
  options: readonly OptionSpec[];
  presets: readonly PresetCard[];
  levels: readonly LevelCard[];
  marks: readonly string[];
  colours: readonly string[];
  notation: string;
  timed: boolean;
  time_up: string;
  guided: boolean;
  previews: boolean;
  dangers: boolean;
  puzzles: boolean;
}

/** A game with its rules, and its guide if it has one. */
export interface GamePage {
  game: GameCard;
  rules: string;
  guide: GuideCard | null;
}

/** How often a person won, lost and drew a game on one seat of tables of this size. */
export interface GameResults {
  game: string;
  title: string;
  seats: number;
  seat: number;
  won: number;
  lost: number;
  drawn: number;
}

/**
 * A number to watch: hit points, energy, a round counter. `most` is its maximum, if any.
 *
 * `then` says what happens when a counter is full: `then the match is a draw`.
 */
export interface Gauge {
  id: string;
  label: string;
  value: number;
  most: number | null;
  kind: string;
  seat: number | null;
  then: string;
}

/** The same for gauges. */
export interface GaugeLayer {
  put?: readonly Gauge[];
  gone?: readonly string[];
  whole?: boolean;
}

/**
 * A guided first match with its steps, and tips for any match.
 *
 * It is played on one device with these seats, options and seed; the learner has seat 0.
 */
export interface GuideCard {
  seats: number;
  options: Record<string, string | number | boolean | null>;
  seed: string;
  steps: readonly GuideStep[];
  tips: readonly string[];
}

/**
 * One step of a guided match: a text to read, then plies (seat, notation) to play.
 *
 * The learner plays the plies of seat 0; the others are played automatically.
 */
export interface GuideStep {
  title: string;
  text: string;
  plies: readonly (readonly [number, string])[];
}

/** A line of the hall's chat. */
export interface HallLineCard {
  id: string;
  name: string;
  text: string;
  at: number;
}

/** On the hall's socket with `chat=yes`: new lines; at first the newest ones, `whole`. */
export interface HallTalk {
  kind: "hall-talk";
  lines: readonly HallLineCard[];
  whole: boolean;
}

/** Matches, the newest first. `next`, sent as `before`, gives those after the last one. */
export interface HistoryList {
  matches: readonly HistoryRow[];
  next: string | null;
}

/** A match that a person played. `players` has one name per seat. */
export interface HistoryRow {
  match: string;
  code: string;
  game: string;
  title: string;
  ended: number;
  seat: number;
  outcome: "drawn" | "lost" | "open" | "won";
  plies: number;
  players: readonly string[];
  accounts: readonly number[];
}

/**
 * Your matches with other people, the most urgent first. `turns`: at how many you are to move.
 *
 * `next`, sent as `after`, gives the following ones; it is the `order` of the last one.
 */
export interface Inbox {
  entries: readonly InboxCard[];
  turns: number;
  now: number;
  next: string | null;
}

/**
 * A match in your inbox: what waits for you there.
 *
 * `urgency`: it is your turn, you are asked something, there is something new, or others are to
 * move. `due` is when your clock runs out. `moves` and `messages` count what happened since you
 * were last at the table; `last` is the last move in words, in which `seat 1` stands for a player.
 * `wants` is what you are asked to agree to. `order` sorts the inbox, as texts in parts: see
 * `Inbox`.
 */
export interface InboxCard {
  match: string;
  game: string;
  title: string;
  phase: "finished" | "open" | "playing";
  code: string;
  rated: boolean;
  players: readonly string[];
  mine: readonly number[];
  urgency: "news" | "request" | "turn" | "waiting";
  due: number | null;
  at: number;
  moves: number;
  messages: number;
  wants: "" | "draw" | "rematch" | "start" | "undo";
  last: string;
  order: string;
}

/** On the hall's socket: entries of your inbox that are new or have changed, or are gone. */
export interface InboxChange {
  kind: "inbox";
  put: readonly InboxCard[];
  gone: readonly string[];
  turns: number;
}

/**
 * The first message: the seats of this connection, and what it knows already.
 *
 * Without tokens it is a spectator, or a `glance` from a list, which is not counted. `since` is
 * the last version that its seats know. `show` asks for scenes, or for views for programs.
 */
export interface Join {
  kind: "join";
  tokens?: readonly string[];
  since?: number;
  name?: string;
  password?: string;
  show?: "scene" | "view";
  glance?: boolean;
}

/**
 * The best players of a game at tables of one size; provisional ratings come last.
 *
 * `week` is the week's number, 0 for all time; `this_week` is the present one, which began at
 * `since`. `next`, sent as `after`, gives the following lines.
 */
export interface Leaderboard {
  game: string;
  title: string;
  size: "more" | "two";
  week: number;
  this_week: number;
  since: number;
  lines: readonly LeaderboardLine[];
  next: string | null;
}

/** A person in a leaderboard. In one of a week, the rating is that at its end. */
export interface LeaderboardLine {
  person: string;
  name: string;
  rating: RatingCard;
}

/** A level of opponents. */
export interface LevelCard {
  name: string;
  text: string;
  rating: number | null;
}

/** End a mute or a ban before its time. */
export interface LiftedSanction {
  kind: "ban" | "mute";
  person: string;
  reason?: string;
}

/** A link from another device. */
export interface LinkClaim {
  link: string;
}

/**
 * Tables that are new in a list or have changed (`put`), and those that are `gone` from it.
 *
 * `public` has the newest open tables and matches that everybody may see, `own` the unfinished
 * ones of the person. At first each list comes `whole`.
 */
export interface ListChange {
  kind: "list";
  name: "own" | "public";
  put: readonly MatchCard[];
  gone: readonly string[];
  whole: boolean;
}

/** Ask how the position looked to a seat after a ply. Answered by `looked`. */
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

/** The key in a link for recovery, and the password that you want from now on. */
export interface MailRecovery {
  key: string;
  password: string;
}

/** A match in a list. `players` has one name per seat, empty for an open seat. */
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
  people: number;
  held: readonly number[];
  secrets_known: boolean;
  rated: boolean;
  ratings: readonly (RatingCard | null)[];
  options: Record<string, string | number | boolean | null>;
  clock: ClockPlan | null;
  watching: number;
}

/** Matches, newest first. `next`, sent as `before`, gives those after the last one. */
export interface MatchList {
  matches: readonly MatchCard[];
  next: string | null;
}

/** Where a match is served best: the address of a process, empty where any will do. */
export interface MatchPlace {
  address: string;
}

/** A finished match of yours in which to look for missed wins. */
export interface MatchSearch {
  match: string;
}

/** A win that you missed in a match, as a puzzle. `played` is your move in words. */
export interface MissedWin {
  puzzle: string;
  match: string;
  ply: number;
  played: string;
  moves: number;
  solved: boolean;
}

/**
 * One move of the match. `ply` counts from 1; `chances` are those before the move.
 *
 * The chances are by what the mover could know and if it plays well. `sees_all`: nothing was
 * hidden from it. `loss` is what the move took from the mover's own chance; `None` if the seat did
 * not choose it. `better` is in notation, empty if nothing better was found; `gesture` is what to
 * click for it, and `line` how play might go on from it. `phrases` has the same for people to
 * read. `forced` says who wins by force before the move, `forced_after` after it. `told` is a
 * sentence about a move that lost something.
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
  phrases: Phrases;
  forced: ForcedWin | null;
  forced_after: ForcedWin | null;
  sees_all: boolean;
  told: string;
}

/**
 * One movement of one object. Motions with the same `beat` run at the same time.
 *
 * It takes that many `milliseconds`; without a number, as long as `MOTION_MS` says.
 */
export interface Motion {
  kind: "appear" | "fall" | "flip" | "hit" | "hop" | "pause" | "push" | "say" | "shake" | "show" | "slide" | "vanish";
  target: string;
  path: readonly string[];
  text: string;
  beat: number;
  milliseconds: number;
}

/**
 * What has changed of a seat's legal moves, which have no order.
 *
 * `put`: new moves; `gone`: the notation of moves that are no longer legal. `whole`: `put` are
 * all there are.
 */
export interface MovesChange {
  put?: readonly (readonly [readonly string[], string])[];
  gone?: readonly string[];
  whole?: boolean;
}

/** Your seek, if you have one. */
export interface MySeek {
  seek: SeekCard | null;
}

/**
 * A challenge to the person with this name; an empty name: to anyone with the link.
 *
 * The match has a seat of yours, one open seat, and bots on the others.
 */
export interface NewChallenge {
  match: NewMatch;
  to?: string;
  hours?: number;
}

/** The name of a guest. */
export interface NewGuest {
  name: string;
}

/** Write to everybody in the lobby. */
export interface NewHallLine {
  text: string;
}

/** A match to be created. It starts at once if no seat is open. */
export interface NewMatch {
  game: string;
  seats: readonly SeatPlan[];
  options?: Record<string, string | number | boolean | null>;
  clock?: ClockPlan;
  password?: string;
  listed?: boolean;
  takeover?: boolean;
  guided?: boolean;
  rated?: boolean;
  seed?: string;
  reservation?: string;
}

/** A passkey that the browser has made: its answer as JSON, and a name for it. */
export interface NewPasskey {
  credential: string;
  name: string;
}

/**
 * The lines of a seat, from the position of this turn. Without lines nothing is chosen.
 *
 * A line has moves in notation, in the order in which they would be played: those that you expect
 * of others, and your answers. It ends with a move of yours.
 */
export interface NewPremoves {
  seat: number;
  turn: number;
  lines: readonly (readonly string[])[];
}

/** A browser's push subscription: its endpoint and keys, and a name for the list of devices. */
export interface NewPushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
  name?: string;
}

/** A report about the account with this name, or about the person on a seat of a match. */
export interface NewReport {
  kind: "chat" | "cheating" | "leaving" | "name" | "other";
  text?: string;
  name?: string;
  match?: string;
  seat?: number | null;
}

/** Mute or ban somebody for some days, by the name of an account or the `person` of a report. */
export interface NewSanction {
  kind: "ban" | "mute";
  days: number;
  reason: string;
  name?: string;
  report?: string;
}

/** Look for people who want the same match. It takes the place of your earlier seek. */
export interface NewSeek {
  game: string;
  seats?: number | null;
  options?: Record<string, string | number | boolean | null>;
  clock?: ClockPlan;
  rated?: boolean;
  share?: string;
  reservation?: string;
}

/** A tournament to be made. It starts after `starts_in`, or when its host starts it. */
export interface NewTournament {
  title: string;
  format: "arena" | "knockOut" | "roundRobin" | "swiss";
  game: string;
  clock: ClockPlan;
  starts_in?: number;
  options?: Record<string, string | number | boolean | null>;
  seats?: number;
  rounds?: number;
  minutes?: number;
  pause?: number;
  most?: number;
  rated?: boolean;
  draws?: boolean;
  berserk?: boolean;
  computers?: readonly string[];
}

/** A vacation that begins now. It stops your own clocks that give days per turn. */
export interface NewVacation {
  days: number;
}

/**
 * What you hear of, and how.
 *
 * `key` is the hall's public key for pushes, empty where the hall sends none. `mails`: the hall
 * sends mails; yours go to `address`, which is empty without a confirmed one.
 */
export interface NoticePage {
  settings: NoticeSettings;
  key: string;
  devices: readonly PushDeviceCard[];
  mails: boolean;
  address: string;
}

/**
 * The events of which you hear by push and by mail.
 *
 * There is at most one mail in so many `hours`, and none with 0. Reminders come within an hour.
 */
export interface NoticeSettings {
  push: readonly ("challenge" | "message" | "over" | "reminder" | "request" | "turn")[];
  mail: readonly ("challenge" | "message" | "over" | "reminder" | "request" | "turn")[];
  hours: 0 | 1 | 4 | 24;
}

/** A proposal that needs the consent of other seats. */
export interface Offer {
  what: "draw" | "rematch" | "undo";
  by: number;
  agreed: readonly number[];
  waiting: readonly number[];
  match: string;
  commitment: string;
}

/** A match that was played without the server: its facts, as the browser keeps them. */
export interface OfflineMatch {
  facts: readonly string[];
}

/** Whether this hall can be played in the browser alone, at `/offline/`. */
export interface OfflineMode {
  offered: boolean;
}

/** How often a person won, lost and drew a game after opening like this. */
export interface OpeningResults {
  game: string;
  title: string;
  opening: string;
  won: number;
  lost: number;
  drawn: number;
}

/**
 * How a form shows an option. What is left out is made from the option's name and values.
 *
 * `words` says each choice in words, in the order of the choices, and `unset` says `None`. `unit`
 * is what a number counts, and `example` a text that can be typed. The option matters only if the
 * option that `needs` names has that value and if the number of seats is in `seats`; empty means
 * any. `is_clock`: the clock of a match does the same, so a form that offers clocks leaves the
 * option out.
 */
export interface OptionForm {
  label: string;
  words: readonly string[];
  unit: string;
  unset: string;
  needs: readonly [string, string | number | boolean | null] | null;
  seats: readonly number[];
  is_clock: boolean;
  example: string;
}

/**
 * One option as people see it.
 *
 * It is one of `choices`, a number from `low` to `high`, or text of up to `longest` characters.
 */
export interface OptionSpec {
  name: string;
  default: string | number | boolean | null;
  help: string;
  choices: readonly (string | number | boolean | null)[];
  low: number | null;
  high: number | null;
  optional: boolean;
  form: OptionForm;
  longest: number | null;
}

/**
 * How the match ended: one payoff per seat, the reason in one word, and a sentence.
 *
 * The sentence names seats (`seat 1`), as the log does.
 */
export interface OutcomeView {
  payoffs: readonly number[];
  reason: string;
  text: string;
  final: boolean;
}

/** Wins that you missed in your matches of a game, and the matches not looked into yet. */
export interface OwnMistakes {
  wins: readonly MissedWin[];
  waiting: readonly string[];
}

/** A passkey of yours. `used` is 0 until you have signed in with it. */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** Another name for a passkey. */
export interface PasskeyRename {
  name: string;
}

/** What the browser answers when it signs with a passkey, as JSON. */
export interface PasskeySignature {
  credential: string;
}

/** The old password and the new one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** Your password, to show that it is you. */
export interface PasswordProof {
  password: string;
}

/** A person. `token` is the session token for programs; pages get it as a cookie. */
export interface Person {
  id: string;
  name: string;
  account: boolean;
  token: string;
}

/** A person with an account, as the viewer may see them. */
export interface PersonProfile {
  name: string;
  since: number;
  mine: boolean;
  about: string;
  settings: ProfileSettings;
  results: readonly GameResults[] | null;
  openings: readonly OpeningResults[];
  rivals: readonly Rival[];
  streak: "" | "drawn" | "lost" | "won";
  streak_length: number;
  recent: readonly HistoryRow[] | null;
  rated_as: string;
}

/** The rating of a person in a game, at tables of one size. */
export interface PersonRating {
  game: string;
  title: string;
  size: "more" | "two";
  rating: RatingCard;
}

/** Moves in words: the one that was played, the better one, and how play might go on. */
export interface Phrases {
  played: string;
  better: string;
  line: readonly string[];
}

/** Check the connection. Answered by `pong`, which has the server's time. */
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

/**
 * What a seat has chosen ahead, as far as it may still be played. Only its player sees that.
 *
 * `possible`: moves can be chosen ahead in this match.
 */
export interface PremoveList {
  possible: boolean;
  seat: number;
  turn: number;
  lines: readonly (readonly PremoveStep[])[];
}

/** The position after a line: who moves next, and how. `next` is `null` after the end. */
export interface PremovePosition {
  steps: readonly PremoveStep[];
  next: number | null;
  scene: Scene | null;
  moves: readonly (readonly [readonly string[], string])[];
}

/** Ask for the position after a line. */
export interface PremoveQuestion {
  seat: number;
  turn: number;
  line?: readonly string[];
}

/** A move of a line: whose it is, in notation and in words, in which `seat 1` is a player. */
export interface PremoveStep {
  seat: number;
  text: string;
  told: string;
}

/** A match to choose as a whole: how many play, and all options. */
export interface PresetCard {
  name: string;
  text: string;
  seats: number;
  options: Record<string, string | number | boolean | null>;
}

/**
 * What can be known in advance about an action: in words, and as arrows on the board.
 *
 * `warning` says what the player would regret, such as the loss of a piece.
 */
export interface Preview {
  text: string;
  arrows: readonly Arrow[];
  warning: string;
}

/** What went wrong: a problem document (RFC 9457) with a `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  objects?: readonly string[];
}

/** What a person says about themselves, and what strangers may see. */
export interface ProfileSettings {
  about?: string;
  results?: boolean;
  matches?: boolean;
  here?: boolean;
}

/** A browser of yours that takes pushes. `failing`: its push service does not answer. */
export interface PushDeviceCard {
  id: string;
  name: string;
  added: number;
  failing: boolean;
}

/**
 * What a try has led to: `open` is right so far, `wrong` throws the win away or is too slow.
 *
 * `steps` are your last move, unless it is wrong, and the replies to it; `legal` are your moves
 * after them.
 */
export interface PuzzleAnswer {
  stand: "open" | "solved" | "wrong";
  steps: readonly ReplayStep[];
  legal: readonly (readonly [readonly string[], string])[];
  change: PuzzleChange | null;
}

/** Your rating before and after your first try of a puzzle. Guests' ratings are not kept. */
export interface PuzzleChange {
  before: RatingCard;
  after: RatingCard;
}

/**
 * A puzzle as it begins: you have `seat` and win within `moves` moves. Find them.
 *
 * `points` is how hard it is. `legal` are the moves of the position, as gestures and in notation.
 */
export interface PuzzlePage {
  id: string;
  game: string;
  title: string;
  seat: number;
  moves: number;
  points: number;
  scene: Scene | null;
  legal: readonly (readonly [readonly string[], string])[];
  tried: "" | "missed" | "solved";
  decisive: boolean;
}

/**
 * The puzzles of a game: how many there are, and how you do at them.
 *
 * `rating` counts tries as matches; it is `None` before the first one.
 */
export interface PuzzleShelf {
  game: string;
  title: string;
  count: number;
  rating: RatingCard | null;
  tried: number;
  solved: number;
}

/** The play to the end, from the first position on. A puzzle that was not solved is missed. */
export interface PuzzleSolution {
  steps: readonly ReplayStep[];
  change: PuzzleChange | null;
}

/** Your moves in a puzzle so far, in notation, without the replies. */
export interface PuzzleTry {
  moves: readonly string[];
}

/** Join any open table with default options, or open a new one. */
export interface QuickMatch {
  game: string;
  seats?: number | null;
  share?: string;
  reservation?: string;
}

/**
 * A rating: with 95 % probability the strength is within `error` of `points`.
 *
 * It is `provisional` until the error is small. `matches` is how many it comes from.
 */
export interface RatingCard {
  points: number;
  error: number;
  provisional: boolean;
  matches: number;
}

/** Ratings after matches, the newest first. `next`, sent as `before`, gives earlier ones. */
export interface RatingHistory {
  points: readonly RatingPoint[];
  next: string | null;
}

/** The rating after a match. */
export interface RatingPoint {
  at: number;
  match: string;
  points: number;
  error: number;
}

/** A record of a finished match, to be stored and shared. */
export interface RecordUpload {
  record: string;
}

/** Your new recovery codes. Nobody can show them again; each works once. */
export interface RecoveryCodes {
  codes: readonly string[];
}

/** The name of an account, or its mail address. */
export interface RecoveryRequest {
  account: string;
}

/**
 * A reason: a sentence for people and a code for programs.
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
 * Not carried out; nothing has changed. The refusal has a code and a sentence.
 *
 * `id` is empty if the message has none, or none could be read.
 */
export interface Rejected {
  kind: "rejected";
  id: string;
  refusal: Refusal;
}

/** There is a rematch. `tokens` are those of this connection's seats in it. */
export interface RematchedMessage {
  kind: "rematched";
  match: string;
  tokens: readonly string[];
}

/** A match from its first position to its last, as one viewer saw it. */
export interface Replay {
  game: string;
  title: string;
  players: readonly string[];
  options: Record<string, string | number | boolean | null>;
  seat: number | null;
  first: Scene | null;
  steps: readonly ReplayStep[];
  result: OutcomeView | null;
  analysis: Analysed | null;
  seed: string;
  proof: SeedProof | null;
  hidden: boolean;
}

/** A record to be replayed without storing it. */
export interface ReplayRequest {
  record: string;
  seat?: number | null;
}

/** One ply: the move and the change of the scene. */
export interface ReplayStep {
  entry: Entry;
  motions: readonly Motion[];
  stages: readonly SceneStage[];
  scene: SceneChange;
}

/** A report that waits, with its context: the match and the last messages there. */
export interface ReportCard {
  id: string;
  at: number;
  reporter: string;
  person: string;
  name: string;
  account: boolean;
  match: string;
  kind: string;
  text: string;
  lines: readonly SaidLine[];
}

/** Reports that wait, the oldest first. `next`, sent as `after`, gives those after the last. */
export interface ReportList {
  reports: readonly ReportCard[];
  next: string | null;
}

/**
 * A match to come, whose part of the dice is fixed: the hash of the server's secret for it.
 *
 * Send the token when you set the match up, with the bytes that you draw now. It works once.
 */
export interface Reservation {
  match: string;
  commitment: string;
  token: string;
}

/** A new position, by a start or an undo. The client cuts its log after `table.ply` plies. */
export interface Reset {
  kind: "reset";
  version: number;
  now: number;
  table: TableView;
  seat_view: SeatView;
}

/** How often a person won, lost and drew with this opponent at the table. */
export interface Rival {
  name: string;
  bot: string;
  account: boolean;
  won: number;
  lost: number;
  drawn: number;
}

/** A message that the reporter could read. */
export interface SaidLine {
  name: string;
  text: string;
  at: number;
}

/** A chat message that this connection may read. */
export interface SaidMessage {
  kind: "said";
  version: number;
  line: ChatLine;
}

/** Somebody who is muted or banned. */
export interface SanctionCard {
  person: string;
  name: string;
  kind: "ban" | "mute";
  until: number;
  reason: string;
}

/** Who is muted or banned, those first whose time is up first. `next`, sent as `after`: more. */
export interface SanctionList {
  sanctions: readonly SanctionCard[];
  next: string | null;
}

/** Send a chat message to an audience of the game or to chosen seats. */
export interface SayMessage {
  kind: "say";
  id: string;
  text: string;
  seat?: number | null;
  audience?: string;
  seats?: readonly number[];
}

/**
 * Everything to draw for one viewer, with a headline that says what is going on.
 *
 * `task` tells the player who is to act what to do now: `Choose a card.` Nobody else is shown it.
 * Where it is empty, a renderer says what the legal moves imply.
 *
 * `homes` has a point for each seat, in the coordinates of the cells: the side of the board where
 * it sits. Two things stay the same during a match: `goal` says in a sentence how the viewer wins,
 * and `targets` has, for each seat, the cells that it wants to reach.
 */
export interface Scene {
  headline: string;
  cells: readonly Cell[];
  tokens: readonly Token[];
  cards: readonly Card[];
  gauges: readonly Gauge[];
  buttons: readonly Button[];
  arrows: readonly Arrow[];
  notes: readonly string[];
  task: string;
  goal: string;
  homes: readonly (readonly [number, number])[];
  targets: readonly (readonly string[])[];
}

/**
 * What has changed in a scene. What is absent has not changed.
 *
 * Cards, gauges and buttons have an order: new ones come last. If that is wrong, the layer is sent
 * whole. Cells, tokens and arrows have no order, because they have a place on the board.
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
  task?: string | null;
  homes?: readonly (readonly [number, number])[] | null;
}

/**
 * What changes in the scene with the motions that end before this beat.
 *
 * The new headline is the caption of those motions, so it is shown while they run.
 */
export interface SceneStage {
  beat: number;
  scene: SceneChange;
}

/** One seat as everyone sees it. */
export interface SeatCard {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  ready: boolean;
  here: boolean;
  left: boolean;
}

/** Take this seat, or any open one; `ready` at once or not. `share`: what you add to dice. */
export interface SeatClaim {
  seat?: number | null;
  password?: string;
  share?: string;
  ready?: boolean;
}

/** A link that moves your seat to another device: once, until it expires. */
export interface SeatLink {
  link: string;
  expires: number;
}

/** Who gets the seat: anyone (`open`), a bot of a level, or a person on this device (`mine`). */
export interface SeatPlan {
  kind?: "bot" | "mine" | "open";
  level?: string;
  name?: string;
  share?: string;
}

/** The rating of the person on a seat; `None` for somebody without a rated match. */
export interface SeatRatingCard {
  match: string;
  seat: number;
  rating: RatingCard | null;
}

/** A match and the tokens of your seats in it. Keep them: they give access to the seats. */
export interface SeatTokens {
  match: string;
  code: string;
  tokens: readonly string[];
}

/** The position as one viewer sees it. */
export interface SeatView {
  seat: number | null;
  scene: Scene | null;
  moves: readonly (readonly [readonly string[], string])[];
  audiences: readonly AudienceCard[];
  view: unknown;
  log: readonly Entry[];
}

/** What the seed of a match was made of: the match's id, the secret, one share for each seat. */
export interface SeedProof {
  match: string;
  secret: string;
  shares: readonly string[];
}

/** Your seek. It goes on while you hold a hall's socket. */
export interface SeekCard {
  terms: SeekTerms;
  title: string;
  waited: number;
  searching: number;
  others: number;
  usual_wait: number | null;
  lowest: number | null;
  highest: number | null;
  found: FoundMatch | null;
  trouble: string;
}

/** On the hall's socket: your seek has changed, or has ended. */
export interface SeekNews {
  kind: "seek";
  seek: SeekCard | null;
}

/** The match that is wanted, with all its options. */
export interface SeekTerms {
  game: string;
  seats: number;
  options: Record<string, string | number | boolean | null>;
  clock: ClockPlan;
  rated: boolean;
}

/** The three files of a skin, checked. */
export interface SkinFiles {
  spec: SkinSpec;
  symbols: string;
  css: string;
}

/** A part of the ground: one symbol under every cell, in the middle, or across the board. */
export interface SkinLayer {
  symbol: string;
  at?: "board" | "cells" | "middle";
  margin?: number;
}

/** A game's skin; without `files` the game is drawn plainly. */
export interface SkinPage {
  files: SkinFiles | null;
  problem: string;
}

/**
 * The contents of `skin.json`.
 *
 * `cells`, `tokens` and `cards` say which symbol draws what, by `kind`. A key is `KIND`, or `*`
 * for all kinds; in front of it may stand a place and a slash, which is the kind of the cell under
 * a token or the zone of a card. `null` means the plain look.
 */
export interface SkinSpec {
  format: 1;
  margin?: number;
  arcs?: boolean;
  picture?: string | null;
  ground?: readonly SkinLayer[];
  cells?: Record<string, string | SkinVariants | null>;
  tokens?: Record<string, string | null>;
  cards?: Record<string, string | null>;
}

/**
 * Several symbols for one kind of cell; where a cell lies decides which one it gets.
 *
 * Their number is `x * spread[0] + y * spread[1]`, rounded, and counted round the list.
 */
export interface SkinVariants {
  symbols: readonly (string | null)[];
  spread?: readonly [number, number];
}

/**
 * One or more plies, as the viewer `seat` sees them.
 *
 * `moves` is what has changed of the seat's legal moves; if it is absent, nothing has. The same
 * holds for `audiences`, which has all of them. `answers` is the id of the seat's `act` that led
 * to this step; it is stored. With a `result` the match is over. `receipt` is the seat's for its
 * sealed choice: keep it, and the record will show that the choice was not exchanged.
 */
export interface StepMessage {
  kind: "step";
  seat: number | null;
  version: number;
  now: number;
  ply: number;
  turn: number;
  to_act: readonly number[];
  clock: ClockView;
  entries?: readonly Entry[];
  motions?: readonly Motion[];
  stages?: readonly SceneStage[];
  scene?: SceneChange | null;
  moves?: MovesChange | null;
  audiences?: readonly AudienceCard[] | null;
  view?: unknown;
  result?: OutcomeView | null;
  answers?: string;
  receipt?: string;
}

/** A rated match of two guests of one address. */
export interface SuspicionCard {
  match: string;
  at: number;
  title: string;
  names: string;
}

/** Suspicions, the newest first. `next`, sent as `before`, gives those after the last one. */
export interface SuspicionList {
  suspicions: readonly SuspicionCard[];
  next: string | null;
}

/** Close a table: it goes, or its match ends without a result. */
export interface TableClosing {
  match: string;
  reason: string;
  report?: string;
}

/** What opens a locked table: its password, or the token of a seat there. */
export interface TableKey {
  password?: string;
  tokens?: readonly string[];
}

/** The table has changed: players, presence, offers or clock. */
export interface TableUpdate {
  kind: "table";
  version: number;
  now: number;
  table: TableView;
}

/** Everything about a match but the position: seats, options, clock, offers, result. */
export interface TableView {
  match: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number | boolean | null>;
  phase: "finished" | "open" | "playing";
  seats: readonly SeatCard[];
  clock: ClockView;
  to_act: readonly number[];
  turn: number;
  ply: number;
  result: OutcomeView | null;
  offer: Offer | null;
  declined: DeclinedOffer | null;
  rematch: string;
  watching: number;
  device: boolean;
  commitment: string;
  secrets_known: boolean;
  rated: boolean;
  tournament: TournamentMatch | null;
  behind: number;
}

/** A bot is thinking, or has chosen (`done`). Its thoughts are sent only in open games. */
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

/** A thing on a cell. `glyph` is one or two letters, so that nobody needs colours. */
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

/** On the hall's socket with `watch=yes`: the strongest matches now, the strongest first. */
export interface TopMatches {
  kind: "top-matches";
  matches: readonly MatchCard[];
}

/** Your next match in a tournament has begun. */
export interface TournamentCall {
  kind: "call";
  tournament: string;
  title: string;
  match: string;
}

/** A tournament in a list. */
export interface TournamentCard {
  id: string;
  title: string;
  format: "arena" | "knockOut" | "roundRobin" | "swiss";
  game: string;
  game_title: string;
  phase: "announced" | "over" | "running";
  starts: number;
  players: number;
  entered: boolean;
}

/**
 * What has changed on a tournament's page since `since`: lines and matches as they are now.
 *
 * Who knows an older version than `since` reads the page again.
 */
export interface TournamentChange {
  kind: "tournament";
  id: string;
  since: number;
  now: number;
  state: TournamentState;
  players: readonly TournamentPlayer[];
  pairings: readonly TournamentPairing[];
}

/** A whole tournament: its page, and all its rounds. */
export interface TournamentExport {
  tournament: TournamentPage;
  rounds: readonly TournamentRound[];
}

/** Those to come and those that run, the next to start first, and those that ended last. */
export interface TournamentList {
  now: number;
  current: readonly TournamentCard[];
  past: readonly TournamentCard[];
}

/** The tournament that a match is part of, and what is different in its matches. */
export interface TournamentMatch {
  id: string;
  draws: boolean;
  berserk: boolean;
  hasty: readonly number[];
}

/**
 * A tournament with its standings and the matches of its round.
 *
 * In an arena `pairings` has the matches that are being played and the last ones that ended.
 */
export interface TournamentPage {
  id: string;
  title: string;
  format: "arena" | "knockOut" | "roundRobin" | "swiss";
  game: string;
  game_title: string;
  host: string;
  host_name: string;
  now: number;
  terms: TournamentTerms;
  state: TournamentState;
  players: readonly TournamentPlayer[];
  pairings: readonly TournamentPairing[];
}

/** A match of the tournament: the players' numbers by seat, and the points once it is over. */
export interface TournamentPairing {
  round: number;
  match: string;
  seats: readonly number[];
  points: readonly number[];
}

/**
 * A player's line in the standings.
 *
 * `score` has the points and then the tie-breaks of the format: more is better in each. Players
 * with equal scores share a place.
 */
export interface TournamentPlayer {
  number: number;
  name: string;
  person: string;
  level: string;
  rating: number;
  score: readonly number[];
  played: number;
  wins: number;
  byes: number;
  streak: number;
  gone: "" | "absent" | "elsewhere" | "left";
}

/** The matches of a round. */
export interface TournamentRound {
  round: number;
  pairings: readonly TournamentPairing[];
  byes: readonly number[];
}

/** Where a tournament stands. `round` is the last one that was paired. */
export interface TournamentState {
  version: number;
  phase: "announced" | "over" | "running";
  round: number;
  rounds: number;
  starts: number;
  ends: number;
  next: number;
  ending: "" | "closed" | "finished" | "tooFew";
  byes: readonly number[];
}

/** What was fixed when the tournament was made. */
export interface TournamentTerms {
  clock: ClockPlan;
  options: Record<string, string | number | boolean | null>;
  sizes: readonly number[];
  rounds: number;
  minutes: number;
  pause: number;
  most: number;
  rated: boolean;
  draws: boolean;
  berserk: boolean;
}

/** Until when you are on vacation (0: you are not), and the days that you have. */
export interface Vacation {
  until: number;
  days_left: number;
  days_per_year: number;
}

/**
 * The whole table. The log starts after `since` of the join; the chat is its newest page.
 *
 * The client keeps the first `since_ply` plies of its log, drops the rest (they were taken back)
 * and appends the log of the seat view.
 */
export interface Welcome {
  kind: "welcome";
  protocol: number;
  version: number;
  now: number;
  table: TableView;
  seats: readonly number[];
  seat_views: readonly SeatView[];
  since_ply: number;
  chat: readonly ChatLine[];
  earlier_chat: boolean;
}

/**
 * The answer to `ask`: the refusal, or `null` if the action is possible.
 *
 * `preview` tells what would happen, as far as can be known. Only for actions in notation.
 * `dangers` tells what the next moves of others could do, where that was asked.
 */
export interface Why {
  kind: "why";
  id: string;
  refusal: Refusal | null;
  preview: Preview;
  dangers: readonly DangerMark[];
}

export type FromClient =
  | Join
  | ActMessage
  | Ask
  | SayMessage
  | Do
  | Look
  | ChatRequest
  | Ping;

export type FromServer =
  | Welcome
  | StepMessage
  | Reset
  | TableUpdate
  | SaidMessage
  | Thinking
  | Accepted
  | Rejected
  | Why
  | Looked
  | ChatPage
  | Pong
  | RematchedMessage
  | Closing;

export type FromHall =
  | ListChange
  | InboxChange
  | ChallengeNews
  | SeekNews
  | HallTalk
  | TopMatches
  | TournamentChange
  | TournamentCall
  | Closing;

export const CLOSE_CODES: Record<number, string> = {
  1000: "Goodbye.",
  1001: "The page was closed.",
  1007: "The message was not valid UTF-8.",
  1009: "The message was too large.",
  1012: "The server is restarting. Reconnect and resume.",
  1013: "The server is busy, or cannot use its database just now. Reconnect and resume.",
  4400: "Too many messages were not of this protocol, or the first was not `join`.",
  4401: "A seat token is not valid.",
  4403: "The page is not from this server, or the password is wrong.",
  4404: "There is no such match.",
  4408: "No `join` arrived in time.",
  4409: "The seat was given to someone else.",
  4410: "The session has ended: signed out, a new password, or the account was deleted.",
  4411: "The seat was opened on another device.",
  4429: "Too many messages, or too many connections or password checks from this address.",
  4503: "The client reads too slowly. Reconnect and resume.",
};

export const MOTION_MS: Record<Motion["kind"], number> = {
  slide: 200,
  hop: 240,
  push: 360,
  fall: 380,
  vanish: 260,
  appear: 260,
  flip: 420,
  hit: 420,
  shake: 320,
  say: 250,
  show: 200,
  pause: 500,
};

export const MOST_PLAYING_MS = 15000;

export const SKIN_ELEMENTS: readonly string[] = [
  "circle",
  "clipPath",
  "defs",
  "ellipse",
  "g",
  "line",
  "linearGradient",
  "mask",
  "path",
  "pattern",
  "polygon",
  "polyline",
  "radialGradient",
  "rect",
  "stop",
  "symbol",
  "text",
  "tspan",
  "use",
];

export const SKIN_ATTRIBUTES: readonly string[] = [
  "class",
  "clip-path",
  "clip-rule",
  "clipPathUnits",
  "color",
  "cx",
  "cy",
  "d",
  "data-fit",
  "data-slot",
  "display",
  "dominant-baseline",
  "dx",
  "dy",
  "fill",
  "fill-opacity",
  "fill-rule",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "fx",
  "fy",
  "gradientTransform",
  "gradientUnits",
  "height",
  "href",
  "id",
  "letter-spacing",
  "mask",
  "maskContentUnits",
  "maskUnits",
  "offset",
  "opacity",
  "paint-order",
  "patternContentUnits",
  "patternTransform",
  "patternUnits",
  "points",
  "preserveAspectRatio",
  "r",
  "rx",
  "ry",
  "spreadMethod",
  "stop-color",
  "stop-opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "textLength",
  "transform",
  "vector-effect",
  "viewBox",
  "visibility",
  "width",
  "x",
  "x1",
  "x2",
  "y",
  "y1",
  "y2",
];
