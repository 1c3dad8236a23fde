/**
 * Takes seats: adds random bytes to the dice, and keeps them and the tokens on this device.
 *
 * The bytes are drawn after the server has fixed its secret, so that it cannot choose one that suits
 * them. Where no table shows the commitment yet, a match is reserved first.
 */
import { api } from "$/net/http";
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

/** The seat at the match that others were found for. */
export async function takeFoundSeat(): Promise<SeatTokens> {
  const kept = localStorage.getItem(SOUGHT);
  if (kept === null) return keep(meeting.takeSeat(), []); // another device began the search
  const { token: share, ...reserved } = JSON.parse(kept) as Reservation;
  const seated = await keep(meeting.takeSeat(), [share], { ...reserved, token: "" });
  localStorage.removeItem(SOUGHT);
  return seated;
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
