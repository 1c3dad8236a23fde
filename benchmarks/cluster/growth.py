"""A model of many processes in one: what a move costs when there are 32 of them.

Match loops, news and copies of matches are the real ones. The database is a list of facts, players
are listeners that throw away what they are sent, and nothing goes over a line: what a move costs
here is the work of the processes alone. Which matches get a move in a tick comes from a seed, and
so does who sits at two processes. All moves come from one match, which was played beforehand.

There are always 32 processes: sixteen databases with two each, one database with all 32, and what
is between. So all runs have the same matches in memory, and differ in who hears whom alone.
"""

import asyncio
import gc
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from time import process_time
from types import SimpleNamespace

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.rng import Rng
from meadhall.match.commands import Act
from meadhall.match.facts import Fact, Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Outcome
from meadhall.match.ports import Append
from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster.identity import Identity
from meadhall.server.cluster.together import Together
from meadhall.server.live.match_loop import MatchLoop, raise_if_refused
from meadhall.server.live.room import Room
from meadhall.server.metrics import Metrics
from meadhall.server.neighbours import Neighbours
from meadhall.store.postgres.news_lines import news_of

TITLE = "Growth: processor time of a move among 2 to 32 processes, by a model in one process"
GAME = registry.game("chinese-checkers")
COUNTS = (2, 4, 8, 16, 32)
ALL = COUNTS[-1]
MATCHES, TICKS, PLIES = 12, 24, 60
"""Matches of each process, ticks of each process, and most plies of a match."""
MOST_MOVES = 12
"""In a tick, as at 100 commits a second and half load."""
APART = 0.1
"""The share of matches whose players sit at two processes."""
ROUNDS = 3


