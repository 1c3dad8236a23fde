"""How a match ended, as a sentence. It names seats; the page puts the players' names there."""

from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import Finished
from meadhall.kit.sentences import listing, start_sentence

_WITHOUT_THE_RULES = {
    "agreed": "Draw by agreement.",
    "abandoned": "Everybody left the table, so the match was called off.",
    "closed": "The table was closed before the match began.",
}
"""The ends that players bring about without the rules of a game."""


def ending_sentence(game: AnyGame, result: Finished) -> str:
    """Who won and why."""
    if result.reason in _WITHOUT_THE_RULES:
        return _WITHOUT_THE_RULES[result.reason]
    if result.reason == "left":
        return _end_by_leaving(result)
    if game.present is not None and game.present.ending is not None:
        return game.present.ending(result)
    return _plain_ending(result)


def _plain_ending(result: Finished) -> str:
    best = max(result.payoffs)
    winners = [seat for seat, payoff in enumerate(result.payoffs) if payoff == best]
    if len(winners) == len(result.payoffs):
        return "Draw."
    return start_sentence(f"{_list(winners)} won.")


def _end_by_leaving(result: Finished) -> str:
    low = min(result.payoffs)
    gone = [seat for seat, payoff in enumerate(result.payoffs) if payoff == low]
    others = [seat for seat, payoff in enumerate(result.payoffs) if payoff != low]
    return start_sentence(f"{_list(gone)} resigned, so {_list(others)} won.")


def _list(seats: list[Seat]) -> str:
    return listing([seat_name(seat) for seat in seats])
