/** Tournaments in words: formats with their rules, clocks, what comes next. */
import type {
  ClockPlan,
  TournamentCard,
  TournamentPage,
  TournamentPlayer,
} from "$/protocol/generated";

export type Format = TournamentCard["format"];

export const FORMATS: Record<Format, string> = {
  arena: "Arena",
  swiss: "Swiss",
  roundRobin: "Round robin",
  knockOut: "Knock-out",
};

/** One sentence for each format, to choose by. */
export const SUMMARIES: Record<Format, string> = {
  arena: "As many matches as you can, until the time is up. Come and go as you like.",
  swiss: "A few rounds against players with about as many points. Nobody is out.",
  roundRobin: "Everybody plays everybody: once in pairs, about equally often at larger tables.",
  knockOut: "Who loses is out, until one is left.",
};

/** What a `score` of each format has, the points first. */
export const SCORES: Record<Format, readonly string[]> = {
  arena: ["Points", "Wins", "Fewer matches"],
  swiss: ["Points", "Buchholz", "Sonneborn-Berger", "Wins"],
  roundRobin: ["Points", "Sonneborn-Berger", "Among equals", "Wins"],
  knockOut: ["Rounds won", "Points"],
};

const POINTS =
  "Two points for each player at your table whom you finish ahead of, one for each whom you finish level with: two for a win, one for a draw.";
const ALWAYS = [
  "Your clock runs whether you are there or not. Who does not move in a match is taken out, and can join again.",
  "Who leaves gives up the match in hand and is not paired any more; the points stay.",
  "You can play in one tournament with a running clock at a time; tournaments of days are free.",
  "The host and moderators can close it: its matches are called off, the standings stay.",
];

const RULES: Record<Format, readonly string[]> = {
  arena: [
    POINTS,
    "After two wins in a row every further win counts double, until you do not win.",
    "You are paired with somebody of about as many points, not with your last opponent while others wait. You can join at any time.",
    "Matches that are being played when the time is up still count.",
    "Equal points: more wins are ahead, then fewer matches.",
  ],
  swiss: [
    POINTS,
    "Nobody meets twice while that can be avoided. With an odd number of players one has a bye, which counts as a win; nobody has two while that can be avoided.",
    "You can join until half of the rounds have begun, without points for the rounds before.",
    "Equal points: first Buchholz (the points of all your opponents), then Sonneborn-Berger (twice the points of those you beat and once of those you drew with), then wins.",
  ],
  roundRobin: [
    POINTS,
    "At tables of more than two you meet everybody, and nobody much more often than others. Who sits out in a round gets the points of a win; everybody does so equally often.",
    "After the start nobody can join. If somebody leaves, their opponents get the points of a win; at larger tables the others are grouped anew.",
    "Equal points: first Sonneborn-Berger (twice the points of those you beat and once of those you drew with), then the points among those who are level, then wins.",
  ],
  knockOut: [
    "The best ratings meet last; some may have a bye in the first round. After the start nobody can join.",
    "Players cannot agree to a draw. A drawn match is played again with seats exchanged; after three draws the better rating goes on, then who joined first.",
  ],
};

export function rulesOf({ format, terms }: Pick<TournamentPage, "format" | "terms">): string[] {
  const berserk = terms.berserk
    ? [
        "Berserk: before your first move you can give up half of your time and all increments. A win is then worth one point more.",
      ]
    : [];
  const draws = terms.draws ? [] : ["Players cannot agree to a draw."];
  const groups =
    Math.max(...terms.sizes) > 2
      ? [`Up to ${Math.max(...terms.sizes)} play in a match; the tables are as even as can be.`]
      : [];
  const own = RULES[format];
  return [...own, ...berserk, ...(format === "knockOut" ? [] : draws), ...groups, ...ALWAYS];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function clockText({ mode, base = 0, increment = 0 }: ClockPlan): string {
  const minutes = base / MINUTE;
  switch (mode) {
    case "fischer":
      return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)} min + ${increment / SECOND} s`;
    case "turn":
      return `${base / SECOND} s per turn`;
    case "days":
      return base === DAY ? "1 day per turn" : `${base / DAY} days per turn`;
    default:
      return "";
  }
}

/** A length of time: `4:05`, `2 h 10 min`, `3 days`. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  if (ms >= 2 * DAY) return `${Math.round(ms / DAY)} days`;
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const ENDINGS = {
  "": "Over",
  finished: "Over",
  closed: "Closed by its host or a moderator",
  tooFew: "It did not take place: there were too few players",
};

/** Where the tournament stands, at this time of the server. */
export function stateText({ format, state }: TournamentPage, now: number): string {
  if (state.phase === "over") return ENDINGS[state.ending];
  if (state.phase === "announced") {
    const left = state.starts - now;
    return left > 0 ? `Starts in ${lengthText(left)}` : "Starting";
  }
  if (format === "arena") {
    const left = state.ends - now;
    return left > 0 ? `Ends in ${lengthText(left)}` : "Time is up: the last matches are played";
  }
  const round =
    state.rounds > 0 ? `Round ${state.round} of ${state.rounds}` : `Round ${state.round}`;
  if (state.next === 0) return round;
  const left = state.next - now;
  return left > 0 ? `${round} is over, next one in ${lengthText(left)}` : `${round} is over`;
}

const GONE = { "": "", left: "left", absent: "absent", elsewhere: "plays elsewhere" };

/** What stands beside a player's name. */
export function playerNote(player: TournamentPlayer): string {
  const streak = player.streak >= 2 ? `${player.streak} wins in a row` : "";
  return [player.level && `computer, ${player.level}`, GONE[player.gone], streak]
    .filter((text) => text !== "")
    .join(", ");
}
