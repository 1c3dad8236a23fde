"""Challenges: a table that waits for one person, or for anyone with the link."""

from contextlib import suppress
from dataclasses import dataclass, replace

import msgspec
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY
from meadhall.match.commands import Close, Ready
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.api.seat_access import seats_of
from meadhall.server.assembly import Hall
from meadhall.server.net.rights import day_of
from meadhall.server.people.profiles import Profiles
from meadhall.server.protocol.bodies import NewMatch, Person, SeatClaim, SeatTokens
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.friends.friend_cards import (
    ChallengeCard,
    ChallengeList,
    ChallengeTerms,
    NewChallenge,
)
from meadhall.server.protocol.tokens import EntryToken, random_id
from meadhall.store.account import Account
from meadhall.store.people.friends.bonds import SqlBonds
from meadhall.store.people.friends.stored_challenges import (
    ChallengeLimits,
    Fate,
    SqlChallenges,
    StoredChallenge,
)

LIMITS = ChallengeLimits(open=10, an_hour=20, waiting=30, a_day=5)
TO_FRIENDS = replace(LIMITS, a_day=1_000)
"""For people who follow the challenger."""
PAGE = 30
KEPT_MS = 7 * DAY
"""How long challenges that have ended are known."""
AT_ONCE = 50
HOUR_MS = 3_600_000
OBSTACLES = {
    "open": f"You have {LIMITS.open} open challenges. Withdraw one first.",
    "an_hour": "You have challenged many people within an hour. Wait a while.",
    "pair": "Your challenge to {} is still open.",
    "a_day": "You have challenged {} often today. Wait until tomorrow.",
    "waiting": "{} takes no challenges from you at the moment.",
}
_terms = msgspec.json.Decoder(ChallengeTerms)


