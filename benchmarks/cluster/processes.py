"""Two processes against one on PostgreSQL, that against SQLite, and what a move leaves behind.

Chinese Checkers over WebSocket. The players share the machine with the servers, so what counts is
the processor time of the servers, of the busiest where there are two. All ways play by turns, a
short slice each, because a machine is not equally fast from second to second.

Moves that come at the same time share a commit, so a busy process needs less for each. Where two
processes are compared with one, each gets the same load, which the machine can bear: players think
for a moment. PostgreSQL and SQLite are compared at full load.

How soon a move is seen is measured with few tables: with many, players and servers wait for each
other's processor, and nothing else shows. Players of a table sit at two processes, or at one of the
same two. PostgreSQL does not wait for the disk, which would take the same time in both cases.
"""

import asyncio
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import asyncpg

from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import processor_seconds

TITLE = "Processes: two against one on PostgreSQL, and PostgreSQL against SQLite"
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "fixtures")]
from nemesis.database import Database, running_database  # noqa: E402 - from the folder above
from nemesis.lags import CROWD, crowd_now  # noqa: E402 - the same
from nemesis.line import ask  # noqa: E402 - the same
from nemesis.player import Habits, Player, Ply, Told  # noqa: E402 - the same
from nemesis.servers import ServerProcess  # noqa: E402 - the same
from stubborn import Process  # noqa: E402 - the same

MATCHES, SECONDS, ROUNDS = 20, 5.0, 4
"""Matches of each server."""
FEW = 5
"""The same, where it is measured how soon moves are seen."""
GAME = "chinese-checkers"
THINKING = 0.05
"""Seconds before a move, where the load is not full."""
HABITS = Habits(pause=0.0, restless=0.0, writes=0.0, longest=10_000)


