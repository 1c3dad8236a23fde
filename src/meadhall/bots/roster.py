"""The bots by name, and the levels that a game makes of them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields

from meadhall.bots import rollout
from meadhall.bots.bot import Bot
from meadhall.bots.greedy import GreedyBot
from meadhall.bots.ismcts import IsMctsBot
from meadhall.bots.mcts import MctsBot
from meadhall.bots.policy import PolicyBot
from meadhall.bots.random import RandomBot
from meadhall.bots.search import SearchBot
from meadhall.bots.simultaneous import Settings, SimultaneousBot
from meadhall.core.game import AnyGame, Level
from meadhall.core.refusal import Refused

Maker = Callable[[Mapping[str, int]], Bot]

BOTS: Mapping[str, Maker] = {
    "random": lambda settings: RandomBot(),
    "greedy": lambda settings: GreedyBot(),
    "search": SearchBot,
    "mcts": MctsBot,
    "ismcts": IsMctsBot,
    "rollout": rollout.RolloutBot,
    "simultaneous": lambda settings: SimultaneousBot(Settings.of(settings)),
}

SETTINGS: Mapping[str, Collection[str]] = {
    "random": (),
    "greedy": (),
    "search": ("nodes", "depth", "choice", "crowd", "blunders"),
    "mcts": ("nodes", "worlds", "horizon", "curiosity", "temper"),
    "ismcts": ("nodes", "horizon", "curiosity", "temper"),
    "rollout": [each.name for each in fields(rollout.Settings)],
    "simultaneous": [each.name for each in fields(Settings)],
}
"""What can be set for each bot; its class says what that does."""

BASIC = (
    Level("random", "Plays any legal action.", "random"),
    Level("greedy", "Takes what looks best one action ahead.", "greedy"),
)


def levels(game: AnyGame) -> tuple[Level, ...]:
    """The opponents this game offers, weakest first: its own levels or, without any, the basic."""
    return game.levels or _basic(game)


def known(game: AnyGame) -> dict[str, Level]:
    """Everybody who can be asked for by name: the basic bots, then the game's own levels."""
    return {level.name: level for level in (*_basic(game), *game.levels)}


def level(game: AnyGame, name: str) -> Level:
    """The level of that name; an unknown one is refused with those there are."""
    found = known(game)
    if name in found:
        return found[name]
    names = ", ".join(found)
    raise Refused.because(
        "UNKNOWN_BOT", f"{game.spec.title} has no bot {name!r}; there are: {names}.", "bot"
    )


def _basic(game: AnyGame) -> tuple[Level, ...]:
    return BASIC if game.evaluate else BASIC[:1]


def make(level: Level) -> Bot:
    """The bot that plays this level: one of ours, or `policy:NAME` for one the game brings."""
    kind, _, policy = level.bot.partition(":")
    if kind == "policy":
        return PolicyBot(policy, level.settings)
    return BOTS[kind](level.settings)
