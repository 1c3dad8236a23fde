"""Mining: the same seed gives the same puzzles, and a stop changes nothing."""

from dataclasses import replace
from itertools import pairwise

import pytest

from meadhall import registry
from meadhall.core.record import Ply, Record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.puzzles.bot_matches import play_match
from meadhall.puzzles.mine import (
    MiningPlan,
    Selection,
    Vein,
    mine_records,
    mine_self_play,
    read_progress,
    write_plan,
    write_vein,
)
from meadhall.puzzles.puzzle import Puzzle

JARLS = registry.game("jarls")
PLAN = MiningPlan("jarls", 10, "test", 2)


def puzzle(name: str, moves: int = 2) -> Puzzle:
    return Puzzle(name, ("a",), moves, 2, 1000)


def test_equal_seeds_yield_equal_puzzles_from_wherever_they_begin() -> None:
    veins = mine_self_play(JARLS, PLAN, 0)
    first = [next(veins) for _ in range(4)]
    assert any(vein.puzzles for vein in first)
    assert next(mine_self_play(JARLS, PLAN, 2)) == first[2]
    others = mine_self_play(JARLS, replace(PLAN, seed="other"), 0)
    assert [next(others) for _ in range(4)] != first


def test_a_finished_match_is_mined_like_one_of_bots() -> None:
    vein = next(one for one in mine_self_play(JARLS, PLAN, 0) if one.puzzles)
    rng = Rng(f"puzzles test {vein.match}")
    states = play_match(JARLS, rng)
    plies = tuple(_ply(before, after) for before, after in pairwise(states))
    seed = rng.fork("start").seed
    record = Record("jarls", JARLS.spec.rules_version, seed, ("a", "b"), plies=plies)
    (again,) = mine_records(JARLS, PLAN, [record], 0)
    assert again.puzzles == vein.puzzles
    assert [*mine_records(JARLS, PLAN, [record], 1)] == []


def _ply(before: object, after: object) -> Ply:
    """The action that leads from one position to the next."""
    for seat in range(2):
        for action in JARLS.legal_actions(before, seat):
            if JARLS.apply(before, seat, action).state == after:
                return Ply(seat, JARLS.notation.write(action))
    raise AssertionError("no action leads there")


def test_a_selection_has_each_position_once_and_no_length_too_often() -> None:
    selection = Selection(20)
    selection.add(Vein(0, (puzzle("a"), puzzle("a"), puzzle("b", 1), puzzle("c", 1))))
    selection.add(Vein(1, tuple(puzzle(f"mate {number}", 1) for number in range(9))))
    selection.add(Vein(2, tuple(puzzle(f"two {number}") for number in range(30))))
    selection.add(Vein(3, tuple(puzzle(f"three {number}", 3) for number in range(30))))
    lengths = [one.moves for one in selection.puzzles]
    assert (lengths.count(1), lengths.count(2), lengths.count(3)) == (2, 11, 7)
    assert selection.is_full
    assert len({one.position for one in selection.puzzles}) == 20


def test_puzzles_of_races_differ_in_the_own_moves() -> None:
    selection = Selection(25)
    race = replace(puzzle("a"), line=("1-2", "8-9", "2-3"), decisive=True)
    other = replace(race, position="b", line=("1-2", "7-8", "2-3"))
    twin = replace(race, position="c", line=("1-2", "8-9", "4-5"))
    short = [replace(race, position=f"d{at}", line=(f"{at}-6",)) for at in range(9)]
    selection.add(Vein(0, (race, other, twin, *short)))
    assert [one.position for one in selection.puzzles] == ["a", "c", "d0"], "12 of 100 are short"


def test_progress_goes_on_after_a_line_that_was_cut_off() -> None:
    veins = [Vein(0, (puzzle("a"),)), Vein(1)]
    text = write_plan(PLAN) + "".join(map(write_vein, veins))
    assert read_progress(PLAN, text) == tuple(veins)
    assert read_progress(replace(PLAN, count=500), text[:-5]) == tuple(veins[:1])
    for plan, wrong in (
        (replace(PLAN, seed="other"), text),
        (replace(PLAN, races=True), text),
        (PLAN, "nonsense\n"),
        (PLAN, write_plan(PLAN) + "nonsense\n"),
        (PLAN, ""),
    ):
        with pytest.raises(Refused, match="OTHER_PROGRESS"):
            read_progress(plan, wrong)
