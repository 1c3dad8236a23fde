"""Bots at the table: they get their seat's view and nothing else, and show what they think."""

from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Thought, Turn
from meadhall.bots.briefing import briefing_from
from meadhall.bots.chances import percent
from meadhall.bots.warm_up import warm_up
from meadhall.cli.terminal.screen import ERRORS, SCREEN
from meadhall.cli.terminal.table import LocalTable
from meadhall.core.capabilities import Level
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name

QUICK = ("random", "greedy")
"""Bots for which nothing needs to be compiled."""
PATIENCE = 1000
"""Milliseconds a bot may think where its level says nothing."""


def think(table: LocalTable, seat: Seat, level: Level, bot: Bot) -> Thought:
    """What the bot would do on that seat; the screen shows that it thinks."""
    seats = table.match.setup.seats
    turn = Turn(
        table.game, seat, table.view(seat), table.legal(seat), seats,
        lambda: briefing_from(table.game, table.record, seat),
    )  # fmt: skip
    rng = Rng(table.match.setup.seed).fork(f"bot {seat} {table.match.version}")
    with SCREEN.status(f"{seat_name(seat)} ({level.name}) thinks …"):
        # Compiled now, before `choose` starts its clock, so that the bot has all of its time.
        if level.bot not in QUICK:
            warm_up(table.game)
        return bot.choose(turn, budget(level), rng)


def budget(level: Level) -> Budget:
    """How long the level thinks: its own milliseconds, else its own nodes, else `PATIENCE`."""
    default = None if "nodes" in level.settings else PATIENCE
    return Budget(milliseconds=level.settings.get("milliseconds", default))


def reply(
    table: LocalTable, seat: Seat, level: Level, bot: Bot, now: int
) -> tuple[LocalTable, Thought]:
    """The table after the bot's action; if the bot fails, after its first legal action."""
    try:
        thought = think(table, seat, level, bot)
        for fault in thought.faults:
            ERRORS.print(f"{level.name}: {fault.reason} {fault.answer}".rstrip(), markup=False)
        # Inside the `try`: an illegal action is a failure of the bot, too.
        return table.play(seat, thought.action, now), thought
    except Exception as error:  # noqa: BLE001 - the match goes on, whatever is wrong with a bot
        ERRORS.print(f"The bot {level.name} failed: {error!r}")
        instead = table.legal(seat)[0]
        return table.play(seat, instead, now), Thought(instead, note="the bot failed")


def thought_text(thought: Thought, *, secret: bool) -> str:
    """The thought in a line; where choices are secret, only how deep the search was."""
    parts = [
        "" if thought.depth is None else f"depth {thought.depth}",
        "" if thought.nodes is None else f"{thought.nodes:,} nodes",
        "" if secret or thought.score is None else f"score {thought.score:,}",
        "" if secret or thought.chance is None else f"{percent(thought.chance)} to win",
        "" if secret or not thought.line else f"line {' '.join(thought.line)}",
        "" if secret else thought.note,
    ]
    return ", ".join(part for part in parts if part)


class BotCache:
    """The bots of a match, one per level, kept so that they can reuse their search trees."""

    def __init__(self) -> None:
        self._made: dict[str, Bot] = {}

    def of(self, level: Level) -> Bot:
        """The bot that plays the level."""
        if level.name not in self._made:
            self._made[level.name] = roster.make(level)
        return self._made[level.name]
