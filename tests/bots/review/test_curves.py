"""The chances over a match add up, and what is proved at one move holds at its neighbours."""

from dataclasses import replace

from recording import STONES

from meadhall.bots.review.curves import chances_at, settle_forced_wins
from meadhall.bots.review.forced import ForcedWin
from meadhall.bots.review.moments import Moment


def moment(ply: int, seat: int, chances: tuple[int, ...], *, open_: bool = True) -> Moment:
    return Moment(ply, seat, "", chances, 30, "better", sees_all=open_)


def test_an_open_match_has_one_curve_whoever_moves() -> None:
    moments = [moment(1, 0, (500, 500)), moment(2, 1, (404, 596)), moment(3, 0, (625, 375))]
    assert list(chances_at(STONES, moments)) == [(500, 500), (400, 600), (630, 370)]


def test_estimates_of_seats_that_know_different_things_are_averaged() -> None:
    first = moment(1, 0, (800, 100, 100), open_=False)
    second = moment(2, 1, (200, 700, 100), open_=False)
    third = moment(3, 0, (600, 300, 100), open_=False)
    assert list(chances_at(STONES, [first, second, third])) == [
        (800, 100, 100), (500, 400, 100), (400, 500, 100),
    ]  # fmt: skip
    seen = replace(third, sees_all=True)
    assert list(chances_at(STONES, [first, second, seen]))[-1] == (600, 300, 100)


def test_what_is_proved_after_a_move_holds_before_the_next() -> None:
    first = replace(moment(1, 0, (600, 400)), forced_after=ForcedWin(1, 3))
    settled = settle_forced_wins(
        [first, moment(2, 1, (500, 500)), moment(3, 0, (450, 550))], hidden=False
    )
    assert settled[0] == first
    assert (settled[1].chances, settled[1].forced, settled[1].loss) == (
        (0, 1000),
        ForcedWin(1, 3),
        0,
    )
    assert settled[2].forced is None


def test_who_moved_into_a_won_position_could_win_before() -> None:
    won = replace(moment(3, 1, (0, 1000)), forced=ForcedWin(0, 2))
    moments = [moment(1, 1, (500, 500)), moment(2, 0, (500, 500)), won]
    settled = settle_forced_wins(moments, hidden=False)
    assert [one.forced for one in settled] == [None, ForcedWin(0, 3), ForcedWin(0, 2)]
    assert (settled[1].chances, settled[1].loss) == ((1000, 0), 0)


def test_a_move_that_nobody_chose_or_knew_enough_for_proves_nothing() -> None:
    won = replace(moment(2, 1, (0, 1000)), forced=ForcedWin(0, 2))
    clock = replace(moment(1, 0, (500, 500)), loss=None)
    assert settle_forced_wins([clock, won], hidden=False)[0] == clock
    chosen = moment(1, 0, (500, 500))
    assert settle_forced_wins([chosen, won], hidden=True)[0] == chosen
