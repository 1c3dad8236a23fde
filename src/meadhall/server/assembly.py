"""The parts of a running server, and how they start and stop."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec

from meadhall import registry
from meadhall.match.clock import DAY
from meadhall.match.ports import Damage, Query, StoreUnavailable
from meadhall.server.api.accounts import People
from meadhall.server.api.lobby import Lobby
from meadhall.server.api.passwords import Passwords
from meadhall.server.api.replays import Replays
from meadhall.server.api.seat_access import SeatAccess
from meadhall.server.api.services import Services
from meadhall.server.bots.analysis import Analyses
from meadhall.server.bots.pool import BotPool
from meadhall.server.clock import SteadyClock
from meadhall.server.cluster.port import Alone, Cluster
from meadhall.server.live.caretaker import Caretaker
from meadhall.server.live.delayed_rooms import DelayedRooms
from meadhall.server.live.match_loop import Games, MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.live.room_tasks import Closure
from meadhall.server.metrics import Metrics, log
from meadhall.server.neighbours import Neighbours
from meadhall.server.net.admission import Admission
from meadhall.server.net.hall_socket import HallSockets
from meadhall.server.net.rights import Rights
from meadhall.server.net.table_socket import TableSockets
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.messages import Closing
from meadhall.server.protocol.tokens import Tokens
from meadhall.server.records.desk import RecordDesk
from meadhall.server.settings import Settings
from meadhall.store import Store, open_store, secret_file
from meadhall.store.private_files import forget_earlier_secret, signing_secret

RETRY_MS = 1000
SWEEP_SECONDS = 60.0
SWEEPS_TO_TIDY = 60
"""Deserted tables are closed every SWEEPS_TO_TIDY sweeps."""
UNLOAD_SECONDS = 5.0
"""How often idle rooms are looked for."""
PROBE_SECONDS = 1.0
"""How often a database that failed is tried again."""
DUE_SECONDS = 5.0
"""How often matches are looked for in which a clock may run out."""
CLOSURES = "closures"
"""The stored setting with the times in which the server did not run."""
CLOSURES_KEPT_MS = 400 * DAY
"""No clock runs for longer."""
LAST_OPEN = "last open"
"""The stored setting with the last time at which the server was known to run."""


@dataclass(slots=True)
class Hall(Services):
    """All parts of the server."""

    store: Store
    caretaker: Caretaker
    sockets: TableSockets
    hall_sockets: HallSockets
    neighbours: Neighbours
    metrics: Metrics
    open_until: int = 0
    """Until when other processes served; in the future where some still do."""
    ready: bool = False
    stopped: bool = False
    _tasks: tuple[asyncio.Task[None], ...] = ()

    async def start(self) -> None:
        """Start the match loop and let clocks go on."""
        self.match_loop.start()
        if self.settings.compile_ahead:
            self.bots.compile_ahead.start()
        self.cluster.start(self.neighbours)
        last_open = int(await self.store.accounts.setting(LAST_OPEN, "0"))
        async with self.cluster.turn(CLOSURES):
            await self._reopen(since=max(last_open, self.open_until))
        watches = (self._watch_store(), self._watch_clocks(), self._check())
        work = (self._sweep(), self._unload(), *watches)
        self._tasks = tuple(map(asyncio.create_task, work))
        self.ready = True

    async def _check(self) -> None:
        """Report matches in play that cannot be read. It takes long, so nothing waits for it."""
        if not self.cluster.is_first():
            return
        query = Query(phases=("playing",))
        found = self.store.matches.scan(query)
        try:
            damages = [item async for item in found if isinstance(item, Damage)]
        except StoreUnavailable:
            return  # the store has logged it
        if damages:
            log.error(
                "matches are damaged and cannot be played; all others can: restore a backup of the"
                " database to get them back",
                database=self.settings.db_without_password(),
                matches=", ".join(f"{damage.match} ({damage.text})" for damage in damages),
            )

    async def is_ready(self) -> bool:
        """Whether matches have been resumed, the database works and the server is not stopping."""
        with contextlib.suppress(StoreUnavailable):  # then `health` has a problem
            await self.store.ping()
        return self.ready and not self.store.health.problem

    async def stop(self) -> None:
        """Finish the tick, ask all clients to reconnect later, and close everything."""
        if self.stopped:
            return
        self.ready, self.stopped = False, True
        for task in self._tasks:
            task.cancel()
        # What a driver raises where it is interrupted must not keep the rest from ending.
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # First what makes commands, then the loop that stores them, and only then the connections,
        # which get its last messages. Analyses end before the bots that they wait for.
        await self.caretaker.stop()
        await self.match_loop.stop()
        for room in list(self.match_loop.rooms.values()):
            self.dismiss(room)
        await self.delayed.stop(to_json(Closing(RETRY_MS)))
        await self.hall_sockets.stop(to_json(Closing(RETRY_MS)))
        await self.analyses.end()
        await self.replays.desk.stop()
        await self.bots.stop()
        await self._save_time()
        await self.cluster.stop()
        await self.store.close()

    def dismiss(self, room: Room) -> None:
        """Disconnect everyone in the room. Their clients reconnect and resume."""
        self.caretaker.release(room)
        for listener in room.channel.listeners():
            listener.put(to_json(Closing(RETRY_MS)))
            listener.hang_up(1012)

    async def _sweep(self) -> None:
        for sweep in count():
            await self._save_time()
            await asyncio.sleep(SWEEP_SECONDS)
            if sweep % SWEEPS_TO_TIDY == 0:  # at first a minute after the start
                await self._tidy()

    async def _unload(self) -> None:
        while True:
            await asyncio.sleep(UNLOAD_SECONDS)
            try:
                await self.caretaker.unload_idle_rooms(self.match_loop.clock())
            except StoreUnavailable:
                """The store has logged it."""

    async def _watch_store(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            if self.store.health.problem:
                await self._try_store()

    async def _try_store(self) -> None:
        """Go on if the database works again. Clocks did not run meanwhile: nobody could move."""
        health = self.store.health
        try:
            await self.store.claim(server_name())  # it writes, so a full disk is noticed
            await self._go_on(self.match_loop.clock() - int(health.seconds() * 1000))
        except Exception as error:  # noqa: BLE001 - the next attempt may succeed
            health.fail(error)
        else:
            health.recover()

    async def _go_on(self, since: int) -> None:
        """Let clocks go on after an outage: everybody's, or those of who could not move."""
        if await self.cluster.was_open(since):
            self.caretaker.reopen_here(since)
        else:
            async with self.cluster.turn(CLOSURES):
                await self._reopen(since)

    async def _reopen(self, since: int) -> None:
        """Let clocks go on, without the time since `since` and without earlier closures."""
        now = self.match_loop.clock()
        stored = await self.store.accounts.setting(CLOSURES, "[]")
        known = msgspec.json.decode(stored, type=tuple[Closure, ...])
        recent = [closure for closure in known if closure.until > now - CLOSURES_KEPT_MS]
        closures = (*recent, Closure(since, now)) if since < now else tuple(recent)
        await self.store.accounts.set_setting(CLOSURES, to_json(closures).decode())
        await self.caretaker.reopen(closures)

    async def _watch_clocks(self) -> None:
        while True:
            try:
                await self.caretaker.load_due()
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot load what is due")
            await asyncio.sleep(DUE_SECONDS)

    async def _tidy(self) -> None:
        if not self.cluster.is_first():
            return
        try:
            await self.lobby.close_deserted()
            await self.lobby.end_empty_matches()
            await self.store.rights.forget_old(self.match_loop.clock())
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next sweep tries again
            log.exception("cannot tidy up")

    async def _save_time(self) -> None:
        try:
            await self.store.accounts.set_setting(LAST_OPEN, str(self.match_loop.clock()))
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next sweep tries again
            log.exception("cannot save the time")


