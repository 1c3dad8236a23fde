"""How fast random matches of Elemental Clash are: by the rules, and in bulk."""

from time import perf_counter

from meadhall import registry
from meadhall.arena.contest.play_match import play_match
from meadhall.bots.players.random_bot import RandomBot
from meadhall.bots.search.playout import simulator
from meadhall.cli.bench.figures import Figure
from meadhall.core.game import speed
from meadhall.core.rng import Rng

TITLE = "Elemental Clash: random matches, draft included"
BULK = 100_000
PLAIN = 100
TRIES = 3


def measure() -> list[Figure]:
    """Seconds for 100,000 matches in bulk, and how many times faster that is than the rules."""
    game = registry.game("elemental-clash")
    assert speed(game).bulk_play is not None  # noqa: S101 - that is what is measured
    bulk, options = simulator(speed(game).bulk_play), game.types.options()
    bulk.matches(options, 10, Rng("compile"))
    in_bulk, by_rules = [], []
    for number in range(TRIES):
        began = perf_counter()
        bulk.matches(options, BULK, Rng(str(number)))
        middle = perf_counter()
        for match in range(PLAIN):
            play_match(game, options, (RandomBot(), RandomBot()), Rng(f"{number} {match}"))
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
