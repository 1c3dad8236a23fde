/** The ratings of the people at tables, by seat. Where they cannot be had, there are none. */
import { api } from "$/net/http";
import type { RatingCard } from "$/protocol/generated";

export type SeatRatings = ReadonlyMap<number, RatingCard>;

/** How many tables can be asked about at once. */
const MOST = 100;

export async function seatRatings(match: string): Promise<SeatRatings> {
  return (await tableRatings([match])).get(match) ?? new Map<number, RatingCard>();
}

export async function tableRatings(
  matches: readonly string[],
): Promise<ReadonlyMap<string, SeatRatings>> {
  const found = new Map<string, Map<number, RatingCard>>();
  if (matches.length === 0) return found;
  const cards = await api.tableRatings(matches.slice(0, MOST)).catch(() => []);
  for (const { match, seat, rating } of cards) {
    const seats = found.get(match) ?? new Map<number, RatingCard>();
    found.set(match, seats);
    if (rating) seats.set(seat, rating);
  }
  return found;
}
