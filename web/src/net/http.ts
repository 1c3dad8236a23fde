/** The server over HTTP: one function per question, each typed by the generated protocol. */
import type {
  Analysed,
  AnalysisRequest,
  CodeFound,
  Continuation,
  Credentials,
  GameCard,
  GamePage,
  MatchCard,
  MatchList,
  NewMatch,
  PasswordChange,
  Person,
  Problem,
  QuickMatch,
  Replay,
  ReplayRequest,
  SeatClaim,
  Seated,
  SeatLink,
  Table,
} from "$/protocol/generated";

/** A refusal of the server, with a sentence for people in `message`. */
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

const OFFLINE = "The server does not answer. Is it running? Your matches are safe there.";

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
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
      `The server said ${answer.status}. Try again in a moment.`,
    );
  }
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call(method, path, body);
  return (await answer.json()) as T;
}

const part = encodeURIComponent;

export interface ListQuery {
  readonly phase?: MatchCard["phase"];
  readonly game?: string;
  readonly mine?: boolean;
}

function query(wanted: ListQuery): string {
  const pairs = Object.entries(wanted).map(
    ([key, value]) => [key, String(value)] as [string, string],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

export const api = {
  games: () => json<readonly GameCard[]>("GET", "/games"),
  game: (slug: string) => json<GamePage>("GET", `/games/${part(slug)}`),

  me: () => json<Person>("GET", "/me"),
  becomeGuest: (name: string) => json<Person>("POST", "/guests", { name }),
  rename: (name: string) => json<Person>("PUT", "/me/name", { name }),
  signUp: (who: Credentials) => json<Person>("POST", "/accounts", who),
  signIn: (who: Credentials) => json<Person>("POST", "/session", who),
  signOut: () => call("DELETE", "/session"),
  changePassword: (change: PasswordChange) => call("PUT", "/me/password", change),
  deleteAccount: (password: string) => call("POST", "/me/farewell", { password }),

  matches: (wanted: ListQuery) => json<MatchList>("GET", `/matches${query(wanted)}`),
  table: (match: string) => json<Table>("GET", `/matches/${part(match)}`),
  byCode: (code: string) => json<CodeFound>("GET", `/codes/${part(code)}`),
  mySeats: (match: string) => json<Seated>("GET", `/matches/${part(match)}/seats`),
  create: (match: NewMatch) => json<Seated>("POST", "/matches", match),
  quick: (wanted: QuickMatch) => json<Seated>("POST", "/quick", wanted),
  sit: (match: string, claim: SeatClaim) =>
    json<Seated>("POST", `/matches/${part(match)}/seats`, claim),
  seatLink: (match: string, seat: number) =>
    json<SeatLink>("POST", `/matches/${part(match)}/seats/${seat}/link`),
  claimLink: (link: string) => json<Seated>("POST", "/links", { link }),

  replay: (match: string, seat: number | null) =>
    json<Replay>("GET", `/matches/${part(match)}/replay${seat === null ? "" : `?seat=${seat}`}`),
  replayRecord: (wanted: ReplayRequest) => json<Replay>("POST", "/replays", wanted),
  keepRecord: (record: string) => json<CodeFound>("POST", "/records", { record }),
  continueFrom: (wanted: Continuation) => json<Seated>("POST", "/continuations", wanted),
  analyse: (wanted: AnalysisRequest) => json<Analysed>("POST", "/analyses", wanted),
  analysis: (id: string) => json<Analysed>("GET", `/analyses/${part(id)}`),
  stopAnalysis: (id: string) => call("DELETE", `/analyses/${part(id)}`),
  recordUrl: (match: string) => `/api/matches/${part(match)}/record`,
};
