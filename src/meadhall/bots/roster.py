"""The bots by name, and the levels that a game makes of them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields

from meadhall.bots.bot import Bot
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.ismcts_bot import IsMctsBot
from meadhall.bots.players.mcts_bot import MctsBot
from meadhall.bots.players.net_bot import NET, NetBot, net_level
from meadhall.bots.players.outside.bot_process import BotProcess, command_words
from meadhall.bots.players.outside.bot_socket import line_to
from meadhall.bots.players.outside.outside_bot import LIMIT, OutsideBot
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
    "search": ("nodes", "depth", "choice", "crowd", "blunders", "plan", "solve", "threads"),
    "mcts": ("nodes", "worlds", "horizon", "curiosity", "evaluation_scale"),
    "ismcts": ("nodes", "horizon", "curiosity", "evaluation_scale"),
    "rollout": [each.name for each in fields(RolloutSettings)],
    "simultaneous": [each.name for each in fields(SimultaneousSettings)],
}
"""The settings of each bot; its class explains them."""

LONGEST_NAME = 40
"""Characters of the name of a player, in records too."""
PROGRAM, SOCKET = "program:", "socket:"
"""What begins the name of a bot from outside: a command of this machine, or an address."""

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


def entrant(game: AnyGame, text: str) -> Level:
    """The bot that a text names: a level, a bot with settings, a network or a program from outside.

    Only for texts of the person at this machine: `program:COMMAND` runs the command, and `net:FILE`
    reads the file. What comes over the network is a `level`.
    """
    if text.startswith(PROGRAM):
        command_words(text.removeprefix(PROGRAM))
        return Level(text, "A program.", text, {"milliseconds": LIMIT})
    if text.startswith(SOCKET):
        line_to(text.removeprefix(SOCKET))
        return Level(text, "A program at an address.", text, {"milliseconds": LIMIT})
    if text.startswith(NET):
        return net_level(text)
    name, _, settings = text.partition(":")
    # If a level has the name of a bot, the level is meant.
    if name not in BOTS or name in {level.name for level in strategy(game).levels}:
        return level(game, text)
    return Level(text, "", name, _settings(name, text, settings))


def _settings(name: str, text: str, settings: str) -> dict[str, int]:
    """The settings of a bot, written as `nodes=500,depth=3`."""
    pairs = [pair.partition("=") for pair in settings.split(",") if pair]
    for key, _, value in pairs:
        if key not in SETTINGS[name]:
            settable = ", ".join(SETTINGS[name]) or "none"
            raise Refused.because(
                "BAD_SETTING", f"{name} has no setting {key!r}; there are: {settable}.", key
            )
        if not value.isdecimal():
            raise Refused.because(
                "BAD_SETTING", f"The setting {key!r} of {text!r} must be a whole number.", key
            )
    return {key: int(value) for key, _, value in pairs}


def _basic(game: AnyGame) -> tuple[Level, ...]:
    return BASIC if strategy(game).evaluate else BASIC[:1]


def make(level: Level) -> Bot:
    """A bot that plays this level: one of `BOTS`, the game's own policy, or one from outside."""
    kind, _, policy = level.bot.partition(":")
    if level.bot.startswith((PROGRAM, SOCKET)):
        line = BotProcess(policy) if kind == "program" else line_to(policy)
        return OutsideBot(level.name, line, level.settings.get("milliseconds", LIMIT))
    if kind == "policy":
        return PolicyBot(policy, level.settings)
    if level.bot.startswith(NET):
        return NetBot(policy)
    return BOTS[kind](level.settings)


def close(bot: Bot) -> None:
    """End what a bot has started: the program of a bot from outside."""
    if isinstance(bot, OutsideBot):
        bot.close()


def short_name(text: str) -> str:
    """The name of a bot for records and tables: of a command, the last word without its folders."""
    if not text.startswith(PROGRAM):
        return text[:LONGEST_NAME]
    last = text.removeprefix(PROGRAM).split()[-1:]
    return (PROGRAM + (last[0].rpartition("/")[2] if last else ""))[:LONGEST_NAME]
