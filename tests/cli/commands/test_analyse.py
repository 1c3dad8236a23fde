"""`meadhall analyse`, with sound files and with every kind of wrong one."""

import json
from pathlib import Path

import pytest
from hall import Hall


@pytest.fixture
def match(hall: Hall) -> Path:
    """A finished match of `stones` in a file: seat 1 blunders on the first move."""
    args = ("play", "stones", "--seed", "1", "--seat", "2=human:Anna", "--option", "stones=7")
    hall.run(*args, typed=["take 1", "take 2", "take 1", "take 3", "save match.json"])
    return hall.folder / "match.json"


def test_the_turning_point_is_told_with_the_better_move(hall: Hall, match: Path) -> None:
    done = hall.run("analyse", match, "--nodes", "4000")
    assert done.returncode == 0, done.stderr
    assert "Turning points" in done.stdout
    words = " ".join(done.stdout.replace("│", " ").split())
    assert "After “take 1”, Anna wins by force in 2 moves;" in words
    assert "“take 3” would have won by force in 2 moves." in words
    assert "▲" in done.stdout
    assert "■ Anna" in done.stdout


def test_it_can_be_told_how_long_to_think(hall: Hall, match: Path) -> None:
    done = hall.run("analyse", match, "--seconds-per-move", "0.05")
    assert "Turning points" in done.stdout


def test_a_match_without_turning_points_says_so(hall: Hall) -> None:
    args = ("play", "stones", "--seed", "1", "--seat", "2=human:Anna", "--option", "stones=4")
    hall.run(*args, typed=["take 1", "take 3", "save match.json"])
    assert "No move turned the match" in hall.run("analyse", "match.json").stdout


def test_json_is_for_programs_and_the_same_every_time(hall: Hall, match: Path) -> None:
    args = ("analyse", match, "--nodes", "500", "--seed", "x", "--json")
    found = json.loads(hall.run(*args).stdout)
    assert found["turning"] == [1]
    assert [moment["played"] for moment in found["moments"]][:2] == ["take 1", "take 2"]
    assert json.loads(hall.run(*args).stdout) == found


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--nodes", "5", "--seconds-per-move", "1"), "Choose either"),
        (("--nodes", "0"), "some time to think"),
        (("--seconds-per-move", "nan"), "some time to think"),
        (("--seconds-per-move", "-1"), "some time to think"),
    ],
)
def test_a_senseless_budget_is_refused(
    hall: Hall, match: Path, args: tuple[str, ...], said: str
) -> None:
    done = hall.run("analyse", match, *args)
    assert done.returncode == 1
    assert said in done.stderr


def test_wrong_files_are_refused_in_words(hall: Hall, match: Path) -> None:
    whole = match.read_text("utf-8")
    args = ("play", "stones", "--seed", "1", "--seat", "2=human", "--option", "stones=7")
    hall.run(*args, typed=["take 1", "save early.json"])
    (hall.folder / "cut.json").write_text(whole[:90], "utf-8")
    (hall.folder / "edited.json").write_text(whole.replace("take 2", "take 1"), "utf-8")
    (hall.folder / "other.json").write_text("{}", "utf-8")
    wrong = {
        "early.json": "Only finished matches can be analysed",
        "cut.json": "Not JSON",
        "edited.json": "$.hash does not fit",
        "other.json": "This is not a match record",
        "missing.json": "cannot be read",
    }
    for name, said in wrong.items():
        done = hall.run("analyse", name)
        assert done.returncode == (2 if name == "missing.json" else 1), name
        assert said in done.stderr.replace("\n", " "), name
        assert "Traceback" not in done.stderr
