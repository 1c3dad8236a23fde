"""One connection as a table knows it: takes messages, and gives up on slow readers."""

import asyncio
import contextlib

from meadhall.core.seats import Seat
from meadhall.server.broadcast.channel import Show
from meadhall.server.net.connection import Connection
from meadhall.server.protocol.close_codes import CLOSE_CODES
from meadhall.server.protocol.tokens import SeatToken, SessionToken
from meadhall.server.rate_limits import Bucket


class Outbox:
    """Sends messages without waiting. A reader that is too slow is hung up on; it may come back."""

    __slots__ = (
        "_closing", "_connection",
        "claims", "closing", "glances", "holder", "ignored", "muted", "name", "seats", "session",
        "show", "talk",
    )  # fmt: skip

    def __init__(self, connection: Connection) -> None:
        self.seats: tuple[Seat, ...] = ()
        self.show: Show = "scene"
        self.glances = False
        """Whether it only looks in from a list of matches."""
        self.holder = ""
        self.claims: tuple[SeatToken, ...] = ()
        self.session: SessionToken | None = None
        """The session of a spectator who is signed in."""
        self.name = ""
        self.muted = 0
        """Until when its person may not write."""
        self.ignored: frozenset[str] = frozenset()
        """The ids and names of those whom its person blocks."""
        self.talk = Bucket(1.0, 1.0, 1.0, 0.0)
        """How much its person may write; set when it enters a table."""
        self.closing = False
        """Whether it has been hung up."""
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    def put(self, frame: bytes) -> None:
        """Send the message, unless the connection has ended."""
        if not self._connection.send_text(frame):
            self.hang_up(4503)

    def hang_up(self, code: int) -> None:
        """Send what this tick still brings, then close with that code."""
        if not self.closing:
            self.closing = True
            self._closing = asyncio.create_task(self._close(code))

    async def wait_closed(self) -> None:
        """Wait until the close frame has been sent."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int) -> None:
        await asyncio.sleep(0)
        with contextlib.suppress(Exception):  # a connection that is gone cannot be told
            await self._connection.close(code, CLOSE_CODES[code])