async def open_hall(
    settings: Settings,
    clock: Callable[[], int] | None = None,
    games: Games = registry.game,
) -> Hall:
    """All parts of a server, over the database of the settings."""
    store = await open_store(settings.db)
    try:
        await store.claim(server_name())
    except BaseException:
        await store.close()
        raise
    secret, metrics = await signing_key(settings, store), Metrics()
    last_open = int(await store.accounts.find_setting(LAST_OPEN) or 0)
    if store.shared is None:
        clock = clock or SteadyClock(last_open)
        match_loop = MatchLoop(store.matches, clock, metrics, games)
        return _assemble(settings, store, Tokens(secret, clock), match_loop, Alone())
    from meadhall.server.cluster.joining import join  # noqa: PLC0415 - it needs the driver of PostgreSQL

    try:
        cluster, others = await join(store.shared, settings, server_name(), secret, metrics)
    except BaseException:
        await store.close()
        raise
    clock = clock or cluster.clock
    match_loop = MatchLoop(store.matches, clock, metrics, games)
    match_loop.missed = store.shared.news.facts_after
    hall = _assemble(settings, store, Tokens(secret, clock), match_loop, cluster)
    hall.open_until = others
    return hall


def server_name() -> str:
    """This process, for people who wonder which server uses a database."""
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return f"process {os.getpid()} on {socket.gethostname()} since {since}"


