"""`meadhall puzzles`: solving at the terminal, and mining that goes on after a stop."""

from pathlib import Path

from hall import Hall

from meadhall import registry
from meadhall.puzzles.attempt import solution
from meadhall.puzzles.puzzle import read_puzzles
from meadhall.puzzles.puzzle_set import puzzle_set

JARLS = registry.game("jarls")
EASY = next(one for one in puzzle_set("jarls").puzzles if one.moves == 2)


def test_a_puzzle_is_solved_at_the_terminal(hall: Hall) -> None:
    steps = solution(JARLS, EASY)
    right = [step.text for step in steps if step.seat == steps[0].seat]
    lines = ["nonsense", *right, "quit"]
    done = hall.run("puzzles", "jarls", "--puzzle", EASY.id, typed=lines)
    assert done.returncode == 0, done.stderr
    assert "wins in 2 moves" in done.stdout
    assert "(BAD_NOTATION)" in done.stdout
    assert "Solved. Here is another one." in done.stdout
    assert done.stdout.count("points: ") == 2


def test_a_wrong_move_is_taken_back_and_the_solution_shown(hall: Hall) -> None:
    state = solution(JARLS, EASY)[0].before
    seat = solution(JARLS, EASY)[0].seat
    texts = map(JARLS.notation.write, JARLS.legal_actions(state, seat))
    wrong = next(text for text in texts if text != EASY.line[0])
    done = hall.run("puzzles", "jarls", "--puzzle", EASY.id, typed=[wrong, "solution"])
    assert "That does not win in time. Try again, or type: solution" in done.stdout
    assert all(text in done.stdout for text in EASY.line)


def test_the_puzzle_of_the_day_and_others_by_points(hall: Hall) -> None:
    assert "wins in" in hall.run("puzzles", "chinese-checkers", typed=["quit"]).stdout
    assert "wins in" in hall.run("puzzles", "jarls", "--points", "900", typed=["quit"]).stdout
    listed = hall.run("puzzles").stdout
    assert "jarls: 500 puzzles" in listed
    for words, code in (
        (["puzzles", "secret-toaster"], "NO_PUZZLES"),
        (["puzzles", "jarls", "--puzzle", "nothing"], "NO_SUCH_PUZZLE"),
        (["puzzles", "nothing"], "UNKNOWN_GAME"),
        (["puzzles", "mine", "secret-toaster"], "NOT_SOLVABLE"),
        (["puzzles", "mine", "stones"], "NOT_SOLVABLE"),
    ):
        done = hall.run(*words)
        assert done.returncode != 0
        assert code in done.stderr


def test_mining_goes_on_where_it_stopped_and_ends_the_same(hall: Hall, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    words = ("puzzles", "mine", "jarls", "--seed", "3", "--longest", "2", "--count")
    done = hall.run(*words, "4", "--out", whole)
    assert done.returncode == 0, done.stderr
    assert f"4 puzzles in {whole}" in done.stdout.replace("\n", "")
    assert hall.run(*words, "2", "--out", part).returncode == 0
    progress = part.with_name("part.jsonl.progress")
    progress.write_text(progress.read_text("utf-8") + '{"match":', "utf-8")
    assert hall.run(*words, "4", "--out", part).returncode == 0
    assert part.read_text("utf-8") == whole.read_text("utf-8")
    assert len(read_puzzles(whole.read_text("utf-8"))) == 4
    other = ("puzzles", "mine", "jarls", "--seed", "4", "--count", "2", "--out", part)
    assert "OTHER_PROGRESS" in hall.run(*other).stderr
    nowhere = tmp_path / "no folder" / "x.jsonl"
    assert "CANNOT_WRITE" in hall.run(*words, "1", "--out", nowhere).stderr
