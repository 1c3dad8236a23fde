"""Sentences about moves that lost something, with the players' names and the game's own words."""

import re
from collections.abc import Sequence

from meadhall.bots.chances import Chances, percent
from meadhall.bots.review.forced import ForcedWin
from meadhall.bots.review.moments import Moment
from meadhall.core.seats import seat_name

_SEAT = re.compile(r"\bseat ([1-9])\b")


def sentence_about(moment: Moment, after: Chances, names: Sequence[str]) -> str:
    """What the move led to, and what the better one would have done."""
    return f"{_consequence(moment, after, names)}; {_alternative(moment, names)}."


def _consequence(moment: Moment, after: Chances, names: Sequence[str]) -> str:
    seat, played = moment.seat, _quote(moment.phrases.played, names)
    name = names[seat]
    forced = moment.forced_after
    if forced is not None and forced.winner != seat:
        return f"After {played}, {names[forced.winner]} {by_force('wins', forced)}"
    before = moment.chances[seat]
    # Where something is hidden, the curve also shows what others knew.
    left = after[seat] if moment.sees_all else before - (moment.loss or 0)
    fall = f"After {played}, {name}'s chances fall from {percent(before)} to {percent(left)}"
    return fall if moment.sees_all else f"{fall}, by what {name} could know"


def _alternative(moment: Moment, names: Sequence[str]) -> str:
    better = _quote(moment.phrases.better, names)
    if moment.forced is not None:
        return f"{better} would have {by_force('won', moment.forced)}"
    return f"{better} {'was better' if moment.forced_after is None else 'would have held'}"


def by_force(verb: str, forced: ForcedWin) -> str:
    """Within how many moves somebody wins by force."""
    return f"{verb} by force in {forced.moves} move{'' if forced.moves == 1 else 's'}"


def _quote(phrase: str, names: Sequence[str]) -> str:
    """The game's words for a move, with the players' names in them."""
    return f"“{with_names(phrase, names)}”"


def with_names(text: str, names: Sequence[str]) -> str:
    """The text with names in place of seats."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names[seat] if seat < len(names) else seat_name(seat)

    return _SEAT.sub(name, text)
