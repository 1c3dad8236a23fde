"""Which puzzle comes: of the day, and in training; and what tries change in ratings."""

from meadhall.core.rng import Rng
from meadhall.puzzles.puzzle import Puzzle
from meadhall.puzzles.puzzle_rating import new_puzzle_rating, rate_attempt
from meadhall.puzzles.puzzle_set import NEAR, PuzzleSet
from meadhall.ratings.scale import NEW

PUZZLES = tuple(Puzzle(str(at), ("a",), 1, 2, 500 + 10 * at) for at in range(100))
SET = PuzzleSet("game", PUZZLES, {one.id: one for one in PUZZLES})
RNG = Rng("training")


def test_every_day_has_its_puzzle_and_all_come_before_one_comes_again() -> None:
    days = [SET.of_day(day) for day in range(20_000, 20_000 + 300)]
    first = (-20_000) % 100
    assert len({one.id for one in days[first : first + 100]}) == 100
    assert days == [SET.of_day(day) for day in range(20_000, 20_000 + 300)]
    assert [one.id for one in days[:100]] != [one.id for one in days[100:200]]


def test_training_picks_one_about_as_hard_that_was_not_tried() -> None:
    for points in (0, 800, 1000, 5000):
        found = SET.near(points, {}, (), RNG)
        assert found is not None
        nearest = sorted(PUZZLES, key=lambda one: abs(one.difficulty - points))
        assert found in nearest[: 2 * NEAR]
    seen = {one.id for one in PUZZLES[1:]}
    assert SET.near(1500, {}, seen, RNG) == PUZZLES[0]
    assert SET.near(1500, {}, {one.id for one in PUZZLES}, RNG) is None


def test_training_goes_by_the_rating_that_a_puzzle_has_now() -> None:
    moved = {one.id: 3000 for one in PUZZLES if one.difficulty < 1300}
    found = SET.near(600, moved, (), RNG)
    assert found is not None
    assert found.difficulty >= 1300


def test_a_try_moves_person_and_puzzle_in_opposite_ways() -> None:
    puzzle = new_puzzle_rating(1200)
    assert (puzzle.points, puzzle.matches) == (1200, 0)
    better, harder = rate_attempt(NEW, puzzle, solved=True)
    assert better.points > NEW.points
    assert harder.points < puzzle.points
    assert (better.matches, harder.matches) == (1, 1)
    worse, easier = rate_attempt(NEW, puzzle, solved=False)
    assert worse.points < NEW.points
    assert easier.points > puzzle.points
    assert better.error < NEW.error
