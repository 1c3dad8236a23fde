"""Decides who may connect: origins, addresses, seat tokens and table passwords."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic
from typing import TypeAlias

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import holds
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.net.hosts import is_own_host
from meadhall.server.net.outbox import Outbox
from meadhall.server.net.rights import Rights
from meadhall.server.protocol.close_codes import CLOSE_CODES
from meadhall.server.protocol.messages import Join
from meadhall.server.protocol.tokens import EntryToken, SeatToken, SessionToken, Tokens
from meadhall.server.rate_limits import Limiter, OpenCounter
from meadhall.server.settings import Settings
from meadhall.store.name_looks import without_invisible

PasswordCheck: TypeAlias = Callable[[str, str], Awaitable[bool]]
"""(hash, password): whether the hash is of this password."""
NAME_LENGTH = 40
NAMELESS = "a spectator"
BURST_SECONDS = 10
"""An address that was quiet may send this many seconds' worth of requests at once."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that count: one customer of a provider has all addresses behind them."""
SCHEMES = ("http://", "https://")
COOKIE = "meadhall"
ENTRY_COOKIE = "meadhall-entry"
BEARER = "Bearer "


class Hangup(Exception):
    """Raised to close a socket with a code of the protocol."""

    def __init__(self, code: int) -> None:
        super().__init__(CLOSE_CODES[code])
        self.code = code


