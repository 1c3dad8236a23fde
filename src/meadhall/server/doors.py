"""Who may come in: origins, addresses, seat tokens and table passwords."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.server.hub import Hub
from meadhall.server.keys import Keys
from meadhall.server.limits import Counter, Limiter
from meadhall.server.outbox import Outbox
from meadhall.server.passwords import Passwords
from meadhall.server.protocol import CLOSE_CODES, Join
from meadhall.server.room import Room, holds
from meadhall.server.settings import Settings

NAME_LENGTH = 40
SCHEMES = ("http://", "https://")


class Hangup(Exception):
    """Raised to close a socket with a code of the protocol."""

    def __init__(self, code: int) -> None:
        super().__init__(CLOSE_CODES[code])
        self.code = code


class Doors:
    """Checks connections before they reach a room."""

    def __init__(self, hub: Hub, keys: Keys, passwords: Passwords, settings: Settings) -> None:
        self.hub, self.keys, self.passwords, self.settings = hub, keys, passwords, settings
        self.guesses = Limiter(settings.sign_in_rate / 60, settings.sign_in_rate)
        """How often each address may have a password checked, over HTTP or here."""
        self._open = Counter(settings.sockets)
        self._watching = Counter(max(1, settings.sockets // 2))
        """However many watch from an address, those who play from there can come back."""

    @contextmanager
    def opened(self, scope: Scope) -> Iterator[str]:
        """Count the connection while it lasts, by its address.

        Raises `Hangup` for foreign pages and crowds.
        """
        if not own_page(scope, self.settings):
            raise Hangup(4403)
        address = address_of(scope, self.settings)
        if not self._open.enter(address):
            raise Hangup(4429)
        try:
            yield address
        finally:
            self._open.leave(address)

    async def admit(self, match: str, join: Join, outbox: Outbox, address: str) -> Room:
        """The room that the client may enter, with its seats noted on the outbox."""
        try:
            room = await self.hub.room(match)
        except Refused:
            raise Hangup(4404) from None
        outbox.seats, outbox.holder = self._seats(room.match, join.tokens)
        outbox.show = join.show
        outbox.name = join.name.strip()[:NAME_LENGTH] or "a spectator"
        if room.match.setup.lock and not outbox.seats:
            await self._check_password(room.match.setup.lock, join.password, address)
        return room

    @contextmanager
    def counted(self, outbox: Outbox, address: str) -> Iterator[None]:
        """Count whoever holds no seat while they watch; raises `Hangup` where too many do."""
        if outbox.seats:
            yield
            return
        if not self._watching.enter(address):
            raise Hangup(4429)
        try:
            yield
        finally:
            self._watching.leave(address)

    async def _check_password(self, lock: str, password: str, address: str) -> None:
        if not password:
            raise Hangup(4403)
        if self.guesses.take(address, monotonic()):
            raise Hangup(4429)
        if not await self.passwords.fits(lock, password):
            raise Hangup(4403)

    def _seats(self, match: Match, tokens: tuple[str, ...]) -> tuple[tuple[Seat, ...], str]:
        seats, holders = [], set()
        for token in tokens:
            try:
                key = self.keys.read_seat(token)
            except Refused:
                raise Hangup(4401) from None
            if key.match != match.setup.id or not holds(match, key.seat, key.holder):
                raise Hangup(4401)
            seats.append(key.seat)
            holders.add(key.holder)
        if len(holders) > 1:
            raise Hangup(4401)
        return tuple(sorted(set(seats))), "".join(holders)


def address_of(scope: Scope, settings: Settings) -> str:
    """Where a connection comes from; behind a proxy, what the proxy says."""
    if settings.proxy:
        forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        if forwarded:
            return forwarded.rpartition(",")[2].strip()
    client = scope["client"]
    return client[0] if client else "local"


def own_page(scope: Scope, settings: Settings) -> bool:
    """Whether the page that asks was served by us (programs send no origin)."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").rstrip("/")
    host = headers.get(b"host", b"").decode("latin-1")
    ours = tuple(scheme + host for scheme in SCHEMES)
    return not origin or origin in ours or origin in settings.allowed_origins()