async def signing_key(settings: Settings, store: Store) -> str:
    """The key that signs tokens."""
    if settings.secret:
        await forget_earlier_secret(store.accounts)
        return settings.secret
    path = Path(settings.secret_file) if settings.secret_file else secret_file(settings.db)
    return await signing_secret(store.accounts, path)


def _bots(settings: Settings) -> BotPool:
    patience = settings.bot_patience_ms / 1000
    return BotPool(
        settings.bots, settings.bot_ms, patience, settings.programs(), settings.networks()
    )


def _assemble(
    settings: Settings, store: Store, tokens: Tokens, match_loop: MatchLoop, cluster: Cluster
) -> Hall:
    bots = _bots(settings)
    passwords = Passwords()
    rights = Rights(store.accounts, store.rights, tokens, match_loop.clock, cluster)
    access = SeatAccess(match_loop, rights, passwords, settings.link_minutes)
    caretaker = Caretaker(match_loop, bots, tokens, settings.idle_minutes, cluster)
    lobby = Lobby(
        match_loop, bots, access, passwords, caretaker.reservations, settings.tables,
        cluster, settings.deserted_days,
    )  # fmt: skip
    analyses = Analyses(bots, settings.analysis_ms)
    admission = Admission(match_loop, rights, passwords.matches, settings)
    hall_sockets = HallSockets(lobby.find, admission, match_loop.metrics, settings)
    neighbours = Neighbours(match_loop, caretaker, cluster, rights, hall_sockets, store.health.fail)
    delayed = DelayedRooms(match_loop, settings.watch_delay)
    hall = Hall(
        settings=settings,
        match_loop=match_loop,
        bots=bots,
        people=People(rights, store.accounts, passwords),
        rights=rights,
        access=access,
        lobby=lobby,
        replays=Replays(match_loop, lobby, analyses, RecordDesk(match_loop.games)),
        analyses=analyses,
        requests=admission.requests,
        sign_ins=admission.guesses,
        store=store,
        caretaker=caretaker,
        sockets=TableSockets(match_loop, caretaker, admission, settings, hall_sockets, delayed),
        hall_sockets=hall_sockets,
        neighbours=neighbours,
        cluster=cluster,
        delayed=delayed,
        metrics=match_loop.metrics,
    )
    _connect(hall)
    return hall


def _connect(hall: Hall) -> None:
    """Tell the match loop whom to call."""
    match_loop, caretaker = hall.match_loop, hall.caretaker
    # Set last, because the caretaker and the hall are made with the match loop.
    match_loop.after_commit, match_loop.drop = caretaker.after_commit, hall.dismiss
    match_loop.catch_up, match_loop.learned = caretaker.catch_up, caretaker.follow
    match_loop.lists_changed = hall.hall_sockets.note_change
    match_loop.store_failed = hall.store.health.fail
