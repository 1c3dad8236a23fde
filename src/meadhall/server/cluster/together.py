"""A process among others on one PostgreSQL database: heartbeats, news, presence and leases."""

import asyncio
import contextlib
import secrets
from collections.abc import Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from time import monotonic

from meadhall.core.seats import Seat
from meadhall.match.ports import Append, StoreUnavailable
from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster.identity import ANOTHER_HALL, Identity
from meadhall.server.cluster.place import place_of
from meadhall.server.cluster.port import Hearer
from meadhall.server.metrics import Metrics, log
from meadhall.store.postgres import PostgresBackend
from meadhall.store.postgres.members import Member, Others, Pulse
from meadhall.store.postgres.news_lines import Kind, news_of, read_line, write_lines

BEAT_SECONDS = 0.5
SWEEP_SECONDS = 10.0
"""How often everything is compared with the database, in case news was lost."""
UNKNOWN_SECONDS = (1.5, 1.5, 3.0)
"""When it is compared after joining: others tell a process their news once they know of it."""
RETRY_SECONDS = 0.3
LOST_MS = 20_000
"""How long people whose process died are waited for before they count as away."""
TAKEN_AT_ONCE = 100


@dataclass(slots=True)
class Together:
    """Implements `Cluster` on PostgreSQL."""

    shared: PostgresBackend
    me: Identity
    clock: DatabaseClock
    metrics: Metrics
    members: tuple[Member, ...] = ()
    """The processes that live, this one among them."""
    hearer: Hearer = field(init=False)
    is_alone: bool = False
    _tended: set[str] = field(default_factory=set)
    _wanted: set[str] = field(default_factory=set)
    _refused: set[str] = field(default_factory=set)
    """Matches whose lease another process had when it was asked for since the last heartbeat."""
    _released: set[str] = field(default_factory=set)
    _here: dict[tuple[str, Seat], bool] = field(default_factory=dict)
    """Seats whose people have come (true) or gone, and nobody knows yet."""
    _stored: dict[str, int] = field(default_factory=dict)
    """The news of facts that have not been read yet."""
    _beaten: float = 0.0
    """When the last heartbeat that succeeded began."""
    _lapsed: bool = False
    _work: asyncio.Event = field(default_factory=asyncio.Event)
    _heard: asyncio.Event = field(default_factory=asyncio.Event)
    _deaf: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[object]] = field(default_factory=set)

    def start(self, hearer: Hearer) -> None:
        """Begin to live among the others, after `join`."""
        self.hearer = hearer
        self._beaten = monotonic()
        self.shared.news_of = self._news_of
        self._deaf.set()
        work = (self._beat(), self._listen(), self._read(), self._flush(), self._sweep())
        for one in (*work, self._follow_untold()):
            self._spawn(one)

    async def stop(self) -> None:
        """Leave: the people of this process are expected elsewhere."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreUnavailable):
            await self.shared.members.leave(self.me.process)
            await self._tell("seats", {match for match, _ in self._here})

    def tends(self, match: str) -> bool:
        """Whether this process has the lease; where it has not, it asks for it."""
        if match in self._tended:
            return True
        self._released.discard(match)
        self._wanted.add(match)
        if match not in self._refused:
            self._work.set()
        return False

    def has_lease(self, match: str) -> bool:
        """Whether it has been given, and not given up."""
        return match in self._tended

    def release(self, match: str) -> None:
        """Give the lease up."""
        self._wanted.discard(match)
        if match in self._tended:
            self._tended.discard(match)
            self._released.add(match)
            self._work.set()

    def enter(self, match: str, seats: Iterable[Seat]) -> None:
        """Say soon that people have come."""
        self._note(match, seats, is_here=True)

    def exit(self, match: str, seats: Iterable[Seat]) -> bool:
        """Say soon that people have gone."""
        self._note(match, seats, is_here=False)
        return True

    async def seats_elsewhere(self, matches: Collection[str]) -> Mapping[str, frozenset[Seat]]:
        """The seats whose people are connected to other processes."""
        found: dict[str, set[Seat]] = {match: set() for match in matches}
        for seated in await self.shared.members.seats(matches):
            if seated.process != self.me.process and seated.lost is None:
                found[seated.match].add(seated.seat)
        return {match: frozenset(seats) for match, seats in found.items()}

    async def lost_since(self, match: str) -> int | None:
        """Since when people of the match are away only because their process died."""
        seated = await self.shared.members.seats([match])
        return min((one.lost for one in seated if one.lost is not None), default=None)

    async def take_due(self, instant: int) -> tuple[str, ...] | None:
        """Take leases of matches in which a clock may run out."""
        taken = await self.shared.members.take_due(self.me.process, instant, TAKEN_AT_ONCE)
        self._tended.update(taken)
        self.metrics.claimed.inc(len(taken))
        return tuple(taken)

    async def was_open(self, since: int) -> bool:
        """Whether another living process has missed no heartbeat since then."""
        pulse = await self.shared.members.beat(self.me.process)
        others = (one for one in pulse.members if one.id != self.me.process)
        return any(one.lives(pulse.now) and one.steady <= since for one in others)

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """By a lock of the database."""
        return self.shared.members.turn(name)

    def tell_rights(self, person: str) -> None:
        """Tell the others."""
        self._spawn(self._tell("rights", [person]))

    def tell_invitation(self, match: str, following: str) -> None:
        """Tell the others."""
        self._spawn(self._tell("invitation", [match, following]))

    def place(self, match: str) -> str:
        """One of the living processes that say where clients reach them."""
        return place_of(match, {one.address for one in self.members if one.address})

    def addresses(self) -> tuple[str, ...]:
        """Of the living processes that say where they are."""
        others = (one for one in self.members if one.id != self.me.process)
        return tuple(one.address for one in others if one.address)

    def is_first(self) -> bool:
        """Whether no living process has a smaller id."""
        return all(self.me.process <= one.id for one in self.members)

    def _spawn(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _note(self, match: str, seats: Iterable[Seat], *, is_here: bool) -> None:
        for seat in seats:
            self._here[match, seat] = is_here
            self._work.set()

    def _news_of(self, entries: Iterable[Append]) -> Sequence[str]:
        # Nobody listens while this process is alone. Who joins looks for what it missed.
        return news_of(self.me.process, entries) if len(self.members) != 1 else ()

    async def _tell(self, kind: Kind, words: Iterable[str]) -> None:
        lines = write_lines(self.me.process, kind, words)
        if lines:
            with contextlib.suppress(StoreUnavailable):  # the sweep finds it
                await self.shared.news.tell(lines)

    # Heartbeats.

    async def _beat(self) -> None:
        while True:
            began = monotonic()
            try:
                pulse = await self.shared.members.beat(self.me.process)
                if not pulse.known:  # the rows of the one that was buried are somebody else's now
                    self.me = self.me._replace(process=secrets.token_hex(6))
                    await self.join()
                    self._spawn(self._follow_untold())
                    log.warning("others took this process for dead; its people connect again")
                    self._beaten, self._lapsed = began, False
                    self._lapse()
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                if self._is_overdue(began) and not self._lapsed:
                    self.hearer.note_standstill(int((began - self._beaten) * 1000))
                self.clock.adjust(pulse.now, began, monotonic())
                self._beaten, self._lapsed = began, False
                await self._look_round(pulse)
                self._ask_again()
            except StoreUnavailable as error:
                self.hearer.note_outage(error)
                if self._is_overdue(monotonic()) and not self._lapsed:
                    self._lapsed = True
                    self._lapse()
            except Exception:  # noqa: BLE001 - a process without a pulse is dead
                log.exception("heartbeat failed")
            await asyncio.sleep(max(0.0, BEAT_SECONDS - (monotonic() - began)))

    async def join(self) -> Others:
        """Become one of the processes; raises `StoreUnavailable` beside those of another hall."""
        others = await self.shared.members.join(*self.me)
        if others.stranger is not None:
            raise StoreUnavailable(ANOTHER_HALL.format(others.stranger))
        return others

    def _ask_again(self) -> None:
        """Ask for leases that others had: with every heartbeat, and not with every move."""
        self._refused.clear()
        if self._wanted:
            self._work.set()

    def _is_overdue(self, now: float) -> bool:
        return now - self._beaten > self.me.patience / 1000

    def _lapse(self) -> None:
        self._tended.clear()
        self._wanted.clear()
        self.hearer.note_lapse()

    async def _look_round(self, pulse: Pulse) -> None:
        """Notice who has joined and who has died."""
        living = tuple(one for one in pulse.members if one.lives(pulse.now))
        if {one.id for one in living} != {one.id for one in self.members}:
            log.info("processes that serve the database", names=[one.name for one in living])
        self.members = living
        self.metrics.processes.set(len(living))
        dead = [one.id for one in pulse.members if not one.lives(pulse.now)]
        if dead:
            left = await self.shared.members.bury(dead)
            await self._tell("seats", left)
            await self.hearer.note_seats(left)
            await self._take_orphans()

    async def _take_orphans(self) -> None:
        taken = await self.shared.members.take_orphans(self.me.process, TAKEN_AT_ONCE)
        if taken:
            self._tended.update(taken)
            self.metrics.claimed.inc(len(taken))
            self._spawn(self._try(self.hearer.take_on(taken)))

    # News.

    async def _listen(self) -> None:
        while True:
            await self._deaf.wait()
            self._deaf.clear()
            try:
                await self.shared.news.listen(self._hear, self._deaf.set)
                # What was told meanwhile is looked for.
                await self.hearer.note_facts(None)
                await self.hearer.note_rights(None)
            except Exception as error:  # noqa: BLE001 - the next attempt may succeed
                if not isinstance(error, StoreUnavailable):
                    log.exception("cannot listen to other processes")
                self._deaf.set()
                await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, text: str) -> None:
        item = read_line(text)
        if item.sender == self.me.process:
            return
        match item.kind:
            case "facts":
                matches, versions = item.versions()
                if self.hearer.follows(matches):
                    self._stored.update(zip(matches, map(int, versions), strict=True))
                    self._heard.set()
            case "lists":
                self.hearer.note_lists(item.words())
            case "rights":
                self._spawn(self._try(self.hearer.note_rights(item.words())))
            case "seats":
                self._spawn(self._try(self.hearer.note_seats(item.words())))
            case "invitation":
                self._spawn(self._try(self.hearer.note_invitation(*item.words())))

    async def _read(self) -> None:
        """Read what the news is about; while one read is on its way, the next ones gather."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            stored, self._stored = self._stored, {}
            if not await self._try(self.hearer.note_facts(stored)):
                self._stored = {**stored, **self._stored}
                self._heard.set()
                await asyncio.sleep(RETRY_SECONDS)

    async def _follow_untold(self) -> None:
        """Read what others store before they know that this process wants to hear of it."""
        for seconds in UNKNOWN_SECONDS:
            await asyncio.sleep(seconds)
            await self._try(self.hearer.note_facts(None))
            await self._try(self._take_orphans())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._try(self.hearer.note_facts(None))
            await self._try(self.hearer.take_on(tuple(self._tended)))
            await self._try(self._take_orphans())
            await self._try(self._give_up_waiting())
            try:
                await self.shared.news.check()
            except Exception:  # noqa: BLE001 - whatever it is, nothing can be heard
                self._deaf.set()

    async def _give_up_waiting(self) -> None:
        for seated in await self.shared.members.take_missing(LOST_MS, TAKEN_AT_ONCE):
            await self.hearer.went_away(seated.match, seated.seat, seated.lost)

    async def _try(self, work: Coroutine[None, None, None]) -> bool:
        """Do the work; false where the database cannot be used, which is logged elsewhere."""
        try:
            await work
        except StoreUnavailable:
            return False
        except Exception:  # noqa: BLE001 - the sweep tries again
            log.exception("cannot follow other processes")
        return True

    # Presence and leases.

    async def _flush(self) -> None:
        """Write who is here and who tends what; while one write is on its way, the next gather."""
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                await self._flush_presence()
                await self._flush_leases()
            except Exception as error:  # noqa: BLE001 - the next attempt may succeed
                if not isinstance(error, StoreUnavailable):
                    log.exception("cannot tell other processes who is here")
                self._work.set()
                await asyncio.sleep(RETRY_SECONDS)

    async def _flush_presence(self) -> None:
        changes = dict(self._here)
        if not changes:
            return
        come = [seat for seat, is_here in changes.items() if is_here]
        gone = [seat for seat, is_here in changes.items() if not is_here]
        found = await self.shared.members.enter(self.me.process, come) if come else []
        if gone:
            await self.shared.members.exit(self.me.process, gone)
        for seat, is_here in changes.items():
            if self._here.get(seat) == is_here:
                del self._here[seat]
        if len(self.members) > 1:
            await self._tell("seats", {match for match, _ in changes})
        for seated in found:
            if seated.lost is not None:
                self.hearer.came_back(seated.match, seated.lost)
        await self._say_who_is_away(gone)

    async def _say_who_is_away(self, gone: Collection[tuple[str, Seat]]) -> None:
        """Who is at no process at all. Of two that lose a person at once, the last one says so."""
        if not gone:
            return
        seated = await self.shared.members.seats({match for match, _ in gone})
        still_here = {(one.match, one.seat) for one in seated}
        for match, seat in gone:
            if (match, seat) not in still_here and (match, seat) not in self._here:
                await self.hearer.went_away(match, seat, None)

    async def _flush_leases(self) -> None:
        wanted = self._wanted - self._refused
        self._wanted -= wanted
        released, self._released = self._released - wanted, set()
        if released:
            await self.shared.members.release(self.me.process, released)
        if not wanted:
            return
        try:
            got = await self.shared.members.tend(self.me.process, wanted)
        except BaseException:
            self._wanted |= wanted
            raise
        self._tended |= got
        self._refused |= wanted - got
        await self.hearer.note_leases(got)
