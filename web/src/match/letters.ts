/** Letters: whom a player can write to, and whom a letter was sent to. */
import { listed } from "$/match/words";
import type { AudienceCard, ChatLine, SayMessage, SeatCard } from "$/protocol/generated";

/** What stands for several players that the writer picks one by one. */
export const SEVERAL = "several";

export interface Recipient {
  /** `everyone`, `several`, the id of an audience, or `seat:2`. */
  readonly id: string;
  readonly label: string;
}

type Address = Pick<SayMessage, "audience" | "seats">;

const ONE_PLAYER = /^player-\d+$/;

/** The people at the table other than the writer. */
export function otherPeople(seats: readonly SeatCard[], writer: number): readonly SeatCard[] {
  return seats.filter((seat) => seat.kind === "person" && seat.seat !== writer);
}

/** Whom the writer can choose; each person is listed once. */
export function recipients(
  audiences: readonly AudienceCard[],
  seats: readonly SeatCard[],
  writer: number,
): readonly Recipient[] {
  const others = otherPeople(seats, writer);
  const groups = audiences.filter(
    ({ id, seats: members }) =>
      id !== "everyone" && !ONE_PLAYER.test(id) && members.some((seat) => seat !== writer),
  );
  return [
    { id: "everyone", label: "To everyone" },
    ...groups.map(({ id, label, seats: members }) => ({
      id,
      label: `To ${label} (${namesOf(members, seats)})`,
    })),
    ...(others.length > 1 || groups.length > 0
      ? others.map(({ seat, name }) => ({ id: `seat:${seat}`, label: `Only to ${name}` }))
      : []),
    ...(others.length > 1 ? [{ id: SEVERAL, label: "To several players…" }] : []),
  ];
}

/** How a message to that recipient is sent; `picked` are the seats for `several`. */
export function address(id: string, picked: readonly number[]): Address {
  if (id === SEVERAL) return { audience: "seats", seats: picked };
  const [kind, seat] = id.split(":");
  return kind === "seat"
    ? { audience: "seats", seats: [Number(seat)] }
    : { audience: id, seats: [] };
}

/** Who can read the line, unless everyone can: `to Wolves (Ann and Bob)`. */
export function sentTo(line: ChatLine, seats: readonly SeatCard[]): string {
  if (line.audience === "everyone") return "";
  if (line.seat === null) return "to spectators";
  const names = namesOf(line.seats, seats);
  return line.label ? `to ${line.label} (${names})` : `only to ${names}`;
}

function namesOf(members: readonly number[], seats: readonly SeatCard[]): string {
  return listed(members.map((seat) => seats[seat]?.name ?? ""));
}
