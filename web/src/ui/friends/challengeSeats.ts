/** Makes and accepts challenges: the seats' bytes for the dice are drawn as at any other table. */
import { api } from "$/net/http";
import { people } from "$/net/people/people";
import { drawShare, keep, sharesOf, withShares } from "$/net/takeSeats";
import { inbox } from "$/ui/inbox/inbox.svelte";
import type { ChallengeCard, NewMatch, SeatTokens } from "$/protocol/generated";

/** Challenge a person, or with an empty name anyone who has the link. */
export async function challengePerson(
  to: string,
  hours: number,
  match: NewMatch,
): Promise<ChallengeCard> {
  const reserved = await api.reserve();
  const seats = withShares(match.seats);
  const made = await people.challenge({
    to,
    hours,
    match: { ...match, seats, reservation: reserved.token },
  });
  await keep(api.mySeats(made.match), sharesOf(seats), reserved);
  void inbox.load();
  return made;
}

export function acceptChallenge(id: string): Promise<SeatTokens> {
  const share = drawShare();
  return keep(people.accept(id, share), [share]);
}
