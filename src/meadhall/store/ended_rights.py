"""Rights that have ended: sessions that were signed out, and seats that moved to another device."""

from sqlalchemy import Connection, delete, insert, update
from sqlalchemy.exc import IntegrityError

from meadhall.core.seats import Seat
from meadhall.store.backend import Backend
from meadhall.store.schema import ENDED_SESSIONS, SEAT_MOVES

# Plain SQL, because every request of a person and every connection to a seat looks that up.
_ENDED = "SELECT id FROM ended_sessions WHERE id = :session OR id = :person"
_MOVES = (
    "SELECT moves FROM seat_moves"
    " WHERE match = :match AND seat = CAST(CAST(:seat AS TEXT) AS INTEGER)"
)


class SqlRights:
    """Tokens are not stored; what is stored is which of them no longer count."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def end_session(self, id_: str, until: int) -> None:
        """End the session. It can be forgotten at the time `until`, when its tokens have expired.

        Ending it twice is a no-op.
        """
        row = insert(ENDED_SESSIONS).values(id=id_, until=until)
        try:
            await self._backend.write(lambda database: database.execute(row))
        except IntegrityError:
            return

    async def is_void(self, session: str, person: str) -> bool:
        """Whether the session was ended, or all of the person: the account is gone."""
        return await self._backend.row(_ENDED, {"session": session, "person": person}) is not None

    async def forget_old(self, now: int) -> None:
        """Forget ended sessions whose tokens have expired."""
        old = delete(ENDED_SESSIONS).where(ENDED_SESSIONS.c.until < now)
        await self._backend.write(lambda database: database.execute(old))

    async def count_moves(self, match: str, seat: Seat) -> int:
        """How often the seat has moved to another device."""
        row = await self._backend.row(_MOVES, {"match": match, "seat": str(seat)})
        return int(str(row[0])) if row else 0

    async def move_seat(self, match: str, seat: Seat, moves: int) -> bool:
        """Count a move of the seat, if it has moved that often so far; returns whether it had."""
        key = (SEAT_MOVES.c.match == match) & (SEAT_MOVES.c.seat == seat)
        again = update(SEAT_MOVES).where(key, SEAT_MOVES.c.moves == moves).values(moves=moves + 1)
        first = insert(SEAT_MOVES).values(match=match, seat=seat, moves=1)

        def move(database: Connection) -> bool:
            return database.execute(again if moves else first).rowcount == 1

        try:
            return await self._backend.write(move)
        except IntegrityError:  # it has moved before
            return False
