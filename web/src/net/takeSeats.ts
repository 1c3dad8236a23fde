/**
 * Takes seats: adds random bytes to the dice, and keeps them and the tokens on this device.
 *
 * The bytes are drawn after the server has fixed its secret, so that it cannot choose one that suits
 * them. Where no table shows the commitment yet, a match is reserved first.
 */
import { api, Failed } from "$/net/http";
import { meeting } from "$/net/people/people";
import { saveTokens } from "$/net/seatTokens";
import { noteCommitment, noteShares } from "$/net/seedNotes";
import type {
  Continuation,
  NewMatch,
  Offer,
  MySeek,
  NewSeek,
  Reservation,
  SeatClaim,
  SeatPlan,
  SeatTokens,
} from "$/protocol/generated";

const BYTES = 32;

/** Random bytes as hexadecimal digits. */
export function drawShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function createMatch(match: NewMatch): Promise<SeatTokens> {
  const reserved = await api.reserve();
  const seats = withShares(match.seats);
  const made = api.create({ ...match, seats, reservation: reserved.token });
  return keep(made, sharesOf(seats), reserved);
}

export async function continueMatch(wanted: Continuation): Promise<SeatTokens> {
  const reserved = await api.reserve();
  const seats = withShares(wanted.seats);
  const made = api.continueFrom({ ...wanted, seats, reservation: reserved.token });
  return keep(made, sharesOf(seats), reserved);
}

/** Where this device keeps what it added to the dice of the match that is looked for. */
const SOUGHT = "meadhall.sought";

/** Look for others. The match that begins may be the one that another of them has reserved. */
export async function startSeek(wanted: NewSeek): Promise<MySeek> {
  const reserved = await api.reserve();
  const share = drawShare();
  const mine = await meeting.startSeek({ ...wanted, share, reservation: reserved.token });
  localStorage.setItem(SOUGHT, JSON.stringify({ ...reserved, token: share }));
  return mine;
}

/** How often a seat is asked for while no server answers, and the pause before, in milliseconds. */
const TRIES = 10;
const PAUSE = 1000;
const NOT_FOUND = 404;
const SERVER_ERRORS = 500;

/** The seat at the match that others were found for; `null` if another tab has taken it. */
export async function takeFoundSeat(found: string): Promise<SeatTokens | null> {
  const seated = await askForSeat(found);
  if (seated === null) return null;
  const kept = localStorage.getItem(SOUGHT);
  if (kept === null) return keep(Promise.resolve(seated), []); // another device began the search
  localStorage.removeItem(SOUGHT);
  const { token: share, ...reserved } = JSON.parse(kept) as Reservation;
  return keep(Promise.resolve(seated), [share], { ...reserved, token: "" });
}

/** Ask until a server answers. One that was lost meanwhile may have given the seat already. */
async function askForSeat(match: string): Promise<SeatTokens | null> {
  for (let tried = 1; ; tried++) {
    try {
      return await meeting.takeSeat();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (error.status === NOT_FOUND) return tried === 1 ? null : api.mySeats(match);
      const isAnswer = error.status > 0 && error.status < SERVER_ERRORS;
      if (isAnswer || tried === TRIES) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

export function sitDown(match: string, claim: SeatClaim): Promise<SeatTokens> {
  const share = drawShare();
  return keep(api.sit(match, { ...claim, share }), [share]);
}

/** What a player sends who wants another match, and what to keep once it is accepted. */
export interface Pledge {
  readonly match: string;
  readonly commitment: string;
  /** The reservation is empty if another player has reserved the match. */
  readonly sent: { readonly share: string; readonly reservation: string };
}

/** Draws bytes for the next match: the rematch that is offered, or one that is reserved now. */
export async function pledgeBytes(offer: Offer | null): Promise<Pledge> {
  const next = offer?.commitment ? { ...offer, token: "" } : await api.reserve();
  const { match, commitment, token: reservation } = next;
  return { match, commitment, sent: { share: drawShare(), reservation } };
}

export function keepPledge({ match, commitment, sent }: Pledge): void {
  noteCommitment(match, commitment);
  noteShares(match, [sent.share]);
}

export async function keep(
  request: Promise<SeatTokens>,
  shares: readonly string[],
  reserved?: Reservation,
): Promise<SeatTokens> {
  const seated = await request;
  saveTokens(seated.match, seated.tokens);
  if (seated.match === reserved?.match) noteCommitment(reserved.match, reserved.commitment);
  noteShares(seated.match, shares);
  return seated;
}

export function withShares(plans: readonly SeatPlan[]): readonly SeatPlan[] {
  return plans.map((plan) => (plan.kind === "mine" ? { ...plan, share: drawShare() } : plan));
}

export function sharesOf(plans: readonly SeatPlan[]): readonly string[] {
  return plans.flatMap((plan) => (plan.share ? [plan.share] : []));
}
