"""The book of laws: each is entered under its name, and a game is held to it by playing."""

import os
from collections.abc import Callable
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings

from meadhall.core.game import AnyGame
from meadhall.testing.lens import tells_apart
from meadhall.testing.playthrough import Playthrough, playthroughs

Law: TypeAlias = Callable[[Playthrough], None]

LAWS: dict[str, Law] = {}
EXAMPLES = int(os.environ.get("MEADHALL_LAW_EXAMPLES", "12"))


def law(function: Law) -> Law:
    """Enter the function into the book under its own name."""
    LAWS[function.__name__] = function
    return function


def check(name: str, game: AnyGame, examples: int = EXAMPLES) -> None:
    """Hold the game to the law over many playthroughs, the same ones every time."""
    _over_playthroughs(game, examples, LAWS[name])


def check_secrets(game: AnyGame, examples: int = 4 * EXAMPLES) -> None:
    """A game that says it hides something does: no viewer could tell what another one sees.

    If a view gave a secret away, resampling from that view would have to reproduce it; so, in some
    position, a state resampled for one viewer must look different to another.
    """
    found: list[Playthrough] = []

    def look(play: Playthrough) -> None:
        if not found and tells_apart(play):
            found.append(play)

    _over_playthroughs(game, examples, look)
    assert bool(found) == game.spec.hidden


def _over_playthroughs(game: AnyGame, examples: int, look: Law) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(playthroughs(game))
    def holds(play: Playthrough) -> None:
        look(play)

    holds()