@dataclass(slots=True)
class Way:
    """Servers, and at which of them the two players of a match sit."""

    name: str
    servers: list[ServerProcess]
    apart: bool = False
    thinking: float = THINKING
    """Seconds before a move."""
    matches: int = MATCHES
    """Of each server."""
    moves: int = 0
    spent: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """Processor time of each server, in seconds."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from a move to the other player's knowing it."""

    def pace(self) -> float:
        """Moves per second of processor time of the busiest server."""
        return self.moves / max(self.spent.values())

    def cost(self) -> float:
        """Processor time of all servers for a move, in µs."""
        return sum(self.spent.values()) / self.moves * 1e6

    def p99(self) -> float:
        """In milliseconds."""
        return sorted(self.latencies)[len(self.latencies) * 99 // 100] * 1e3

    def seats(self, number: int) -> list[ServerProcess]:
        """The servers of the players of a match."""
        servers = self.servers
        first = servers[number % len(servers)]
        return [first, servers[(number + 1) % len(servers)]] if self.apart else [first, first]


class Seat:
    """Stands for the cluster, for a player who stays with one server."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server

    def any(self, _random: Random, _but: object = None) -> ServerProcess:
        """The one."""
        return self._server


class TimedPlayer(Player):
    """Notes when moves are sent, and when those of the other one arrive."""

    def __init__(self, way: Way, sent: dict[int, float], *rest: object) -> None:
        super().__init__(*rest, replace(HABITS, pause=way.thinking))
        self._way, self._sent = way, sent

    def _send(self, line: object, message: dict[str, object]) -> str:
        if message["kind"] == "act":
            self._sent[len(self.told.log) + 1] = perf_counter()
        return super()._send(line, message)

    def _extend(self, entries: tuple[Ply, ...]) -> None:
        for entry in entries:
            if entry.seat != self.told.seat and entry.ply in self._sent:
                self._way.latencies.append(perf_counter() - self._sent.pop(entry.ply))
            elif entry.seat == self.told.seat:
                self._way.moves += 1
        super()._extend(entries)


async def _slice(way: Way, seconds: float, seed: int) -> None:
    """Let all matches be played for so long; what is spent before the first move does not count."""
    players = [
        player
        for n in range(way.matches * len(way.servers))
        for player in await _seat(way, n, Random(seed + n))
    ]
    before = {server.process.pid: processor_seconds(server.process.pid) for server in way.servers}
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for number, server in enumerate(way.servers):
        pid = server.process.pid
        way.spent[number] += processor_seconds(pid) - before[pid]


async def _seat(way: Way, number: int, random: Random) -> list[TimedPlayer]:
    servers = way.seats(number)
    port = servers[0].port
    guest = (await ask(port, "POST", "/api/guests", {"name": "Load"}))["token"]
    plan = {"game": GAME, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
    made = await ask(port, "POST", "/api/matches", plan, guest)
    sent: dict[int, float] = {}
    return [
        TimedPlayer(way, sent, Seat(server), Told(made["match"], seat), token, random)
        for seat, (server, token) in enumerate(zip(servers, made["tokens"], strict=True))
    ]


def measure() -> list[Figure]:
    """All ways by turns, then what a move left in the database."""
    with TemporaryDirectory() as folder, running_database(Path(folder) / "postgres") as database:
        return asyncio.run(_measure(Path(folder), database))


async def _measure(folder: Path, database: Database) -> list[Figure]:
    with ExitStack() as stack:

        async def start(name: str, db: str) -> ServerProcess:
            (folder / name).mkdir()
            process = stack.enter_context(
                Process(folder / name, db=db, secret="of the cluster", bots=1, compile_ahead=False)  # noqa: S106 - it opens nothing
            )
            server = ServerProcess(process, None, folder / name / "clock")
            await server.start()
            return server

        file = await start("file", str(folder / "hall.db"))
        # A database of its own, because with others there is news to tell.
        alone = await start("alone", await _own_database(database))
        both = [await start(name, database.address) for name in ("one", "two")]
        ways = [
            Way("SQLite", [file], thinking=0.0), Way("PostgreSQL", [alone], thinking=0.0),
            Way("one", [alone]), Way("two, affinity", both), Way("two, apart", both, apart=True),
        ]  # fmt: skip
        ways += [Way("few, one place", both, matches=FEW),
                 Way("few, apart", both, apart=True, matches=FEW)]  # fmt: skip
        traces = await _traces(database)
        for round_ in range(ROUNDS + 1):
            for way in ways if round_ % 2 else reversed(ways):
                await _slice(way, SECONDS if round_ else 1.0, round_ * 1000)
                if round_ == 0:  # to warm up
                    way.moves, way.latencies = 0, []
                    way.spent.clear()
            print(
                f"round {round_} of {ROUNDS}: " + ", ".join(f"{w.name} {w.moves}" for w in ways),
                file=sys.stderr,
                flush=True,
            )
        left = [now - then for now, then in zip(await _traces(database), traces, strict=True)]
    return _figures({way.name: way for way in ways}, left)


async def _own_database(database: Database) -> str:
    connection = await asyncpg.connect(database.address)
    await connection.execute("CREATE DATABASE alone")
    await connection.close()
    return database.address.replace("/postgres?", "/alone?")


async def _traces(database: Database) -> tuple[float, float, float]:
    """Bytes of PostgreSQL's log, bytes of the tables, and facts."""
    connection = await asyncpg.connect(database.address)
    row = await connection.fetchrow(
        "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float,"
        " pg_total_relation_size('facts')::float, (SELECT count(*) FROM facts)::float"
    )
    await connection.close()
    return tuple(row)


def _figures(ways: dict[str, Way], left: list[float]) -> list[Figure]:
    file, full = ways["SQLite"], ways["PostgreSQL"]
    one, near, apart = (ways[name] for name in ("one", "two, affinity", "two, apart"))
    far, local, (wal, size, facts) = ways["few, apart"], ways["few, one place"], left
    return [
        _pace("two with affinity", near, one, ">= 1.8"),
        _pace("two, players apart", apart, one, ">= 1.2"),
        _seen("99 %", far.p99(), local.p99(), "<= 2"),
        _seen("half", median(far.latencies) * 1e3, median(local.latencies) * 1e3, ""),
        _pace("one on PostgreSQL, at full load", full, file, ">= 0.7"),
        _cost("two with affinity", near, one),
        _cost("two, players apart", apart, one),
        Figure("PostgreSQL's log per fact", wal / facts, "bytes", None, f"{facts:,.0f} facts"),
        Figure("tables and indexes per fact", size / facts, "bytes"),
        Figure(CROWD, crowd_now(), "", None, "alone: 1 to 2"),
    ]


def _pace(name: str, way: Way, other: Way, target: str) -> Figure:
    title = f"moves, by the processor time of the busiest process: {name}"
    against, ratio = f"{other.name}: {other.pace():,.0f}", way.pace() / other.pace()
    return Figure(title, way.pace(), "1/s of processor time", ratio, against, target)


def _seen(share: str, through: float, local: float, target: str) -> Figure:
    title = f"{share} of moves seen through another process within"
    return Figure(title, through, "ms", through / local, f"through the same: {local:.1f}", target)


def _cost(name: str, way: Way, other: Way) -> Figure:
    against = f"{other.name}: {other.cost():.0f}"
    title = f"processor time of all processes per move: {name}"
    return Figure(title, way.cost(), "µs", way.cost() / other.cost(), against)
