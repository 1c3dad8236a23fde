"""How long a bot still thinks after it was cancelled, for every kind of bot and every game.

Measured in processor time, which other programs on the machine do not lengthen.
"""

from threading import Event, Timer
from time import process_time

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.warm_up import warm_up
from meadhall.cli.bench.figures import Figure
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, start, strategy, to_act
from meadhall.core.rng import Rng

TITLE = "Bots: most processor time from being cancelled to the answer, at the largest table"
TIMES, AFTER = 3, 0.1
LONGEST_MS = 50
FOREVER = 1 << 40
GENERIC = ("greedy", "search", "mcts", "ismcts")
ENDLESS = {"worlds": FOREVER}


def measure() -> list[Figure]:
    """The bots that play every game, and the bots of each game's own levels."""
    figures = []
    for game in registry.games():
        own = [
            level.bot for level in strategy(game).levels if level.bot in ("simultaneous", "rollout")
        ]
        figures += [_figure(game, kind) for kind in dict.fromkeys((*GENERIC, *own))]
    return figures


def _figure(game: AnyGame, kind: str) -> Figure:
    warm_up(game)
    seats = max(game.spec.players)
    state = start(game, game.types.options(), seats, Rng("cancel"))
    turn = Turn.of(game, state, to_act(game, state)[0], seats)
    _bot(kind).choose(turn, Budget(nodes=1), Rng("warm up"))
    longest = max(_late(_bot(kind), turn, f"{number}") for number in range(TIMES))
    name = f"{game.spec.title}: {kind}"
    return Figure(name, longest, "ms", longest / LONGEST_MS, f"{LONGEST_MS} ms", "under 1")


def _bot(kind: str) -> Bot:
    """A bot that would think for ever."""
    return roster.make(Level(kind, "", kind, {} if kind in GENERIC else ENDLESS))


def _late(bot: Bot, turn: Turn, seed: str) -> float:
    """Milliseconds from cancelling to the answer; 0 if the answer came first."""
    cancel, cancelled_at = Event(), [float("inf")]

    def stop() -> None:
        cancelled_at[0] = process_time()
        cancel.set()

    timer = Timer(AFTER, stop)
    timer.start()
    bot.choose(turn, Budget(cancel=cancel, milliseconds=FOREVER), Rng(seed))
    late = process_time() - cancelled_at[0]
    timer.cancel()
    return max(0.0, 1000 * late)
