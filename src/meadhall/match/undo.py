"""What may be taken back. Undo never shows a secret, throws dice again or unsays an answer.

A person takes back their last decision and whatever bots answered to it. Consent of the other
people is asked elsewhere; what is refused here is refused even if everybody agrees.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from meadhall.core.record import TABLE_REASONS
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.evolve import state_at
from meadhall.match.facts import Acted, Left, Ply
from meadhall.match.match import Match, Rejected


def undo_target(match: Match, seat: Seat) -> int | Rejected:
    """How many plies would be left if the person on this seat took the last decision back."""
    if match.result and match.result.reason in TABLE_REASONS:
        return Rejected("ENDED_AT_TABLE", "The players ended this match; nothing is taken back.")
    target = _last_decision(match, seat)
    if target is None:
        return Rejected("NOTHING_TO_UNDO", "You have not decided anything yet.")
    taken_back = match.plies.after(target)
    if any(_is_an_answer(match, seat, ply) for ply in taken_back):
        return Rejected("ANSWERED", "Somebody else has already answered that.")
    if _reveals(match, seat, taken_back):
        return Rejected("SECRET_SEEN", "Something hidden came to light; that cannot be unseen.")
    if _dice(state_at(match, target)) != _dice(match.state):
        return Rejected("DICE_FELL", "Chance has decided something; that is not undone.")
    return target


def _last_decision(match: Match, seat: Seat) -> int | None:
    mine = (
        number
        for number, ply in enumerate(match.plies)
        if isinstance(ply, Acted)
        and match.is_person(ply.seat)
        and match.same_person(seat, ply.seat)
    )
    return max(mine, default=None)


def _is_an_answer(match: Match, seat: Seat, ply: Ply) -> bool:
    """Whether somebody else decided there: another person, or anybody by leaving."""
    if isinstance(ply, Left):
        return True
    return match.is_person(ply.seat) and not match.same_person(seat, ply.seat)


def _reveals(match: Match, seat: Seat, taken_back: tuple[Ply, ...]) -> bool:
    """Whether those plies opened anything.

    A sealed choice that still waits has opened nothing. Where nothing else is hidden, an ordinary
    ply opens nothing, nor do sealed choices that one person made for all.
    """
    for ply in taken_back:
        if _is_sealed(match, ply):
            resolved = ply.turn != match.turn
            if resolved and not _alone(match, seat, ply.turn):
                return True
        elif match.game.spec.hidden:
            return True
    return False


def _is_sealed(match: Match, ply: Ply) -> bool:
    return not isinstance(ply, Left) and isinstance(
        match.game.notation.parse(ply.action), tuple(match.game.types.sealed)
    )


def _alone(match: Match, seat: Seat, turn: int) -> bool:
    if match.game.spec.hidden:
        return False
    answers = [ply.seat for ply in match.plies if ply.turn == turn]
    return all(match.is_person(s) and match.same_person(seat, s) for s in answers)


def _dice(value: object) -> list[Rng]:
    """Every generator inside a state. One that has moved on has been drawn from."""
    return list(_generators(value))


def _generators(value: object) -> Iterator[Rng]:
    if isinstance(value, Rng):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _generators(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _generators(getattr(value, each.name))
