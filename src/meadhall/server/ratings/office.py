"""Counts finished rated matches, in the background and without a part in any move."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.match.ports import Query, StoreUnavailable
from meadhall.ratings.scale import Rating
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import MatchList
from meadhall.server.protocol.people.rating_cards import RatingCard
from meadhall.server.ratings.sittings import Sittings
from meadhall.store.ratings.results import counting_of, level_anchors
from meadhall.store.ratings.stored_ratings import SqlRatings

COUNT_SECONDS = 2.0
"""How often finished rated matches are looked for."""
AT_ONCE = 20
ROUNDS_TO_TIDY = 1800
"""Old addresses are forgotten every ROUNDS_TO_TIDY rounds: about once in an hour."""


@dataclass(frozen=True, slots=True)
class RatingOffice:
    """What a handler gets as `office`."""

    hall: Hall
    stored: SqlRatings

    async def count_finished(self) -> int:
        """Count finished rated matches; returns how many it looked at."""
        found = await self.stored.find_uncounted(AT_ONCE)
        matches: list[Match] = []
        done: list[str] = []
        for id_ in found:
            try:
                match = (await self.hall.match_loop.room(id_)).match
            except Refused as error:
                # `meadhall ratings rebuild` counts it, should it become readable again.
                log.warning("a rated match cannot be counted", match=id_, why=str(error))
                done.append(id_)
                continue
            if match.phase == "over":
                matches.append(match)
                done.append(id_)
        if done:
            await self.stored.count(
                counting_of(done, matches), level_anchors(self.hall.match_loop.games)
            )
        return len(done)

    async def find(self, holder: str, query: Query) -> MatchList:
        """The matches that the query selects, with the ratings of the people at them."""
        found = await self.hall.lobby.find(holder, query)
        ids = [one.match for one in found.matches if one.people]
        ratings: dict[str, dict[Seat, RatingCard]] = {}
        for one in await self.stored.at_tables(ids) if ids else ():
            if one.rating is not None:
                ratings.setdefault(one.match, {})[one.seat] = rating_card(one.rating)
        for card in found.matches:
            seats = ratings.get(card.match)
            if seats:
                card.ratings = tuple(seats.get(seat) for seat in range(len(card.players)))
        return found

    async def work(self) -> None:
        """Count for ever. Of several processes the first one does it; two at once do no harm."""
        for number in count():
            try:
                if self.hall.cluster.is_first():
                    while await self.count_finished() == AT_ONCE:
                        """There are more."""
                    if number % ROUNDS_TO_TIDY == 0:
                        await self.stored.forget_old(self.hall.match_loop.clock())
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot count rated matches")
            await asyncio.sleep(COUNT_SECONDS)


def rating_card(rating: Rating) -> RatingCard:
    """The rating as people see it."""
    return RatingCard(rating.points, rating.error, rating.provisional, rating.matches)


@asynccontextmanager
async def open_rating_office(hall: Hall) -> AsyncIterator[RatingOffice]:
    """The ratings of a running hall, counted until the context ends."""
    office = RatingOffice(hall, SqlRatings(hall.store.backend))
    hall.seated = Sittings(hall, office.stored).note
    hall.hall_sockets.find = office.find
    work = asyncio.create_task(office.work())
    try:
        yield office
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work
