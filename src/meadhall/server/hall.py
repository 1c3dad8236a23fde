"""Everything a running server is made of, put together in one place."""

import asyncio
import contextlib
import gc
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import time

from meadhall import registry
from meadhall.server.accounts import People
from meadhall.server.analyses import Analyses
from meadhall.server.botseats import BotSeats
from meadhall.server.doors import Doors
from meadhall.server.frames import to_json
from meadhall.server.hub import Games, Hub
from meadhall.server.keys import Keys
from meadhall.server.limits import Limiter
from meadhall.server.lobby import Lobby
from meadhall.server.observe import Figures, log
from meadhall.server.passwords import Passwords
from meadhall.server.protocol import Closing
from meadhall.server.records import Records
from meadhall.server.room import Room
from meadhall.server.settings import Settings
from meadhall.server.socket import Sockets
from meadhall.server.steward import Steward
from meadhall.store import Store, open_store

RETRY_MS = 1000
GC_THRESHOLD = (20_000, 50, 100)
SWITCH_SECONDS = 0.0002
"""How long a thread that wants to run Python waits for the one that does: Python's own five
milliseconds are several ticks."""
SWEEP_SECONDS = 60.0
SWEEPS_TO_TIDY = 60
"""Open tables that nobody is at any more are looked for with every so manyth sweep."""
FORGET_SECONDS = 5.0
"""How often rooms are looked for that need not be in memory."""
AFTERMATH_MS = 5_000
"""How long a finished match stays in memory without anybody there: a page may be loaded anew.

Under load most matches in memory would be finished ones, if they stayed for longer.
"""
LAST_OPEN = "last open"
"""The setting that says until when the hall was certainly open, up to a sweep ago."""


def milliseconds() -> int:
    """The time of day. Nothing else on the server reads it."""
    return int(time() * 1000)


@dataclass(slots=True)
class Hall:
    """The parts, and what starts and stops them."""

    settings: Settings
    store: Store
    hub: Hub
    steward: Steward
    bots: BotSeats
    people: People
    lobby: Lobby
    records: Records
    analyses: Analyses
    sockets: Sockets
    figures: Figures
    requests: Limiter
    sign_ins: Limiter
    ready: bool = False
    stopped: bool = False
    _chores: tuple[asyncio.Task[None], ...] = ()

    async def start(self) -> None:
        """Take up all matches where they were left."""
        self.hub.start()
        await self.steward.reopen(since=int(await self.store.accounts.setting(LAST_OPEN, "0")))
        gc.collect()
        gc.freeze()  # what is loaded by now stays: no need to look through it again and again
        gc.set_threshold(*GC_THRESHOLD)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._chores = asyncio.create_task(self._sweep()), asyncio.create_task(self._forget())
        self.ready = True

    async def stop(self) -> None:
        """Finish the tick, ask everybody to come back later, and let go of everything."""
        if self.stopped:
            return
        self.ready, self.stopped = False, True
        for chore in self._chores:
            chore.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await chore
        await self.steward.stop()
        await self.hub.stop()
        for room in list(self.hub.rooms.values()):
            self.dismiss(room)
        await self.analyses.end()
        await self.bots.stop()
        await self._note_the_time()
        await self.store.close()

    def dismiss(self, room: Room) -> None:
        """Send everybody in the room away, to come back and resume."""
        self.steward.let_go(room)
        for outlet in room.outlets():
            outlet.put(to_json(Closing(RETRY_MS)))
            outlet.hang_up(1012)

    async def _sweep(self) -> None:
        for sweep in count():
            await self._note_the_time()
            await asyncio.sleep(SWEEP_SECONDS)
            if sweep % SWEEPS_TO_TIDY == 0:  # after a start, people have had time to come back
                await self._tidy()

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(FORGET_SECONDS)
            self.forget_quiet_rooms(self.hub.clock())

    async def _tidy(self) -> None:
        try:
            await self.lobby.close_deserted()
        except Exception:  # noqa: BLE001 - deserted tables then stay in the list a little longer
            log.exception("cannot close deserted tables")

    async def _note_the_time(self) -> None:
        try:
            await self.store.accounts.set_setting(LAST_OPEN, str(self.hub.clock()))
        except Exception:  # noqa: BLE001 - clocks then forgive a little more after a restart
            log.exception("cannot note the time")

    def forget_quiet_rooms(self, now: int) -> None:
        """Take out of memory where nobody is, nothing runs and nothing happened for a while."""
        for room in list(self.hub.rooms.values()):
            over = room.match.result is not None
            before = now - (AFTERMATH_MS if over else self.settings.idle_minutes * 60_000)
            quiet = room.used < before and not room.audience and room.match is room.public
            if quiet and not self.steward.needs_memory(room):
                self.steward.let_go(room)
                self.hub.forget(room)


async def open_hall(
    settings: Settings,
    clock: Callable[[], int] = milliseconds,
    games: Games = registry.game,
) -> Hall:
    """A hall over the database that the settings name."""
    store = await open_store(settings.db)
    secret = settings.secret or await store.accounts.setting("secret", secrets.token_urlsafe(48))
    return _assembled(settings, store, Keys(secret), Hub(store.matches, clock, Figures(), games))


def _assembled(settings: Settings, store: Store, keys: Keys, hub: Hub) -> Hall:
    bots = BotSeats(
        settings.bots, settings.bot_ms, settings.bot_patience_ms / 1000, settings.programs()
    )
    passwords = Passwords()
    steward = Steward(hub, bots, keys)
    lobby = Lobby(hub, bots, keys, passwords, settings.tables)
    analyses = Analyses(bots, settings.analysis_ms)
    doors = Doors(hub, keys, passwords, settings)
    hall = Hall(
        settings=settings,
        store=store,
        hub=hub,
        steward=steward,
        bots=bots,
        people=People(store.accounts, keys, passwords),
        lobby=lobby,
        records=Records(hub, lobby, analyses),
        analyses=analyses,
        sockets=Sockets(hub, steward, doors, settings.message_rate),
        figures=hub.figures,
        requests=Limiter(settings.request_rate, settings.request_rate * 4),
        sign_ins=doors.guesses,
    )
    hub.tend, hub.drop = steward.tend, hall.dismiss
    return hall
