"""The hall's WebSocket: the lists of tables, and what changes in them, at most once a second."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import parse_qsl

from litestar.types import Receive, Scope, Send

from meadhall.match.ports import Query, StoreUnavailable
from meadhall.server.metrics import Metrics, log
from meadhall.server.net.admission import Admission, Hangup
from meadhall.server.net.asgi_ws import AsgiConnection
from meadhall.server.net.connection import offered_connection
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.bodies import MatchCard, MatchList
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.hall_messages import ListChange
from meadhall.server.settings import Settings

PATH = "/api/hall/socket"
WITHOUT_LISTS = ("lists", "none")
"""In the query of a connection that wants no lists."""
WISHES = {"chat": ("chat", "yes"), "watch": ("watch", "yes")}
"""In the query of a connection that wants to read the hall's chat, or the strongest matches."""
PAUSE_SECONDS = 1.0
"""Changes are collected for this long before they are sent."""
REFRESH_SECONDS = 30.0
"""Lists are read again after this time, because who counts as waiting changes with time alone."""
OPEN = Query(phases=("lobby",), listed=True)
PLAYING = Query(phases=("playing",), listed=True)
Cards: TypeAlias = Mapping[str, MatchCard]
Find: TypeAlias = Callable[[str, Query], Awaitable[MatchList]]
"""(holder, query): the matches, with the seats of that holder marked."""


@dataclass(eq=False, slots=True)
class HallSockets:
    """Serves the sockets of everybody in the hall: an ASGI application for one path.

    The public list is read once for everybody, a person's own when one of their matches changed.
    """

    find: Find
    admission: Admission
    metrics: Metrics
    settings: Settings
    listeners: set[Outbox] = field(default_factory=set)
    """Those who want the lists."""
    others: set[Outbox] = field(default_factory=set)
    """Those who only want to hear of their own matters, from any other page than the hall."""
    wishing: Mapping[str, set[Outbox]] = field(
        default_factory=lambda: {wish: set() for wish in WISHES}
    )
    """Those who want more than lists, by what they want."""
    watching: dict[Outbox, str] = field(default_factory=dict)
    """The tournament at whose page somebody looks."""
    public: Cards = field(default_factory=dict)
    """The public list as all listeners know it."""
    own: dict[str, Cards] = field(default_factory=dict)
    """The list of each person who listens, as their connections know it."""
    _stale: set[str] = field(default_factory=set)
    """The people whose own lists have changed."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while lists are read and sent, so that everybody gets each change once."""
    _updates: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its opening to its end."""
        settings = self.settings
        connection = offered_connection(scope) or AsgiConnection(
            receive, send, settings.message_bytes, settings.backlog_bytes
        )
        outbox = Outbox(connection)
        await connection.accept()
        try:
            with self.admission.count_connection(scope) as address:
                await self.admission.recognise(scope, outbox)
                with (
                    self.admission.count_spectator(outbox, address),
                    self.admission.rights.keep_track(outbox),
                    self.metrics.sockets.track_inprogress(),
                ):
                    await self.admission.check_rights(outbox)
                    try:
                        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"))
                        await self._let_in(outbox, query)
                        # There is nothing to be said here.
                        await connection.listen(lambda _: outbox.hang_up(4400))
                    finally:
                        self._exit(outbox)
        except Hangup as hangup:
            outbox.hang_up(hangup.code)
        except StoreUnavailable:
            outbox.hang_up(1013)
        await outbox.wait_closed()

    def everybody(self) -> set[Outbox]:
        """All connections."""
        return self.listeners | self.others

    def note_change(self, holders: Iterable[str]) -> None:
        """A match of these people has changed in lists, or who waits at it."""
        if self.listeners:
            self._stale.update(holder for holder in holders if holder in self.own)
            self._changed.set()

    async def stop(self, farewell: bytes) -> None:
        """Send everybody this message, and ask them to come back later."""
        for outbox in self.everybody():
            outbox.put(farewell)
            outbox.hang_up(1012)
        if self._updates is not None:
            self._updates.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._updates

    async def _let_in(self, outbox: Outbox, wanted: Sequence[tuple[str, str]]) -> None:
        """Give the connection what its query asks for."""
        for wish, asked in WISHES.items():
            if asked in wanted:
                self.wishing[wish].add(outbox)
        tournament = dict(wanted).get("tournament")
        if tournament:
            self.watching[outbox] = tournament
        if WITHOUT_LISTS in wanted:
            self.others.add(outbox)
        else:
            await self._enter(outbox)

    async def _enter(self, outbox: Outbox) -> None:
        async with self._turn:
            if not self.listeners:
                self.public = await self._read_public()
            if outbox.holder and outbox.holder not in self.own:
                self.own[outbox.holder] = await self._read_own(outbox.holder)
            self.listeners.add(outbox)
        outbox.put(_whole("public", self.public))
        outbox.put(_whole("own", self.own.get(outbox.holder, {})))
        if self._updates is None or self._updates.done():
            self._updates = asyncio.create_task(self._send_updates())

    def _exit(self, outbox: Outbox) -> None:
        self.watching.pop(outbox, None)
        self.others.discard(outbox)
        self.listeners.discard(outbox)
        for those in self.wishing.values():
            those.discard(outbox)
        if outbox.holder not in {other.holder for other in self.listeners}:
            self.own.pop(outbox.holder, None)

    async def _send_updates(self) -> None:
        """Send what changes, for as long as somebody listens."""
        while self.listeners:
            try:
                await asyncio.wait_for(self._changed.wait(), REFRESH_SECONDS)
            except TimeoutError:
                self._stale.update(self.own)
            self._changed.clear()
            try:
                async with self._turn:
                    await self._update()
            except Exception as error:  # noqa: BLE001 - whatever it was, the lists are not known
                if not isinstance(error, StoreUnavailable):  # the store has logged that one
                    log.exception("cannot read the lists of the hall")
                for outbox in self.listeners:
                    outbox.hang_up(1013)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _update(self) -> None:
        before, self.public = self.public, await self._read_public()
        self._send(_difference("public", before, self.public), self.listeners)
        stale, self._stale = self._stale, set()
        for person in stale & self.own.keys():
            cards = await self._read_own(person)
            if person in self.own:  # who may have left meanwhile
                change = _difference("own", self.own[person], cards)
                self.own[person] = cards
                self._send(change, {one for one in self.listeners if one.holder == person})

    def _send(self, change: ListChange, listeners: set[Outbox]) -> None:
        if change.put or change.gone:
            message = to_json(change)
            for outbox in listeners:
                outbox.put(message)

    async def _read_public(self) -> Cards:
        lists = (await self.find("", OPEN), await self.find("", PLAYING))
        return {card.match: card for found in lists for card in found.matches}

    async def _read_own(self, holder: str) -> Cards:
        query = Query(phases=("lobby", "playing"), holder=holder, guides=False)
        found = await self.find(holder, query)
        return {card.match: card for card in found.matches}


def _whole(name: Literal["public", "own"], cards: Cards) -> bytes:
    return to_json(ListChange(name, tuple(cards.values()), whole=True))


def _difference(name: Literal["public", "own"], before: Cards, after: Cards) -> ListChange:
    put = tuple(card for match, card in after.items() if card != before.get(match))
    return ListChange(name, put, tuple(before.keys() - after.keys()))
