"""The course of a match in a few numbers, which balance reports add up."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeAlias

from meadhall.arena.contest.play_match import PlayedMatch
from meadhall.core.game import AnyGame, strategy

Standing: TypeAlias = Literal["ahead", "level", "behind", "unknown"]
"""How the winner stood; unknown where nobody won or the game cannot evaluate positions."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one match.

    `choices` is the number of legal actions, summed over all decisions; `widest` is their largest
    number at one decision. `half_time` is how the winner stood after half of the actions.
    `features` is what the game reports about each seat. `line` is a hash of all actions: bots that
    always answer alike play few different matches, and reports say how many.
    """

    choices: int = 0
    widest: int = 0
    half_time: Standing = "unknown"
    features: tuple[tuple[tuple[str, str], ...], ...] = ()
    line: str = ""


def course(game: AnyGame, played: PlayedMatch) -> Course:
    """The course of a finished match."""
    seats = range(len(played.result.payoffs))
    named = [game.report.features(played.state, seat) if game.report else {} for seat in seats]
    return Course(
        sum(played.choices),
        max(played.choices, default=0),
        half_time(game, played),
        tuple(tuple(features.items()) for features in named),
        line(game, played),
    )


def half_time(game: AnyGame, played: PlayedMatch) -> Standing:
    """How the best placed winner stood against the best placed other seat, by `evaluate`."""
    payoffs = played.result.payoffs
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff > 0]
    others = [seat for seat, payoff in enumerate(payoffs) if payoff <= 0]
    evaluate = strategy(game).evaluate
    if evaluate is None or not (winners and others and played.trail):
        return "unknown"
    state = played.trail[len(played.trail) // 2]
    best, rival = (max(evaluate(state, s) for s in side) for side in (winners, others))
    if best == rival:
        return "level"
    return "ahead" if best > rival else "behind"


def line(game: AnyGame, played: PlayedMatch) -> str:
    """A short hash of all actions, each with its seat."""
    written = (f"{seat} {game.notation.write(action)}" for seat, action in played.actions)
    # 48 bits: among a million matches, two share a hash by chance with a probability of 0.2 %.
    return blake2b("\n".join(written).encode(), digest_size=6).hexdigest()
