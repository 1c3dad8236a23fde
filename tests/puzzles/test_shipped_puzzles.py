"""The puzzles that games bring along: enough, different, and each as it says."""

from collections import Counter
from dataclasses import replace

import pytest

from meadhall import registry
from meadhall.core.game import to_act
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.puzzles.attempt import solution
from meadhall.puzzles.prove import faults_of
from meadhall.puzzles.puzzle import Puzzle, diagram_of, first_state
from meadhall.puzzles.puzzle_set import FILE, has_puzzles, puzzle_set

SLUGS = [game.spec.slug for game in registry.games() if has_puzzles(game)]
ENOUGH, SAMPLE, SHORT_SAMPLE = 500, 12, 4


def sample(slug: str, count: int, *, plies: int) -> list[Puzzle]:
    """Puzzles whose lines are at most that long, the same ones each time."""
    fitting = [one for one in puzzle_set(slug).puzzles if 1 < len(one.line) <= plies]
    shuffled, _ = Rng(f"sample of {slug}").shuffle(fitting)
    return list(shuffled[:count])


def test_jarls_and_chinese_checkers_have_puzzles() -> None:
    assert SLUGS == ["chinese-checkers", "jarls"]


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_enough_of_all_lengths_and_no_two_are_the_same(slug: str) -> None:
    puzzles = puzzle_set(slug).puzzles
    assert len(puzzles) >= ENOUGH
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    lengths = Counter(puzzle.moves for puzzle in puzzles)
    assert lengths[1] <= len(puzzles) // 10, "wins on the move are too easy"
    assert all(lengths[moves] >= ENOUGH // 10 for moves in (2, 3))
    assert len({puzzle.difficulty for puzzle in puzzles}) > 5


def test_in_chinese_checkers_every_other_first_move_loses() -> None:
    puzzles = puzzle_set("chinese-checkers").puzzles
    assert all(puzzle.decisive for puzzle in puzzles)
    assert len({puzzle.line[::2] for puzzle in puzzles}) == len(puzzles), "all are different"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_file_stays_small(slug: str) -> None:
    file = registry.resource(registry.game(slug), FILE)
    assert file is not None
    assert len(file.read_bytes()) < 300_000


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_is_legal_and_wins_in_as_many_moves_as_it_says(slug: str) -> None:
    game = registry.game(slug)
    for puzzle in puzzle_set(slug).puzzles:
        state = first_state(game, puzzle)
        assert diagram_of(game, state) == puzzle.position
        (seat,) = to_act(game, state)
        steps = solution(game, puzzle)
        assert sum(step.seat == seat for step in steps) == puzzle.moves
        assert len(puzzle.also) == puzzle.moves - 1
        assert puzzle.also[:1] in ((), ((),)), "one first move alone wins"
        status = game.status(steps[-1].after)
        assert isinstance(status, Finished), puzzle.id
        assert status.payoffs[seat] > 0, puzzle.id


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sample_is_proved_again_by_the_solver(slug: str) -> None:
    game = registry.game(slug)
    for puzzle in sample(slug, SAMPLE, plies=5):
        assert faults_of(game, puzzle) == [], puzzle.id


def test_proofs_notice_a_first_move_that_does_not_lose() -> None:
    claims = [replace(one, decisive=True) for one in sample("jarls", 5, plies=3)]
    faults = [fault for one in claims for fault in faults_of(registry.game("jarls"), one)]
    assert any("does not lose" in fault for fault in faults)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sample_of_short_ones_is_proved_by_the_rules_expanding_every_reply(slug: str) -> None:
    game = registry.game(slug)
    shortest = sorted(sample(slug, 60, plies=3), key=lambda one: (len(one.line), one.margin))
    for puzzle in shortest[:SHORT_SAMPLE]:
        assert faults_of(game, puzzle, by_rules=True) == [], puzzle.id
