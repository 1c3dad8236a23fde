"""The chances over a match: at each position one number for each seat, which add up."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from meadhall.bots.chances import (
    WHOLE,
    Chances,
    calibrate,
    proportions,
    share_rest,
    sure_win,
    whole_percents,
)
from meadhall.bots.review.forced import ForcedWin
from meadhall.bots.review.moments import Moment
from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat


def settle_forced_wins(moments: Sequence[Moment], *, hidden: bool) -> list[Moment]:
    """The moments with what their neighbours have proved.

    What was proved after a move holds before the next one. In an open match, who moved into a won
    position could win before the move, too.
    """
    settled = list(moments)
    for at, (earlier, later) in enumerate(pairwise(moments), 1):
        if later.forced is None and earlier.forced_after is not None:
            settled[at] = _with_forced_win(later, earlier.forced_after)
    for at in range(len(settled) - 2, -1, -1):
        moment, forced = settled[at], settled[at + 1].forced
        if hidden or forced is None or moment.forced is not None:
            continue
        if forced.winner == moment.seat and moment.loss is not None:
            settled[at] = _with_forced_win(moment, ForcedWin(forced.winner, forced.moves + 1))
    return settled


def _with_forced_win(moment: Moment, forced: ForcedWin) -> Moment:
    """The moment after it has been proved that one seat wins; nobody is blamed on hearsay."""
    chances, loss = sure_win(forced.winner, len(moment.chances)), moment.loss and 0
    return replace(moment, chances=chances, loss=loss, forced=forced, sees_all=True)


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
        yield whole_percents(mean if moment.forced else calibrate(game, mean))


def calibrate_loss(game: AnyGame, moment: Moment) -> Moment:
    """The moment with its mover's chances and its loss as they come true."""
    seat, raw = moment.seat, moment.chances
    before = raw if moment.forced else calibrate(game, raw)
    if not moment.loss:
        return replace(moment, chances=before)
    after = calibrate(game, share_rest(raw[seat] - moment.loss, seat, raw))
    left = 0 if moment.forced_after else after[seat]
    return replace(moment, chances=before, loss=max(0, before[seat] - left))
