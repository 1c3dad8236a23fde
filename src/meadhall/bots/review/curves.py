"""The chances over a match: at each position one number for each seat, which add up."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from meadhall.bots.chances import (
    WHOLE,
    Chances,
    calibrated,
    proportions,
    share_rest,
    sure_win,
    whole_percents,
)
from meadhall.bots.review.moments import Moment
from meadhall.bots.review.proofs import Proof
from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat


def settle_proofs(moments: Sequence[Moment], *, hidden: bool) -> list[Moment]:
    """The moments with what their neighbours have proved.

    What was proved after a move holds before the next one. In an open match, who moved into a won
    position could win before the move, too.
    """
    settled = list(moments)
    for at, (earlier, later) in enumerate(pairwise(moments), 1):
        if later.proof is None and earlier.reply is not None:
            settled[at] = _proved(later, earlier.reply)
    for at in range(len(settled) - 2, -1, -1):
        moment, proof = settled[at], settled[at + 1].proof
        if hidden or proof is None or moment.proof is not None:
            continue
        if proof.winner == moment.seat and moment.loss is not None:
            settled[at] = _proved(moment, Proof(proof.winner, proof.moves + 1))
    return settled


def _proved(moment: Moment, proof: Proof) -> Moment:
    """The moment after it has been proved that one seat wins; nobody is blamed on hearsay."""
    chances, loss = sure_win(proof.winner, len(moment.chances)), moment.loss and 0
    return replace(moment, chances=chances, loss=loss, proof=proof, sees_all=True)


def chances_at(game: AnyGame, moments: Sequence[Moment]) -> Iterator[Chances]:
    """The chances before each move, calibrated, in whole percents.

    Where the mover saw everything, they are its estimate. Else each seat has its own, from what it
    could know at its last move, and the chances are the mean of these.
    """
    latest: dict[Seat, Chances] = {}
    for moment in moments:
        if moment.sees_all:
            latest = dict.fromkeys(range(len(moment.chances)), moment.chances)
        else:
            latest[moment.seat] = moment.chances
        sums = [sum(parts) for parts in zip(*latest.values(), strict=True)]
        mean = proportions(sums, WHOLE)
        yield whole_percents(mean if moment.proof else calibrated(game, mean))


def calibrate_loss(game: AnyGame, moment: Moment) -> Moment:
    """The moment with its mover's chances and its loss as they come true."""
    seat, raw = moment.seat, moment.chances
    before = raw if moment.proof else calibrated(game, raw)
    if not moment.loss:
        return replace(moment, chances=before)
    after = calibrated(game, share_rest(raw[seat] - moment.loss, seat, raw))
    left = 0 if moment.reply else after[seat]
    return replace(moment, chances=before, loss=max(0, before[seat] - left))
