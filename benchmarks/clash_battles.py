"""How fast Elemental Clash plays at random: by its rules, and in bulk."""

from time import perf_counter

from meadhall import registry
from meadhall.arena.matches import play
from meadhall.bots.playout import simulator
from meadhall.bots.random import RandomBot
from meadhall.cli.figures import Figure
from meadhall.core.rng import Rng

TITLE = "Elemental Clash: random matches, draft included"
BULK = 100_000
PLAIN = 100
TRIES = 3


def measure() -> list[Figure]:
    """Seconds for 100,000 matches in bulk, and how many times faster that is than the rules."""
    game = registry.game("elemental-clash")
    assert game.simulate is not None  # noqa: S101 - that is what is measured
    bulk, options = simulator(game.simulate), game.types.options()
    bulk.matches(options, 10, Rng("compile"))
    in_bulk, by_rules = [], []
    for number in range(TRIES):
        began = perf_counter()
        bulk.matches(options, BULK, Rng(str(number)))
        middle = perf_counter()
        for match in range(PLAIN):
            play(game, options, (RandomBot(), RandomBot()), Rng(f"{number} {match}"))
        in_bulk.append(middle - began)
        by_rules.append((perf_counter() - middle) / PLAIN)
    each = min(in_bulk) / BULK
    return [
        Figure(
            "100,000 matches in bulk",
            min(in_bulk),
            "s",
            min(by_rules) / each,
            "matches by the rules, in the same run",
            "seconds",
        ),
        Figure("a match by the rules", 1000 * min(by_rules), "ms"),
    ]
