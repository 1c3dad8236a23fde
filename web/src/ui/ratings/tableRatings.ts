/** The ratings of the people at a table, by seat. Where they cannot be had, there are none. */
import { api } from "$/net/http";
import type { RatingCard } from "$/protocol/generated";

export async function seatRatings(match: string): Promise<ReadonlyMap<number, RatingCard>> {
  const cards = await api.tableRatings([match]).catch(() => []);
  return new Map(cards.flatMap(({ seat, rating }) => (rating ? [[seat, rating]] : [])));
}
