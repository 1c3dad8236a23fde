"""The first move of an expert after an installation, when nothing is compiled yet.

A process of our bots is started anew for each game, with an empty cache. It is asked once as the
server asks while the games are being compiled, and once so that it has to compile first.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import perf_counter

from meadhall.bots import roster
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.rng import Rng
from meadhall.server.bots.compile_ahead import fast_games
from meadhall.server.bots.pool import WORKER
from meadhall.server.bots.program import Choice, Program, TurnQuestion
from meadhall.server.protocol.encoding import raw_view
from meadhall.server.settings import Settings

TITLE = "Bots: an expert's first move with nothing compiled, from the question to the answer"
PATIENCE = 300.0


def measure() -> list[Figure]:
    """For each game: while it is being compiled, and as it was before."""
    figures = []
    for game in fast_games():
        first, before = (_seconds(game, compiled=compiled) for compiled in (False, True))
        name = f"{game.spec.title}, first move"
        figures.append(Figure(name, first, "s", first / before, "compiling first"))
    return figures


def _seconds(game: AnyGame, *, compiled: bool) -> float:
    with _empty_cache():
        return asyncio.run(_ask(game, compiled=compiled))


async def _ask(game: AnyGame, *, compiled: bool) -> float:
    seats = min(game.spec.players)
    state = start(game, game.types.options(), seats, Rng("first move"))
    seat, level = to_act(game, state)[0], roster.levels(game)[-1].name
    view, time = raw_view(game.view(state, seat)), Settings().bot_ms
    question = TurnQuestion(
        game.spec.slug, seat, seats, level, time, "seed", view, compiled=compiled
    )
    bot = Program(WORKER, listens=True)
    began = perf_counter()
    await bot.ask(question, Choice, PATIENCE)
    seconds = perf_counter() - began
    await bot.stop()
    return seconds


@contextmanager
def _empty_cache() -> Iterator[None]:
    with TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        try:
            yield
        finally:
            del os.environ["NUMBA_CACHE_DIR"]
