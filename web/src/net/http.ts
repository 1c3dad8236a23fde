/** The HTTP interface: one typed function per endpoint. */
import { transport } from "$/net/transport";
import type {
  Analysed,
  AnalysisRequest,
  BotsReady,
  BroughtMatch,
  ChallengeList,
  CodeFound,
  Continuation,
  Credentials,
  Farewell,
  FirstPosition,
  GameCard,
  GamePage,
  Inbox,
  MatchCard,
  MatchList,
  MatchPlace,
  NewMatch,
  OfflineMatch,
  OfflineMode,
  PasswordChange,
  Leaderboard,
  Person,
  PersonRating,
  Problem,
  RatingHistory,
  Replay,
  ReplayRequest,
  Reservation,
  SeatClaim,
  SeatRatingCard,
  SeatTokens,
  SeatLink,
  SkinPage,
  TableKey,
  TableView,
  Vacation,
} from "$/protocol/generated";

/** An error of the server, with a sentence for people in `message`. */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

const OFFLINE =
  "The server is not responding. Your matches are saved there; try again in a moment.";

/** The answer to a request; throws `Failed`. */
export async function call(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await transport.request(method, path, body);
  } catch {
    throw new Failed(0, "OFFLINE", OFFLINE);
  }
  if (!answer.ok) throw await failure(answer);
  return answer;
}

async function failure(answer: Response): Promise<Failed> {
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    return new Failed(answer.status, problem.code ?? "", problem.detail ?? answer.statusText);
  } catch {
    return new Failed(
      answer.status,
      "",
      `The server could not do that (error ${answer.status}). Try again in a moment.`,
    );
  }
}

/** The body of the answer. */
export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call(method, path, body);
  return (await answer.json()) as T;
}

/** A text as a part of an address. */
export const part = encodeURIComponent;

export interface BroughtIn {
  readonly kept: readonly string[];
  /** Why the others were not, a sentence each. */
  readonly skipped: readonly string[];
}

export interface ListQuery {
  readonly phase?: MatchCard["phase"];
  readonly game?: string;
  readonly mine?: boolean;
}

function query(wanted: object): string {
  const pairs = Object.entries(wanted).map(
    ([key, value]) => [key, String(value)] as [string, string],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

/** What only a hall on this device offers: its matches as a file. */
export const device = {
  matches: () => call("GET", "/device/matches"),
  bring: (lines: string) => json<BroughtIn>("POST", "/device/matches", { lines }),
  match: (id: string) => call("GET", `/device/matches/${part(id)}`),
  repair: (id: string) => json<BroughtIn>("POST", `/device/matches/${part(id)}/repair`),
  delete: (id: string) => json<BroughtIn>("DELETE", `/device/matches/${part(id)}`),
  deleteFinished: () => json<BroughtIn>("DELETE", "/device/matches"),
};

export const api = {
  games: () => json<readonly GameCard[]>("GET", "/games"),
  bots: () => json<BotsReady>("GET", "/bots"),
  game: (slug: string) => json<GamePage>("GET", `/games/${part(slug)}`),
  firstPosition: (slug: string, seats?: number, options: NewMatch["options"] = {}) =>
    json<FirstPosition>(
      "GET",
      `/games/${part(slug)}/position${query(seats === undefined ? options : { ...options, seats })}`,
    ),
  skin: (slug: string) => json<SkinPage>("GET", `/games/${part(slug)}/skin`),

  me: () => json<Person>("GET", "/me"),
  becomeGuest: (name: string) => json<Person>("POST", "/guests", { name }),
  rename: (name: string) => json<Person>("PUT", "/me/name", { name }),
  signUp: (who: Credentials) => json<Person>("POST", "/accounts", who),
  signIn: (who: Credentials) => json<Person>("POST", "/session", who),
  signOut: () => call("DELETE", "/session"),
  changePassword: (change: PasswordChange) => call("PUT", "/me/password", change),
  vacation: () => json<Vacation>("GET", "/me/vacation"),
  takeVacation: (days: number) => json<Vacation>("PUT", "/me/vacation", { days }),
  endVacation: () => json<Vacation>("DELETE", "/me/vacation"),
  deleteAccount: (farewell: Farewell) => call("POST", "/me/farewell", farewell),

  matches: (wanted: ListQuery) => json<MatchList>("GET", `/matches${query(wanted)}`),
  table: (match: string) => json<TableView>("GET", `/matches/${part(match)}`),
  place: (match: string) => json<MatchPlace>("GET", `/matches/${part(match)}/place`),
  enterTable: (match: string, key: TableKey) => call("POST", `/matches/${part(match)}/entry`, key),
  byCode: (code: string) => json<CodeFound>("GET", `/codes/${part(code)}`),
  mySeats: (match: string) => json<SeatTokens>("GET", `/matches/${part(match)}/seats`),
  reserve: () => json<Reservation>("POST", "/reservations"),
  create: (match: NewMatch) => json<SeatTokens>("POST", "/matches", match),
  sit: (match: string, claim: SeatClaim) =>
    json<SeatTokens>("POST", `/matches/${part(match)}/seats`, claim),
  seatLink: (match: string, seat: number) =>
    json<SeatLink>("POST", `/matches/${part(match)}/seats/${seat}/link`),
  claimLink: (link: string) => json<SeatTokens>("POST", "/links", { link }),

  challenges: (before = "") =>
    json<ChallengeList>("GET", `/me/challenges${query(before === "" ? {} : { before })}`),
  inbox: (after = "") => json<Inbox>("GET", `/inbox${query(after === "" ? {} : { after })}`),
  leaderboard: (game: string, size: Leaderboard["size"], week: number, after = "") =>
    json<Leaderboard>("GET", `/ratings/${part(game)}/${size}${query({ week, after })}`),
  ratings: (person: string) =>
    json<readonly PersonRating[]>("GET", `/people/${part(person)}/ratings`),
  ratingHistory: (person: string, { game, size }: Pick<PersonRating, "game" | "size">) =>
    json<RatingHistory>("GET", `/people/${part(person)}/ratings/${part(game)}/${size}`),
  tableRatings: (matches: readonly string[]) =>
    json<readonly SeatRatingCard[]>(
      "GET",
      `/ratings/tables?${matches.map((match) => `match=${part(match)}`).join("&")}`,
    ),

  replay: (match: string, seat: number | null) =>
    json<Replay>("GET", `/matches/${part(match)}/replay${seat === null ? "" : `?seat=${seat}`}`),
  replayRecord: (wanted: ReplayRequest) => json<Replay>("POST", "/replays", wanted),
  keepRecord: (record: string) => json<CodeFound>("POST", "/records", { record }),
  offlineMode: () => json<OfflineMode>("GET", "/offline"),
  bringMatch: (match: OfflineMatch) => json<BroughtMatch>("POST", "/me/matches", match),
  continueFrom: (wanted: Continuation) => json<SeatTokens>("POST", "/continuations", wanted),
  analyse: (wanted: AnalysisRequest) => json<Analysed>("POST", "/analyses", wanted),
  analysis: (id: string) => json<Analysed>("GET", `/analyses/${part(id)}`),
  stopAnalysis: (id: string) => call("DELETE", `/analyses/${part(id)}`),
  recordUrl: (match: string) => `api/matches/${part(match)}/record`,
};
