"""Seeks: people look for others who want the same match, and meet them."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import msgspec
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY
from meadhall.match.facts import Player
from meadhall.ratings.rate import Pool, size_of
from meadhall.ratings.scale import NEW, SETTLED, Rating
from meadhall.server.assembly import Hall
from meadhall.server.meeting.encounters import encounters, reach
from meadhall.server.protocol.bodies import NewMatch, Person, SeatPlan, SeatTokens
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.meeting.seek_cards import (
    FoundMatch,
    FoundOpponent,
    NewSeek,
    SeekCard,
    SeekTerms,
)
from meadhall.store.meeting.stored_seeks import Seek, SqlSeeks
from meadhall.store.ratings.stored_ratings import SqlRatings

MOST = 5_000
"""How many people may search at a time."""
AWAY_MS = 10_000
"""A person who has not been connected for this long meets nobody."""
GONE_MS = 60_000
"""After this time without a connection a seek has ended."""
AGREE_MS = 20_000
"""Time to agree to a match that was found."""
WAITS_KEPT_MS = 30 * DAY
CLASHED = "The match could not begin, because its reservation was used elsewhere. Search again."
_decode_terms = msgspec.json.Decoder(SeekTerms).decode


@dataclass(frozen=True, slots=True)
class SeekingNow:
    """All seeks, and what is said about each of them."""

    now: int
    seeks: Sequence[Seek]
    usual_waits: dict[str, int]
    by_terms: Counter[str] = field(default_factory=Counter[str])
    by_game: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        """Count who searches."""
        waiting = [one for one in self.seeks if not (one.match or one.trouble)]
        self.by_terms.update(one.terms for one in waiting)
        self.by_game.update(one.game for one in waiting)

    def encounter(self, encounter: str) -> list[Seek]:
        """The seeks of an encounter."""
        return [one for one in self.seeks if one.encounter == encounter]


@dataclass(frozen=True, slots=True)
class Seeks:
    """Begins and ends seeks, lets people meet, and opens their matches."""

    hall: Hall
    stored: SqlSeeks
    ratings: SqlRatings

    async def start(self, person: Person, new: NewSeek) -> SeekCard | None:
        """Begin a seek, in place of an earlier one."""
        lobby = self.hall.lobby
        reserved = lobby.reservations.read(new.reservation)
        if new.reservation:
            await lobby.reservations.redeem(new.reservation)
        terms = self._terms_of(person, new)
        if not person.account:
            await self.hall.rights.check_name(person.name)
        await lobby.check_count(person)
        rating = await self._rating(person, terms)
        now = self._now()
        seek = Seek(
            person.id, person.name, terms.game, terms.seats, to_json(terms).decode(),
            rating.points, rating.error, now, now, reserved.match, new.share,
        )  # fmt: skip
        if not await self.stored.start(seek, MOST):
            raise Refused.because("BUSY", "Too many people are searching now. Try again later.")
        return await self.show(person)

    async def show(self, person: Person) -> SeekCard | None:
        """The person's seek, if there is one."""
        now = await self.seeking_now()
        return next((self.card(one, now) for one in now.seeks if one.person == person.id), None)

    async def cancel(self, person: Person) -> None:
        """End the person's seek; raises `Refused` if the match begins at this moment."""
        if not await self.stored.cancel(person.id):
            raise Refused.because("MATCH_BEGINS", "Your match begins: everybody has agreed.")

    async def agree(self, person: Person, match: str) -> None:
        """Come to a match that was found. When everybody has agreed, it begins."""
        if not await self.stored.agree(person.id, match, self._now()):
            raise Refused.because("TOO_LATE", "The others are gone. Your search goes on.")
        await self.complete((await self.seeking_now()).encounter(match))

    async def take_seat(self, scope: Scope, person: Person) -> SeatTokens:
        """The seat at the match that has begun. The seek is over."""
        seek = await self.stored.of(person.id)
        if seek is None or not seek.match:
            raise Refused.because("NO_SUCH_MATCH", "Your search has found no match yet.")
        room = await self.hall.match_loop.room(seek.match)
        seated = await self.hall.access.seat_tokens(room, person)
        await self.stored.end(person.id)
        return await self.hall.seated(scope, person, seated)

    async def seeking_now(self) -> SeekingNow:
        """Everything about seeks at this moment."""
        seeks = await self.stored.all()
        return self.seeking(seeks, await self.stored.usual_waits() if seeks else {})

    def seeking(self, seeks: Sequence[Seek], usual_waits: dict[str, int]) -> SeekingNow:
        """These seeks, counted."""
        return SeekingNow(self._now(), seeks, usual_waits)

    async def bring_together(self, seeks: Collection[Seek]) -> bool:
        """End encounters whose time is up, let people meet, begin what everybody agreed to.

        Returns whether there was anything to do.
        """
        now = self._now()
        met: dict[str, list[Seek]] = {}
        for one in seeks:
            if one.encounter and not one.match:
                met.setdefault(one.encounter, []).append(one)
        for encounter, some in met.items():
            if not await self.complete(some) and some[0].until <= now:
                await self.stored.part_late(encounter, now)
        here = [one for one in seeks if one.seen >= now - AWAY_MS]
        groups = encounters(here, frozenset(), now)
        if groups:  # nearly always nobody suits, and then it does not matter who blocks whom
            groups = encounters(here, await self.stored.apart(), now)
        for group in groups:
            people = [one.person for one in group]
            await self.stored.meet(people, group[0].reserved, now + AGREE_MS)
        return bool(met or groups)

    async def complete(self, met: Sequence[Seek]) -> bool:
        """Begin the match if everybody has agreed: once, even if several processes try."""
        if not met or len(met) != met[0].seats or not all(one.agreed for one in met):
            return False
        id_, now = met[0].encounter, self._now()
        try:
            await self._open(id_, met)
        except Refused as error:
            await self.stored.fail(id_, error.refusal.sentence)
        else:
            await self.stored.settle(id_, now - min(one.since for one in met), now)
        return True

    async def tidy(self) -> None:
        """Forget who is gone, and waits of long ago."""
        now = self._now()
        await self.stored.forget_old(now - GONE_MS, now - WAITS_KEPT_MS)

    def card(self, seek: Seek, now: SeekingNow) -> SeekCard:
        """The seek as its person sees it."""
        terms, range_ = _read_terms(seek.terms), reach(seek, now.now)
        return SeekCard(
            terms,
            self.hall.lobby.title(terms.game),
            waited=now.now - seek.since,
            searching=now.by_terms[seek.terms],
            others=now.by_game[seek.game] - now.by_terms[seek.terms],
            usual_wait=now.usual_waits.get(seek.terms),
            lowest=None if range_ is None else max(0, seek.rating - range_),
            highest=None if range_ is None else seek.rating + range_,
            found=_found_match(seek, now) if seek.encounter else None,
            trouble=seek.trouble,
        )

    def _terms_of(self, person: Person, new: NewSeek) -> SeekTerms:
        """What is wanted, with all options; raises `Refused` if no such match could begin."""
        lobby = self.hall.lobby
        game = self.hall.match_loop.games(new.game)
        count = new.seats if new.seats is not None else game.spec.players[0]
        wanted = NewMatch(
            new.game, (SeatPlan(),) * count, new.options, new.clock, rated=new.rated,
        )  # fmt: skip
        plan = lobby.plan(wanted)
        players = (Player(person.name, person.id), *[None] * (count - 1))
        lobby.opening(plan, players, lobby.reservations.draw(), {0: new.share})
        return SeekTerms(game.spec.slug, count, dict(plan.options), new.clock, new.rated)

    async def _rating(self, person: Person, terms: SeekTerms) -> Rating:
        pool = Pool(terms.game, size_of(terms.seats))
        found = await self.ratings.of_player(person.id)
        return next((one.rating for one in found if one.pool == pool), NEW)

    async def _open(self, id_: str, met: Sequence[Seek]) -> None:
        """Open the match of these people, unless it is open; raises `Refused` if that fails."""
        loop, lobby = self.hall.match_loop, self.hall.lobby
        if await loop.is_new(id_):
            terms = _read_terms(met[0].terms)
            order = sorted(met, key=lambda one: _lot(id_, one.person))
            wanted = NewMatch(
                terms.game, (SeatPlan(),) * len(met), terms.options, terms.clock, rated=terms.rated
            )
            players = [Player(one.name, one.person) for one in order]
            shares = {seat: one.share for seat, one in enumerate(order)}
            reserved = lobby.reservations.tokens.reserve(id_)
            outcome = lobby.opening(lobby.plan(wanted), players, reserved, shares)
            try:
                await loop.open(outcome)
            except Refused:
                if await loop.is_new(id_):
                    raise
        seated = (await loop.room(id_)).match.players
        if {player.holder for player in seated if player} != {one.person for one in met}:
            raise Refused.because("CLASHED", CLASHED)

    def _now(self) -> int:
        return self.hall.match_loop.clock()


# Each search is looked at once a second, and many want the same.
@lru_cache(MOST)
def _read_terms(text: str) -> SeekTerms:
    return _decode_terms(text)


def _lot(match: str, person: str) -> bytes:
    """Decides who sits where: the same at every process."""
    return blake2b(f"{match} {person}".encode()).digest()


def _found_match(seek: Seek, now: SeekingNow) -> FoundMatch:
    others = [one for one in now.encounter(seek.encounter) if one.person != seek.person]
    return FoundMatch(
        seek.encounter,
        tuple(FoundOpponent(one.name, one.rating, one.error > SETTLED) for one in others),
        left=max(0, seek.until - now.now),
        agreed=seek.agreed,
        begun=bool(seek.match),
    )
