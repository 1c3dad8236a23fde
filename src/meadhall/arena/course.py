"""What a match was like on its way, in a few numbers that balance reports add up."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeAlias

from meadhall.arena.matches import Played
from meadhall.core.game import AnyGame

Standing: TypeAlias = Literal["ahead", "level", "behind", "unknown"]
"""How the winner stood; unknown where nobody won or the game does not judge positions."""


@dataclass(frozen=True, slots=True)
class Course:
    """The way to the result.

    `choices` is the number of legal actions, summed over all decisions, `widest` the most there
    were at once; `half_time` is how the winner stood when half the actions had been taken;
    `features` is what the game names of each seat's match. `line` is a hash of all that was played:
    bots that always do the same play few different matches, however many are asked for.
    """

    choices: int = 0
    widest: int = 0
    half_time: Standing = "unknown"
    features: tuple[tuple[tuple[str, str], ...], ...] = ()
    line: str = ""


def course(game: AnyGame, played: Played) -> Course:
    """The course of a finished match."""
    seats = range(len(played.result.payoffs))
    named = [game.features(played.state, seat) if game.features else {} for seat in seats]
    return Course(
        sum(played.choices),
        max(played.choices, default=0),
        half_time(game, played),
        tuple(tuple(features.items()) for features in named),
        line(game, played),
    )


def half_time(game: AnyGame, played: Played) -> Standing:
    """How the best placed winner stood against the best placed of all others, by `evaluate`."""
    payoffs = played.result.payoffs
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff > 0]
    others = [seat for seat, payoff in enumerate(payoffs) if payoff <= 0]
    if game.evaluate is None or not (winners and others and played.trail):
        return "unknown"
    state = played.trail[len(played.trail) // 2]
    best, rival = (max(game.evaluate(state, s) for s in side) for side in (winners, others))
    if best == rival:
        return "level"
    return "ahead" if best > rival else "behind"


def line(game: AnyGame, played: Played) -> str:
    """A short hash of the actions, each with its seat."""
    written = (f"{seat} {game.notation.write(action)}" for seat, action in played.actions)
    return blake2b("\n".join(written).encode(), digest_size=6).hexdigest()