@dataclass(frozen=True, slots=True)
class Challenges:
    """Makes challenges, and ends them: by an answer, by their challenger or by time."""

    hall: Hall
    profiles: Profiles
    stored: SqlChallenges
    bonds: SqlBonds

    async def make(self, scope: Scope, person: Person, new: NewChallenge) -> ChallengeCard:
        """Challenge somebody: the challenger takes a seat, and the other one stays open."""
        other = await self._opponent(person, new.to.strip())
        await self._check_limits(person, other)
        _check_seats(new.match)
        new.match.listed, new.match.password, new.match.guided = False, "", False
        seated = await self.hall.lobby.create(person, new.match)
        await self.hall.seated(scope, person, seated)
        now = self.hall.match_loop.clock()
        challenge = StoredChallenge(
            random_id(), seated.match, person.id, person.name, other.id if other else "",
            other.name if other else "", to_json(self._terms(new.match)).decode(), now,
            now + new.hours * HOUR_MS, "open",
        )  # fmt: skip
        await self.stored.add(challenge)
        return _card(challenge, person)

    async def show(self, maybe: Person | None, id_: str) -> ChallengeCard:
        """The challenge, for those whom it is for, its challenger, and those with the link."""
        return _card(await self._find(maybe, id_), maybe)

    async def list_open(self, person: Person, before: str) -> ChallengeList:
        """The person's open challenges, to others and from others."""
        found = await self.stored.open_of(person.id, parse_bookmark(before), PAGE)
        more = len(found) == PAGE
        cards = tuple(_card(one, person) for one in found)
        return ChallengeList(cards, f"{found[-1].created}-{found[-1].id}" if more else None)

    async def accept(self, scope: Scope, person: Person, id_: str, share: str) -> SeatTokens:
        """Take the open seat of the challenge. The match begins."""
        challenge = await self._find(person, id_)
        if challenge.challenger == person.id:
            raise Refused.because("YOURSELF", "You cannot accept your own challenge.")
        if await self.hall.rights.conduct.are_apart(person.id, [challenge.challenger]):
            raise Refused.because("NOT_WELCOME", f"You cannot play with {challenge.name}.")
        await self._end(challenge, "accepted")
        try:
            seated = await self._sit(person, challenge, share)
        except BaseException:
            await self.stored.reopen(id_, self.hall.match_loop.clock())
            raise
        return await self.hall.seated(scope, person, seated)

    async def decline(self, person: Person, id_: str) -> None:
        """Decline a challenge to the person, or withdraw the person's own."""
        challenge = await self._find(person, id_)
        is_own = challenge.challenger == person.id
        if not is_own and challenge.challenged != person.id:
            raise Refused.because("NOT_YOUR_CHALLENGE", "This challenge is not only to you.")
        await self._end(challenge, "withdrawn" if is_own else "declined")
        await self._close_table(challenge)

    async def end_between(self, one: str, other: str) -> None:
        """Withdraw what is open between two people: one of them blocks the other."""
        for challenge in await self.stored.open_between(one, other):
            with suppress(Refused):  # it has just ended
                await self._end(challenge, "withdrawn")
                await self._close_table(challenge)

    async def tidy(self) -> None:
        """End challenges whose time is up, and forget those that ended long ago."""
        now = self.hall.match_loop.clock()
        for challenge in await self.stored.run_out(now, AT_ONCE):
            if await self.stored.end(challenge.id, "expired", now):
                await self._close_table(challenge)
        await self.stored.forget_old(now - KEPT_MS)

    async def _opponent(self, person: Person, name: str) -> Account | None:
        """The account that is challenged by name, if any; raises `Refused` if that cannot be."""
        if not name:
            return None
        if not person.account:
            raise Refused.because(
                "NO_ACCOUNT", "Guests challenge by a link. Create an account to challenge by name."
            )
        other = await self.profiles.find(name)
        if other.id == person.id:
            raise Refused.because("YOURSELF", "You cannot challenge yourself.", "to")
        return other

    async def _check_limits(self, person: Person, other: Account | None) -> None:
        conduct, now = self.hall.rights.conduct, self.hall.match_loop.clock()
        until, reason = await conduct.mute(person.id)
        if until > now:
            sentence = f"A moderator has muted you until {day_of(until)}: {reason}"
            raise Refused.because("MUTED", sentence)
        id_, name = (other.id, other.name) if other else ("", "")
        if other and await conduct.are_apart(person.id, [id_]):
            raise Refused.because("NOT_WELCOME", OBSTACLES["waiting"].format(name))
        is_friend = bool(other) and await self.bonds.follows(id_, person.id)
        limits = TO_FRIENDS if is_friend else LIMITS
        obstacle = await self.stored.obstacle(person.id, id_, now, limits)
        if obstacle:
            code = "NOT_WELCOME" if obstacle == "waiting" else "TOO_MANY_CHALLENGES"
            raise Refused.because(code, OBSTACLES[obstacle].format(name))

    async def _find(self, maybe: Person | None, id_: str) -> StoredChallenge:
        challenge = await self.stored.by_id(id_)
        who = maybe.id if maybe else ""
        if challenge is None or challenge.challenged not in ("", who):
            if challenge is not None and challenge.challenger == who:
                return challenge
            raise Refused.because("NO_SUCH_CHALLENGE", "There is no such challenge for you.")
        return challenge

    async def _end(self, challenge: StoredChallenge, state: Fate) -> None:
        now = self.hall.match_loop.clock()
        is_late = challenge.expires <= now
        if is_late or not await self.stored.end(challenge.id, state, now):
            raise Refused.because("CHALLENGE_OVER", "This challenge is no longer open.")

    async def _sit(self, person: Person, challenge: StoredChallenge, share: str) -> SeatTokens:
        room = await self.hall.match_loop.room(challenge.match)
        if not any(
            player and player.holder == challenge.challenger for player in room.match.players
        ):
            raise Refused.because("CHALLENGE_OVER", f"{challenge.name} has left the table.")
        claim = SeatClaim(share=share)
        seated = await self.hall.lobby.sit(person, challenge.match, claim, EntryToken())
        for seat in seats_of(room.match, person):
            with suppress(Refused):  # the match has begun
                await self.hall.match_loop.carry_out(room, Ready(seat))
        return seated

    async def _close_table(self, challenge: StoredChallenge) -> None:
        with suppress(Refused):  # the match has begun, or cannot be read
            room = await self.hall.match_loop.room(challenge.match)
            command = Close(self.hall.match_loop.clock() + 1)
            await self.hall.match_loop.carry_out(room, command)

    def _terms(self, new: NewMatch) -> ChallengeTerms:
        bots = tuple(plan.level or "bot" for plan in new.seats if plan.kind == "bot")
        title = self.hall.lobby.title(new.game)
        return ChallengeTerms(
            new.game, title, len(new.seats), bots, new.options, new.clock, new.rated
        )


def _check_seats(new: NewMatch) -> None:
    """A challenge has one seat of the challenger and one open seat."""
    kinds = sorted(plan.kind for plan in new.seats if plan.kind != "bot")
    if kinds != ["mine", "open"]:
        raise Refused.because(
            "BAD_SEATS", "A challenge has a seat for you, an open one, and bots on the others."
        )


def _card(challenge: StoredChallenge, viewer: Person | None) -> ChallengeCard:
    mine = viewer is not None and viewer.id == challenge.challenger
    is_known = mine or challenge.state == "accepted"
    return ChallengeCard(
        challenge.id, challenge.name, challenge.to, mine, _terms.decode(challenge.terms),
        challenge.state, challenge.created, challenge.expires, challenge.match if is_known else "",
    )  # fmt: skip
