"""How people reach seats and locked tables: tokens for devices, links to others, passwords."""

from contextlib import suppress
from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.server.api.passwords import Passwords
from meadhall.server.broadcast.channel import holds
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.net.rights import Rights
from meadhall.server.protocol.bodies import Person, SeatLink, SeatTokens, TableKey
from meadhall.server.protocol.tokens import EntryToken


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """Gives out the tokens of seats, and lets people in to locked tables."""

    match_loop: MatchLoop
    rights: Rights
    passwords: Passwords
    link_minutes: int
    """How long a link can be followed."""

    async def seat_tokens(self, room: Room, person: Person) -> SeatTokens:
        """The tokens of all seats that the person holds in the room."""
        session = self.rights.tokens.read_session(person.token)
        claims = [
            await self.rights.seat_claim(session, room.id, seat)
            for seat in seats_of(room.match, person)
        ]
        tokens = tuple(map(self.rights.tokens.sign_seat, claims))
        return SeatTokens(room.id, room.match.setup.code, tokens)

    async def create_link(self, person: Person, match: str, seat: Seat) -> SeatLink:
        """A link that moves the person's seat to another device, once."""
        room = await self.match_loop.room(match)
        if not holds(room.match, seat, person.id):
            raise Refused.because("NOT_YOUR_SEAT", "This seat is not yours.", "seat")
        session = self.rights.tokens.read_session(person.token)
        claim = await self.rights.seat_claim(session, match, seat)
        expires = self.match_loop.clock() + self.link_minutes * 60_000
        return SeatLink(self.rights.tokens.sign_link(claim), expires)

    async def follow_link(self, link: str) -> SeatTokens:
        """Move the seat of a link to the device that followed it."""
        claim = self.rights.tokens.read_link(link, self.link_minutes * 60)
        room = await self.match_loop.room(claim.match)
        if not holds(room.match, claim.seat, claim.holder):
            raise Refused.because("NOT_YOUR_SEAT", "Someone else has this seat now.", "seat")
        token = self.rights.tokens.sign_seat(await self.rights.move_seat(claim))
        return SeatTokens(room.id, room.match.setup.code, (token,))

    async def check_entry(self, match: str, person: Person | None, entered: EntryToken) -> None:
        """Raise `Refused` if the table has a password that this person has not given."""
        room = await self.match_loop.room(match)
        is_seated = person is not None and bool(seats_of(room.match, person))
        if room.match.setup.lock and not is_seated and match not in entered.matches:
            raise Refused.because("TABLE_LOCKED", "This table has a password.", "password")

    async def enter(self, match: str, key: TableKey, entered: EntryToken) -> EntryToken:
        """Enter a locked table with its password or with the tokens of a seat."""
        room = await self.match_loop.room(match)
        if not await self._holds_seat(room, key.tokens):
            lock = room.match.setup.lock
            if lock and not await self.passwords.matches(lock, key.password):
                raise wrong_table_password()
        return entered.add(match)

    async def _holds_seat(self, room: Room, tokens: tuple[str, ...]) -> bool:
        """Whether one of the tokens is for a seat of this table, and still counts."""
        for token in tokens:
            with suppress(Refused):
                claim = self.rights.tokens.read_seat(token)
                is_here = claim.match == room.id and holds(room.match, claim.seat, claim.holder)
                if is_here and await self.rights.counts(claim):
                    return True
        return False


def wrong_table_password() -> Refused:
    """The refusal of a wrong password for a table."""
    return Refused.because("WRONG_PASSWORD", "Wrong password for this table.", "password")


def seats_of(match: Match, person: Person) -> list[Seat]:
    """The seats that the person holds."""
    return [seat for seat in range(match.setup.seats) if holds(match, seat, person.id)]