class Database:
    """The facts of all matches; whoever stores some tells all others."""

    def __init__(self) -> None:
        self.stored: dict[str, list[Fact]] = defaultdict(list)
        self.processes: list[Process] = []

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """The match's log."""
        return tuple(self.stored[match])

    async def facts_after(
        self, versions: Mapping[str, int]
    ) -> Mapping[str, Sequence[tuple[int, Fact]]]:
        """What came after these versions."""
        found = {match: self.stored[match][known:] for match, known in versions.items()}
        return {
            match: list(enumerate(facts, versions[match] + 1))
            for match, facts in found.items()
            if facts
        }

    def append(self, sender: str, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store what follows the stored versions; returns the matches in conflict."""
        stored = [one for one in batch if len(self.stored[one.match]) == one.version]
        for one in stored:
            self.stored[one.match] += one.facts
        for line in news_of(sender, stored):
            for process in self.processes:
                process.together._hear(line)  # noqa: SLF001 - what PostgreSQL's driver calls
        return tuple(one.match for one in batch if one not in stored)


class Process:
    """One process: its match loop, and its ear for the others."""

    def __init__(self, number: int, database: Database) -> None:
        self.name, self._database = f"{number:012x}", database
        clock, metrics = DatabaseClock(), Metrics()
        self.loop = MatchLoop(self, clock, metrics)  # type: ignore[arg-type] # what a move needs
        self.loop.missed = database.facts_after
        me = Identity(self.name, "", "", "", 2_000)
        self.together = Together(None, me, clock, metrics)  # type: ignore[arg-type] # nothing is sent
        none = SimpleNamespace(note_change=lambda _: None)
        self.together.hearer = Neighbours(
            self.loop,
            none,
            self.together,
            none,
            none,
            lambda _: None,  # type: ignore[arg-type] # the same
        )
        self._reading: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tick and to hear."""
        self.loop.start()
        self._reading = asyncio.create_task(self.together._read())  # noqa: SLF001 - as `start` does

    async def stop(self) -> None:
        """End."""
        await self.loop.stop()
        if self._reading is not None:
            self._reading.cancel()

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store at the database."""
        return self._database.append(self.name, batch)

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """Read from the database."""
        return await self._database.facts(match)


class Listener(SimpleNamespace):
    """A player who throws away what is sent."""

    def put(self, frame: bytes) -> None:
        """Throw it away."""

    def hang_up(self, code: int) -> None:
        """A room of the model was dropped, which must not happen."""
        raise AssertionError(code)


class Table:
    """A match, the processes of its two players, and how far it is."""

    def __init__(self, rooms: Sequence[tuple[Process, Room]], moves: Sequence[tuple[int, object]]):
        self._rooms, self._moves, self._played = rooms, moves, 0

    def move(self) -> "asyncio.Future[bool] | None":
        """Play the next ply, where its player sits; tells whether that process knew its turn."""
        if self._played == len(self._moves):
            return None
        seat, action = self._moves[self._played]
        process, room = self._rooms[seat]
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answer(given: object) -> None:
            is_played = isinstance(given, Outcome)
            self._played += is_played
            done.set_result(is_played)

        act = Act(seat, action, room.match.turn, f"{seat}-{self._played}")
        process.loop.submit(room, act, answer)
        return done


def measure() -> list[Figure]:
    """The cheapest of a few rounds for each number of processes, by turns."""
    costs: dict[int, float] = {}
    for round_ in range(ROUNDS + 1):
        for count in COUNTS:
            cost = asyncio.run(_cost(count, round_))
            if round_:  # the first one loads and compiles
                costs[count] = min(cost, costs.get(count, cost))
        print(f"round {round_}: " + ", ".join(f"{n}: {c:.0f} µs" for n, c in costs.items()),
              file=sys.stderr, flush=True)  # fmt: skip
    first = costs[COUNTS[0]]
    return [
        Figure(
            f"processor time of a move among {count} processes", cost, "µs", cost / first,
            f"{COUNTS[0]} processes: {first:.0f}", "< 1.2" if count == COUNTS[-1] else "",
        )
        for count, cost in costs.items()
    ]  # fmt: skip


async def _cost(count: int, seed: int) -> float:
    """Processor time of a move in µs, with so many processes at each database."""
    random, moves = Random(seed), _moves()
    halls = [_hall(count, first) for first in range(0, ALL, count)]
    processes = [process for hall in halls for process in hall]
    tables = {
        process: [await _seat(process, n, hall, random, moves) for n in range(MATCHES)]
        for hall in halls
        for process in hall
    }
    gc.collect()
    gc.disable()
    played, began = 0, process_time()
    for _ in range(TICKS):
        asked = [
            table.move()
            for own in tables.values()
            for table in random.sample(own, random.randint(1, MOST_MOVES))
        ]
        played += sum(await asyncio.gather(*(one for one in asked if one is not None)))
    spent = process_time() - began
    gc.enable()
    for process in processes:
        await process.stop()
    return spent / played * 1e6


def _hall(count: int, first: int) -> list[Process]:
    """The processes of one database."""
    database = Database()
    processes = [Process(first + number, database) for number in range(count)]
    for process in processes:
        process.start()
    database.processes = processes
    return processes


def _moves() -> list[tuple[int, object]]:
    """A match that was played at random."""
    state, random, moves = GAME.initial(GAME.types.options(), 2, Rng("growth")), Random(1), []
    while len(moves) < PLIES:
        seat = len(moves) % 2
        action = random.choice(list(GAME.legal_actions(state, seat)))
        moves.append((seat, action))
        state = GAME.apply(state, seat, action).state
    return moves


async def _seat(
    process: Process, number: int, all_: Sequence[Process], random: Random, moves: object
) -> Table:
    match = f"{process.name}{number:02d}"
    setup = Setup(
        id=match, game=GAME.spec.slug, rules_version=GAME.spec.rules_version, seats=2, seed="growth"
    )
    players = Player("Ann", "ann"), Player("Bob", "bob")
    made = raise_if_refused(open_match(GAME, setup, players, process.loop.clock()))
    others = [one for one in all_ if one is not process]
    other = random.choice(others) if random.random() < APART else process
    rooms = [(process, await process.loop.open(made))]
    rooms.append((other, await other.loop.room(match)))
    for seat, (_, room) in enumerate(rooms):
        room.channel.enter(
            Listener(seats=(seat,), holder=players[seat].holder, claims=(), name="", show="scene",
                     glances=False, closing=False)
        )  # fmt: skip
    return Table(rooms, moves)
