"""Who plays the other seats of a single environment: levels, bots, or any function."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, TypeAlias, cast

from meadhall.bots import roster
from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.envs.numbered import Mask, NumberedGame, Numbers

Policy: TypeAlias = Callable[[Numbers, Mask], SupportsIndex]
"""Chooses a number from what its seat sees and from its mask, such as a learner's older self."""
Opponent: TypeAlias = str | Bot | Policy
Player: TypeAlias = Callable[[Any, Seat, Rng], Any]
"""Chooses an action of the seat in a state."""


def make_players(numbered: NumberedGame, opponents: Opponent | Sequence[Opponent]) -> list[Player]:
    """A player for each seat but the learner's, in the order of the seats."""
    wanted = numbered.seats - 1
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    listed = cast("Sequence[Opponent]", opponents if several else [opponents] * wanted)
    if len(listed) != wanted:
        raise Refused.because(
            "BAD_OPPONENTS", f"{wanted} opponents are wanted, not {len(listed)}.", "opponents"
        )
    return [_player(numbered, each) for each in listed]


def _player(numbered: NumberedGame, opponent: object) -> Player:
    if isinstance(opponent, str):
        return _BotPlayer(numbered, roster.make(roster.entrant(numbered.game, opponent)))
    if hasattr(opponent, "choose"):
        return _BotPlayer(numbered, opponent)
    if callable(opponent):
        return _PolicyPlayer(numbered, opponent)
    raise Refused.because(
        "BAD_OPPONENTS",
        f"An opponent is the name of a level, a bot or a function, not {opponent!r}.",
        "opponents",
    )


@dataclass(frozen=True, slots=True)
class _BotPlayer:
    numbered: NumberedGame
    bot: Bot

    def __call__(self, state: Any, seat: Seat, luck: Rng) -> Any:
        turn = Turn.of(self.numbered.game, state, seat, self.numbered.seats)
        return self.bot.choose(turn, Budget(), luck).action


@dataclass(frozen=True, slots=True)
class _PolicyPlayer:
    numbered: NumberedGame
    policy: Policy

    def __call__(self, state: Any, seat: Seat, luck: Rng) -> Any:  # noqa: ARG002 - a policy has its own
        numbered = self.numbered
        number = self.policy(numbered.observe(state, seat), numbered.mask(state, seat))
        return numbered.legal_action(state, seat, number)
