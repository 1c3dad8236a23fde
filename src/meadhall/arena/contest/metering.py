"""What an outside bot may use: time for a move, and time and tokens for a whole match."""

from dataclasses import dataclass
from time import monotonic_ns

from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Fault, Thought, Turn
from meadhall.bots.players.outside.outside_bot import LIMIT, OutsideBot, fallback
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng

_MILLISECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class BotLimits:
    """Limits for bots from outside; our own are limited by their level.

    `move` and `match` are milliseconds for a move and for all moves of a match; `tokens` is how
    many tokens the bot may report in a match. `None` is no limit.
    """

    move: int = LIMIT
    match: int | None = None
    tokens: int | None = None


NO_LIMITS = BotLimits()


class MeteredBot(OutsideBot):
    """A bot from outside that counts its time and its tokens in one match.

    When either is used up, every further move is what a clock that has run out plays.
    """

    def __init__(self, bot: OutsideBot, limits: BotLimits) -> None:
        super().__init__(bot.name, bot.line, limits.move)
        self._limits, self._time, self._tokens = limits, 0, 0

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:  # type: ignore[explicit-override] # typing.override needs 3.12
        """The program's move, or the fallback once its budget is used up."""
        limits = self._limits
        if limits.match is not None and self._time >= limits.match:
            return _give_up(turn, rng, "The time for the match is used up.")
        if limits.tokens is not None and self._tokens >= limits.tokens:
            return _give_up(turn, rng, "The tokens for the match are used up.")
        began = monotonic_ns()
        if limits.match is not None:
            budget = Budget(milliseconds=limits.match - self._time)
        thought = super().choose(turn, budget, rng)
        self._time += (monotonic_ns() - began) // _MILLISECOND
        self._tokens += thought.tokens
        return thought


def make_bot(game: AnyGame, text: str, limits: BotLimits) -> Bot:
    """The bot that the text names; one from outside keeps to the limits."""
    bot = roster.make(roster.entrant(game, text))
    return MeteredBot(bot, limits) if isinstance(bot, OutsideBot) else bot


def _give_up(turn: Turn, rng: Rng, sentence: str) -> Thought:
    fault = Fault("", sentence, "USED_UP")
    return Thought(fallback(turn, rng), note="the budget is used up", faults=(fault,))
