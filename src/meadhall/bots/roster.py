"""The bots by name, and the levels that a game makes of them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields

from meadhall.bots.bot import Bot
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.ismcts_bot import IsMctsBot
from meadhall.bots.players.mcts_bot import MctsBot
from meadhall.bots.players.net_bot import NET, NetBot, net_level
from meadhall.bots.players.payoff_tables import SimultaneousSettings
from meadhall.bots.players.policy_bot import PolicyBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.bots.players.rollout_bot import RolloutBot, RolloutSettings
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.players.simultaneous_bot import SimultaneousBot
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, strategy
from meadhall.core.refusal import Refused

Maker = Callable[[Mapping[str, int]], Bot]

BOTS: Mapping[str, Maker] = {
    "random": lambda settings: RandomBot(),
    "greedy": lambda settings: GreedyBot(),
    "search": SearchBot,
    "mcts": MctsBot,
    "ismcts": IsMctsBot,
    "rollout": RolloutBot,
    "simultaneous": lambda settings: SimultaneousBot(SimultaneousSettings.of(settings)),
}

SETTINGS: Mapping[str, Collection[str]] = {
    "random": (),
    "greedy": (),
    "search": ("nodes", "depth", "choice", "crowd", "blunders", "solve", "threads"),
    "mcts": ("nodes", "worlds", "horizon", "curiosity", "evaluation_scale"),
    "ismcts": ("nodes", "horizon", "curiosity", "evaluation_scale"),
    "rollout": [each.name for each in fields(RolloutSettings)],
    "simultaneous": [each.name for each in fields(SimultaneousSettings)],
}
"""The settings of each bot; its class explains them."""

BASIC = (
    Level("random", "Plays any legal action.", "random"),
    Level("greedy", "Takes what looks best one action ahead.", "greedy"),
)


def levels(game: AnyGame) -> tuple[Level, ...]:
    """The game's own levels, weakest first; the basic ones if it has none."""
    return strategy(game).levels or _basic(game)


def levels_by_name(game: AnyGame) -> dict[str, Level]:
    """Every level that can be named: the basic ones, then the game's own."""
    return {level.name: level for level in (*_basic(game), *strategy(game).levels)}


def level(game: AnyGame, name: str) -> Level:
    """The level of that name. An unknown name is refused with a list of the known ones."""
    known = levels_by_name(game)
    if name in known:
        return known[name]
    names = ", ".join(known)
    raise Refused.because(
        "UNKNOWN_BOT", f"{game.spec.title} has no bot {name!r}; there are: {names}.", "bot"
    )


def local_level(game: AnyGame, name: str) -> Level:
    """A level, or the network in a file of this machine (`net:FILE`).

    Not for names that come from elsewhere: nobody else may say which files are read here.
    """
    return net_level(name) if name.startswith(NET) else level(game, name)


def _basic(game: AnyGame) -> tuple[Level, ...]:
    return BASIC if strategy(game).evaluate else BASIC[:1]


def make(level: Level) -> Bot:
    """A bot that plays this level: one of `BOTS`, or the game's own policy for `policy:NAME`."""
    kind, _, policy = level.bot.partition(":")
    if kind == "policy":
        return PolicyBot(policy, level.settings)
    if level.bot.startswith(NET):
        return NetBot(policy)
    return BOTS[kind](level.settings)
