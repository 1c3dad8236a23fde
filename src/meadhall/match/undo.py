"""What may be taken back. Undo never shows a secret, throws dice again or unsays an answer.

A person takes back their last decision and whatever bots answered to it. Consent of the other
people is asked elsewhere; what is refused here is refused even if everybody agrees.
"""

from meadhall.core.dice import dice_in, with_dice
from meadhall.core.record import TABLE_REASONS
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.evolve import state_at
from meadhall.match.facts import Acted, Left, Ply
from meadhall.match.match import Match, Rejected

_NO_DICE = Rng("")
_GUESSES = 16


def undo_target(match: Match, seat: Seat) -> int | Rejected:
    """How many plies would be left if the person on this seat took the last decision back."""
    if match.result and match.result.reason in TABLE_REASONS:
        return Rejected("ENDED_AT_TABLE", "The players ended this match; nothing is taken back.")
    target = _last_decision(match, seat)
    if target is None:
        return Rejected("NOTHING_TO_UNDO", "You have not decided anything yet.")
    taken_back, before = match.plies.after(target), state_at(match, target)
    if any(_is_an_answer(match, seat, ply) for ply in taken_back):
        return Rejected("ANSWERED", "Somebody else has already answered that.")
    if dice_in(before) != dice_in(match.state):
        return Rejected("DICE_FELL", "Chance has decided something; that is not undone.")
    if _reveals(match, taken_back, before):
        return Rejected("SECRET_SEEN", "Something hidden came to light; that cannot be unseen.")
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


def _reveals(match: Match, taken_back: tuple[Ply, ...], before: object) -> bool:
    """Whether those plies, played from the state before, can have opened anything.

    A sealed choice that still waits has opened nothing. One that was opened together with another
    seat's has, also where one person holds both seats: two may be sitting at that device. Any other
    ply can only open what was hidden before it.
    """
    sealed = [ply for ply in taken_back if _is_sealed(match, ply)]
    opened = [ply for ply in sealed if ply.turn != match.turn]
    if any(len(_choosers(match, ply.turn)) > 1 for ply in opened):
        return True
    waiting = len(sealed) - len(opened)
    return len(taken_back) > waiting and not _nothing_hidden(match, before)


def _is_sealed(match: Match, ply: Ply) -> bool:
    return not isinstance(ply, Left) and isinstance(
        match.game.notation.parse(ply.action), tuple(match.game.types.sealed)
    )


def _choosers(match: Match, turn: int) -> set[Seat]:
    return {ply.seat for ply in match.plies if ply.turn == turn and _is_sealed(match, ply)}


def _nothing_hidden(match: Match, state: object) -> bool:
    """Whether a spectator could write down the whole state, dice aside.

    A game may hide things at some times only, so the game is asked, not only its traits: every
    guess at the state from the public view must be the state itself.
    """
    game = match.game
    if not game.spec.hidden:
        return True
    public, truth = game.view(state, None), with_dice(state, _NO_DICE)
    guesses = (game.resample(public, Rng(f"guess {number}")) for number in range(_GUESSES))
    return all(with_dice(guess, _NO_DICE) == truth for guess in guesses)