class Admission:
    """Checks connections before they reach a room."""

    def __init__(
        self,
        match_loop: MatchLoop,
        rights: Rights,
        password_matches: PasswordCheck,
        settings: Settings,
    ) -> None:
        self.match_loop, self.rights, self.settings = match_loop, rights, settings
        self._password_matches = password_matches
        self.requests = Limiter(settings.request_rate, settings.request_rate * BURST_SECONDS)
        """Limits the requests of each address by their prices, and the sockets that it opens."""
        self.guesses = Limiter(settings.sign_in_rate / 60, settings.sign_in_rate)
        """Limits the password hashes of each address, over HTTP and here."""
        self.talk = Limiter(settings.chat_rate / 60, settings.chat_rate)
        """Limits the messages of each person, and of the strangers of each address."""
        self._open = OpenCounter(settings.sockets)
        self._watching = OpenCounter(max(1, settings.sockets // 2))
        """Spectators get half of an address's sockets, so that they cannot lock players out."""

    @contextmanager
    def count_connection(self, scope: Scope) -> Iterator[str]:
        """Count the connection while it is open; gives its address.

        Raises `Hangup` for foreign pages and for too many connections.
        """
        if not is_own_host(scope, self.settings) or not is_own_page(scope, self.settings):
            raise Hangup(4403)
        address = address_of(scope, self.settings)
        if self.requests.take(address, monotonic()) or not self._open.enter(address):
            raise Hangup(4429)
        try:
            yield address
        finally:
            self._open.leave(address)

    async def admit(self, scope: Scope, join: Join, outbox: Outbox, address: str) -> Room:
        """The room that the client may enter. Sets the seats, name and mode of the outbox."""
        try:
            room = await self.match_loop.room(match_in(scope["path"]))
        except Refused as error:
            raise Hangup(1013 if error.refusal.code == "BUSY" else 4404) from None
        outbox.claims = self._claims(room.match, join.tokens)
        outbox.seats = tuple(sorted({claim.seat for claim in outbox.claims}))
        outbox.session = None if outbox.claims else await self._session(scope)
        outbox.holder = _holder(outbox)
        outbox.show = join.show
        outbox.glances = join.glance
        outbox.name = await self._spectator_name(join.name, outbox.holder)
        outbox.talk = self.talk.bucket(outbox.holder or address, monotonic())
        is_known = outbox.seats or room.id in entered_tables(scope, self.rights.tokens).matches
        if room.match.setup.lock and not is_known:
            await self._check_password(room.match.setup.lock, join.password, address)
        return room

    async def recognise(self, scope: Scope, outbox: Outbox) -> None:
        """Set the session of the outbox; a stranger has none."""
        outbox.session = await self._session(scope)
        outbox.holder = _holder(outbox)

    async def _spectator_name(self, name: str, person: str) -> str:
        """The name that a spectator chose, unless it could be taken for someone's account."""
        chosen = without_invisible(name).strip()[:NAME_LENGTH]
        try:
            await self.rights.check_name(chosen, person)
        except Refused:
            return NAMELESS
        return chosen or NAMELESS

    async def check_rights(self, outbox: Outbox) -> None:
        """Raise `Hangup` if the connection's tokens have ended.

        Asked when the connection is tracked: a token that ends later closes the connection.
        """
        code = await self.rights.closing_code(outbox)
        if code:
            raise Hangup(code)
        await self.rights.apply_conduct(outbox)

    @contextmanager
    def count_spectator(self, outbox: Outbox, address: str) -> Iterator[None]:
        """Count a connection without a seat while it is open; raises `Hangup` for too many."""
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
        if not await self._password_matches(lock, password):
            raise Hangup(4403)

    def _claims(self, match: Match, tokens: tuple[str, ...]) -> tuple[SeatToken, ...]:
        try:
            claims = tuple(map(self.rights.tokens.read_seat, tokens))
        except Refused:
            raise Hangup(4401) from None
        for claim in claims:
            if claim.match != match.setup.id or not holds(match, claim.seat, claim.holder):
                raise Hangup(4401)
        # An outbox has one holder, by which a connection is closed when its seat is given away.
        if len({claim.holder for claim in claims}) > 1:
            raise Hangup(4401)
        return claims

    async def _session(self, scope: Scope) -> SessionToken | None:
        """The session of a visitor without a seat; none counts the same as one that has ended."""
        token = session_token(scope)
        if not token:
            return None
        try:
            await self.rights.person_of_token(token)
            return self.rights.tokens.read_session(token)
        except Refused:
            return None


def _holder(outbox: Outbox) -> str:
    if outbox.claims:
        return outbox.claims[0].holder
    return outbox.session.person if outbox.session else ""


def session_token(scope: Scope) -> str:
    """The session token of a request: from the header of a program, else from the cookie."""
    header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    if header.startswith(BEARER):
        return header.removeprefix(BEARER)
    return _cookies(scope).get(COOKIE, "")


def entered_tables(scope: Scope, tokens: Tokens) -> EntryToken:
    """The locked tables that the device has entered."""
    return tokens.read_entry(_cookies(scope).get(ENTRY_COOKIE, ""))


def _cookies(scope: Scope) -> dict[str, str]:
    connection: ASGIConnection[object, object, object, State] = ASGIConnection(scope)
    return connection.cookies


def match_in(path: str) -> str:
    """The match that a socket's address names; empty where it names none."""
    before, _, rest = path.partition("/api/matches/")
    match, _, tail = rest.partition("/")
    return match if not before and tail == "socket" else ""


def address_of(scope: Scope, settings: Settings) -> str:
    """The network that a connection comes from; behind a proxy, the one that the proxy names."""
    if settings.proxy:
        forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        if forwarded:
            # Only the last entry is the proxy's own; clients can send any entries before it.
            return network_of(forwarded.rpartition(",")[2].strip())
    client = scope["client"]
    return network_of(client[0]) if client else "local"


@lru_cache(1024)
def network_of(address: str) -> str:
    """What limits count an address by: IPv4 whole, IPv6 by its first 64 bits."""
    try:
        parsed = ip_address(address)
    except ValueError:  # a proxy may give its clients other names
        return address
    if isinstance(parsed, IPv4Address):
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped or IPv6Network((int(parsed), IPV6_NETWORK), strict=False))


def is_own_page(scope: Scope, settings: Settings) -> bool:
    """Whether the request comes from our own page, or from a program: those send no origin.

    A page that was loaded at the common address of several workers connects to their own ports.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").rstrip("/")
    host = headers.get(b"host", b"").decode("latin-1")
    common = f"{host.rpartition(':')[0] or host}:{settings.port}"
    ours = tuple(scheme + name for scheme in SCHEMES for name in (host, common))
    return not origin or origin in ours or origin in settings.allowed_origins()
