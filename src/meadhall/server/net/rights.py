"""Which sessions and seat tokens still count, and the connections that have been opened with them.

A token that is well signed may have ended all the same: its session was signed out, its account has
a new password or is gone, or its seat has moved to another device. What has ended is stored. The
connections that it opened are closed at once.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from meadhall.core.refusal import Refused
from meadhall.server.cluster.port import Alone, Cluster
from meadhall.server.net.conduct import Conduct, EverybodyWelcome
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.tokens import (
    SESSION_SECONDS,
    SeatToken,
    SessionToken,
    Tokens,
    is_guest,
)
from meadhall.store.account import FIRST_EPOCH, Account
from meadhall.store.accounts import SqlAccounts
from meadhall.store.ended_rights import SqlRights

SESSION_ENDED = 4410
SEAT_MOVED = 4411


@dataclass(slots=True)
class Rights:
    """Checks tokens against what is stored, and ends them."""

    accounts: SqlAccounts
    ended: SqlRights
    tokens: Tokens
    clock: Callable[[], int]
    cluster: Cluster = field(default_factory=Alone)
    conduct: Conduct = field(default_factory=EverybodyWelcome)
    """Set where there are accounts."""
    connections: dict[str, set[Outbox]] = field(default_factory=dict)
    """The open connections of each person."""
    conduct_listeners: list[Callable[[str], None]] = field(default_factory=list)
    """Called with the id of a person whose blocks may have changed."""

    async def person_of_token(self, token: str) -> Person:
        """The person whom a session token belongs to; raises `Refused` if it has ended."""
        session = self.tokens.read_session(token)
        account = await self.accounts.by_id(session.person)
        if not await self._counts(session, account):
            raise _bad_token()
        name = account.name if account else session.name
        return Person(session.person, name, account is not None, token)

    async def check_name(self, name: str, person: str = "") -> None:
        """Raise `Refused` for a name that could be taken for the account of someone else."""
        bearer = await self.accounts.find_bearer(name)
        if bearer is not None and bearer != person:
            raise Refused.because("NAME_TAKEN", f"Someone has an account called {name!r}.", "name")

    async def check_ban(self, person: str) -> None:
        """Raise `Refused` for a person who is banned now."""
        until, reason = await self.conduct.ban(person)
        if until > self.clock():
            sentence = f"You are banned from this hall until {day_of(until)}: {reason}"
            raise Refused.because("BANNED", sentence)

    async def apply_conduct(self, outbox: Outbox) -> None:
        """Let a connection know whether its person is muted, and whom the person blocks."""
        if outbox.holder:
            outbox.muted, _ = await self.conduct.mute(outbox.holder)
            outbox.ignored = await self.conduct.blocks_of(outbox.holder)

    async def note_conduct(self, person: str) -> None:
        """The person was muted, or blocks somebody: let all connections and listeners know."""
        self.cluster.tell_rights(person)
        self._tell_listeners(person)
        for outbox in list(self.connections.get(person, ())):
            await self.apply_conduct(outbox)

    @contextmanager
    def keep_track(self, outbox: Outbox) -> Iterator[None]:
        """Know a person's connection while it is open, so that it can be closed."""
        person = outbox.holder
        if not person:
            yield
            return
        self.connections.setdefault(person, set()).add(outbox)
        try:
            yield
        finally:
            self.connections[person].remove(outbox)
            if not self.connections[person]:
                del self.connections[person]

    async def counts(self, claim: SeatToken) -> bool:
        """Whether a seat token has not ended."""
        moves = await self.ended.count_moves(claim.match, claim.seat)
        return moves == claim.moves and await self._goes_on(_session(claim))

    async def closing_code(self, outbox: Outbox) -> int:
        """The code to close a connection with whose tokens have ended; 0 where they still count."""
        for session in _sessions(outbox):
            if not await self._goes_on(session):
                return SESSION_ENDED
        for claim in outbox.claims:
            if await self.ended.count_moves(claim.match, claim.seat) != claim.moves:
                return SEAT_MOVED
        return 0

    async def end_session(self, session: SessionToken) -> None:
        """End one session: its tokens, its seats and its connections."""
        await self.ended.end_session(session.id, self.clock() + SESSION_SECONDS * 1000)
        self.cluster.tell_rights(session.person)
        for outbox in self.connections.get(session.person, ()):
            if any(other.id == session.id for other in _sessions(outbox)):
                outbox.hang_up(SESSION_ENDED)

    def end_all_sessions(self, person: str) -> None:
        """Close all connections of a person whose account has just changed or is gone."""
        self.cluster.tell_rights(person)
        for outbox in self.connections.get(person, ()):
            outbox.hang_up(SESSION_ENDED)

    def _tell_listeners(self, person: str) -> None:
        for listener in self.conduct_listeners:
            listener(person)

    async def check_connections(self, people: Collection[str] | None) -> None:
        """Close connections whose rights ended at another process; `None`: anybody's."""
        tracked = self.connections if people is None else people
        for person in tracked:
            self._tell_listeners(person)
        for outbox in [one for person in tracked for one in self.connections.get(person, ())]:
            code = await self.closing_code(outbox)
            if code:
                outbox.hang_up(code)
            else:
                await self.apply_conduct(outbox)

    async def seat_claim(self, session: SessionToken, match: str, seat: int) -> SeatToken:
        """The person's claim to a seat, as it counts now."""
        moves = await self.ended.count_moves(match, seat)
        return SeatToken(match, seat, session.person, session.id, session.stamp, moves)

    async def move_seat(self, link: SeatToken) -> SeatToken:
        """Let the seat of a link move, once; its earlier tokens end. Gives the new claim."""
        if not await self._goes_on(_session(link)):
            raise _bad_token()
        if not await self.ended.move_seat(link.match, link.seat, link.moves):
            raise Refused.because(
                "LINK_USED", "This link has been used. Ask for a new one.", "link"
            )
        self.cluster.tell_rights(link.holder)
        place = (link.match, link.seat)
        for outbox in self.connections.get(link.holder, ()):
            if place in ((claim.match, claim.seat) for claim in outbox.claims):
                outbox.hang_up(SEAT_MOVED)
        return msgspec.structs.replace(link, moves=link.moves + 1)

    async def _goes_on(self, session: SessionToken) -> bool:
        """Whether the session has not ended."""
        return await self._counts(session, await self.accounts.by_id(session.person))

    async def _counts(self, session: SessionToken, account: Account | None) -> bool:
        if await self.ended.is_void(session.id, session.person):
            return False
        until, _ = await self.conduct.ban(session.person)
        if until > self.clock():
            return False
        if account is None:
            return is_guest(session.person) and not session.stamp
        # What was given to a guest goes on in the account that the guest has created since.
        return (session.stamp or str(FIRST_EPOCH)) == str(account.epoch)


def _sessions(outbox: Outbox) -> tuple[SessionToken, ...]:
    """The sessions that a connection was opened with."""
    return (outbox.session,) if outbox.session else tuple(map(_session, outbox.claims))


def _session(claim: SeatToken) -> SessionToken:
    """The session that a seat token was given to."""
    return SessionToken(claim.holder, "", claim.stamp, claim.session)


def day_of(instant: int) -> str:
    """The time in words, for people anywhere."""
    moment = datetime.fromtimestamp(instant / 1000, UTC)
    return f"{moment:%B} {moment.day}, {moment:%H:%M} UTC"


def _bad_token() -> Refused:
    return Refused.because("BAD_TOKEN", "You have been signed out.", "token")
