"""How far an undo goes back. It never shows a secret, rolls dice again or removes an answer.

A person takes back their last decision and every move that bots or clocks made since. `proposals`
asks the other people to agree; what is refused here is refused even if everybody agrees.
"""

from meadhall.core.record import TABLE_REASONS
from meadhall.core.refusal import Refusal
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import generators_in, with_generator
from meadhall.core.seats import Seat
from meadhall.match.evolve import state_at
from meadhall.match.facts import Acted, Left, Ply
from meadhall.match.match import Match

# Replaces the generators before two states are compared: a sample has a generator of its own.
_NO_DICE = Rng("")
_RATED = Refusal("RATED", "In a rated match nothing can be undone.")
_TOURNAMENT = Refusal("TOURNAMENT", "In a tournament nothing can be undone.")
# A secret of a single bit goes unnoticed once in 2**16 times.
_SAMPLES = 16


def undo_target(match: Match, seat: Seat) -> int | Refusal:
    """How many plies remain if the person on this seat takes back their last decision."""
    refused = _counting_refusal(match) or refusal_after_end(match)
    if refused is not None:
        return refused
    target = _last_decision(match, seat)
    if target is None:
        return Refusal("NOTHING_TO_UNDO", "You have not made a move yet.")
    taken_back, before = match.plies.after(target), state_at(match, target)
    if any(_is_answer(match, seat, ply) for ply in taken_back):
        return Refusal("ANSWERED", "Another player has already answered your move.")
    if generators_in(before) != generators_in(match.state):
        return Refusal("DICE_FELL", "Dice or cards have been drawn since, so it cannot be undone.")
    if _reveals(match, taken_back, before):
        return Refusal("SECRET_SEEN", "A secret has been revealed since, so it cannot be undone.")
    return target


def refusal_after_end(match: Match) -> Refusal | None:
    """Why nothing can be undone any more in a match that is over, if so."""
    if match.result is None:
        return None
    refused = _counting_refusal(match)
    if refused is not None:
        return refused
    if match.result.reason in TABLE_REASONS:
        return Refusal("ENDED_AT_TABLE", "The players ended this match, so nothing can be undone.")
    # The record has the seed: its readers know the dice to come.
    if match.traits.chance:
        return Refusal("DICE_KNOWN", "After the end all dice are known, so nothing can be undone.")
    if match.traits.hidden:
        return Refusal(
            "SECRET_SEEN", "All secrets are known after the end, so nothing can be undone."
        )
    return None


def _counting_refusal(match: Match) -> Refusal | None:
    if match.setup.tournament is not None:
        return _TOURNAMENT
    return _RATED if match.setup.rated else None


def _last_decision(match: Match, seat: Seat) -> int | None:
    mine = (
        number
        for number, ply in enumerate(match.plies)
        if isinstance(ply, Acted)
        and match.is_person(ply.seat)
        and match.same_person(seat, ply.seat)
    )
    return max(mine, default=None)


def _is_answer(match: Match, seat: Seat, ply: Ply) -> bool:
    """Whether the ply is a decision of another person, or a seat that left."""
    if isinstance(ply, Left):
        return True
    return match.is_person(ply.seat) and not match.same_person(seat, ply.seat)


def _reveals(match: Match, taken_back: tuple[Ply, ...], before: object) -> bool:
    """Whether the plies to take back, played from the state before, can have shown a secret.

    A sealed choice that still waits has shown nothing. Choices of several seats that were opened
    together have, even if one person holds the seats: two people may share the device. Any other
    ply can only show what was hidden before it.
    """
    sealed = [ply for ply in taken_back if _is_sealed(match, ply)]
    # Sealed choices are opened when their question ends, and then the turn grows.
    opened = [ply for ply in sealed if ply.turn != match.turn]
    if any(len(_choosers(match, ply.turn)) > 1 for ply in opened):
        return True
    waiting = len(sealed) - len(opened)
    return len(taken_back) > waiting and not _is_fully_open(match, before)


def _is_sealed(match: Match, ply: Ply) -> bool:
    return not isinstance(ply, Left) and isinstance(
        match.game.notation.parse(ply.action), tuple(match.game.types.sealed)
    )


def _choosers(match: Match, turn: int) -> set[Seat]:
    return {ply.seat for ply in match.plies if ply.turn == turn and _is_sealed(match, ply)}


def _is_fully_open(match: Match, state: object) -> bool:
    """Whether a spectator knows the whole state except the generators.

    The traits alone do not say so, because a game may hide something only at times. So the state
    is resampled from the public view: if nothing is hidden, every sample equals the state.
    """
    game = match.game
    if not match.traits.hidden:
        return True
    public, truth = game.view(state, None), with_generator(state, _NO_DICE)
    samples = (game.resample(public, Rng(f"guess {number}")) for number in range(_SAMPLES))
    return all(with_generator(sample, _NO_DICE) == truth for sample in samples)
