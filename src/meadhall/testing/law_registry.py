"""The registry of laws, and how a game is checked against them: over random playthroughs."""

import os
from collections.abc import Callable
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings

from meadhall.core.game import AnyGame
from meadhall.testing.knowledge import hides_something
from meadhall.testing.playthrough import Playthrough, playthroughs

Law: TypeAlias = Callable[[Playthrough], None]

LAWS: dict[str, Law] = {}
"""Every law by its name."""
EXAMPLES = int(os.environ.get("MEADHALL_LAW_EXAMPLES", "12"))
"""The playthroughs that a law is checked on; set the variable to search longer."""


def law(function: Law) -> Law:
    """Register the decorated function under its own name."""
    LAWS[function.__name__] = function
    return function


def check(name: str, game: AnyGame, examples: int = EXAMPLES) -> None:
    """Check the game against the law of that name. The playthroughs are the same every time.

    Raises `AssertionError`, or what the game raised, in the first playthrough that breaks the law.
    """
    _run_on_playthroughs(game, examples, LAWS[name])


def check_secrets(game: AnyGame, examples: int = 4 * EXAMPLES) -> None:
    """Check that matches which claim to hide something do, and that the others do not.

    A view that showed a secret would force `resample` to reproduce it. So if there are secrets,
    there is a position in which a state resampled for one viewer looks different to another.
    """
    hidden: list[Playthrough] = []
    found: list[Playthrough] = []

    def look_for_secrets(play: Playthrough) -> None:
        if play.traits.hidden:
            hidden.append(play)
        # One hidden match that does hide something is enough; every open match is looked at.
        if (not found or not play.traits.hidden) and hides_something(play):
            assert play.traits.hidden, "a match that claims to be open hides something"
            found.append(play)

    _run_on_playthroughs(game, examples, look_for_secrets)
    assert bool(found) == bool(hidden)


def _run_on_playthroughs(game: AnyGame, examples: int, look: Law) -> None:
    # No health checks: whole matches are slow to draw, and some options are filtered out. One
    # failure at a time, so that its own exception is raised and not a group.
    # `derandomize` seeds Hypothesis with the source of `holds`: an edit there draws other matches.
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
