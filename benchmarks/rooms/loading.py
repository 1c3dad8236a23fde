"""What it costs to bring a match of 500 plies back from the database into memory."""

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.rng import Rng
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Fact, Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match
from meadhall.match.ports import append_of
from meadhall.server.live.match_loop import MatchLoop, raise_if_refused
from meadhall.server.metrics import Metrics
from meadhall.store import open_store
from meadhall.store.store import Store

TITLE = "Loading a match of 500 plies: processor time from the database to the table"
PLIES, REPEATS = 500, 15
REFERENCE = ("chinese-checkers", 6)
TABLES = (REFERENCE, ("jarls", 6), ("secret-toaster", 6))


def measure() -> list[Figure]:
    """Load every match by turns, because a machine's speed changes by the second."""
    with TemporaryDirectory() as folder:
        costs = asyncio.run(_load_by_turns(Path(folder) / "loading.db"))
    unit = costs[REFERENCE]
    against = f"{_name(REFERENCE)}: {unit:.1f} ms"
    return [
        Figure(_name(table), cost, "ms", cost / unit, against, "under 10 ms")
        for table, cost in costs.items()
    ]


def _name(table: tuple[str, int]) -> str:
    return f"{table[0]}, {table[1]} players"


async def _load_by_turns(database: Path) -> dict[tuple[str, int], float]:
    """The median of the milliseconds that each table takes."""
    store = await open_store(str(database))
    try:
        ids = {table: await _store_match(store, *table) for table in TABLES}
        spent: dict[tuple[str, int], list[float]] = {table: [] for table in TABLES}
        match_loop = MatchLoop(store.matches, lambda: 0, Metrics())
        for _ in range(REPEATS):
            for table, match in ids.items():
                spent[table].append(await _load(match_loop, match))
    finally:
        await store.close()
    return {table: median(times) for table, times in spent.items()}


async def _load(match_loop: MatchLoop, match: str) -> float:
    began = time.process_time()
    room = await match_loop.room(match)
    spent = time.process_time() - began
    match_loop.unload(room)
    return spent * 1000


async def _store_match(store: Store, slug: str, seats: int) -> str:
    """Play matches at random until one is long enough, and store it; returns its id."""
    for number in range(1000):
        match, facts = _play(slug, seats, f"{slug} {seats} {number}")
        if len(match.plies) == PLIES:
            await store.matches.append([append_of(None, match, facts)])
            return match.setup.id
    raise RuntimeError(f"no match of {slug} lasted {PLIES} plies")


def _play(slug: str, seats: int, seed: str) -> tuple[Match, tuple[Fact, ...]]:
    game, rng = registry.game(slug), Rng(seed)
    version = game.spec.rules_version
    setup = Setup(id=seed, game=slug, rules_version=version, seats=seats, seed=seed)
    players = tuple(Player(f"Player {seat}", f"person {seat}") for seat in range(seats))
    outcome = raise_if_refused(open_match(game, setup, players, 0))
    match, facts = outcome.match, [*outcome.facts]
    while match.result is None and len(match.plies) < PLIES:
        seat, rng = rng.choice(match.asked)
        action, rng = rng.choice(game.legal_actions(match.state, seat))
        command = Act(seat, action, match.turn, f"command {match.version}")
        outcome = raise_if_refused(handle(match, command, match.at))
        match = outcome.match
        facts += outcome.facts
    return match, tuple(facts)
