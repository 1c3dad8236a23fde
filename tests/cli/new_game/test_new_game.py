"""`meadhall new-game` writes a complete game, and no other file has to change.

A game in a package of its own: `tests/e2e/release/test_wheel.py`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hall import Hall

from meadhall.server.api.skins import read_skin

ROOT = Path(__file__).parents[3]


def snapshot(folder: Path) -> dict[str, bytes]:
    paths = (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_a_game_in_a_checkout_obeys_every_law_and_plays_at_once(tmp_path: Path) -> None:
    for part in ("src", "pyproject.toml", "tests/games/test_laws.py"):
        source, target = ROOT / part, tmp_path / "checkout" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, target)
    (tmp_path / "checkout" / "tests" / "fixtures").mkdir()
    checkout = Hall(tmp_path)
    before = snapshot(tmp_path / "checkout")

    def run(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *args],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path / "checkout",
            env={
                **checkout.environment,
                "PYTHONPATH": str(tmp_path / "checkout" / "src"),
                "MEADHALL_LAW_EXAMPLES": "4",
            },
        )

    written = run("-m", "meadhall", "new-game", "nine_holes", "--title", "Nine Holes")
    assert written.returncode == 0, written.stderr
    after = snapshot(tmp_path / "checkout")
    added = {Path(path).parent for path in after.keys() - before.keys()}
    made, tests = Path("src/meadhall/games/nine_holes"), Path("tests/games/nine_holes")
    rooms = {made / room for room in ("rules", "look", "bots", "skin")}
    assert added == {made, *rooms, tests}
    assert {path: after[path] for path in before} == before

    lint = run("-m", "ruff", "check", "--no-cache", str(made), str(tests))
    assert lint.returncode == 0, lint.stdout
    choices = run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests))
    assert choices.returncode == 0, choices.stdout
    laws = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nine-holes", "tests")
    assert laws.returncode == 0, laws.stdout
    assert " passed" in laws.stdout
    played = run("-m", "meadhall", "play", "nine-holes", "--seed", "1", typed="take 1\nquit\nn\n")
    assert "Nine Holes" in played.stdout
    assert "● seat 1: take 1" in played.stdout


def test_the_written_game_speaks_of_itself_alone(stones: Path) -> None:
    assert (stones / "pyproject.toml").read_text("utf-8").count("stones") >= 3
    for path in (stones / "src" / "stones").rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text("utf-8")
            assert "template" not in text.replace("# the template", "")
            assert "Last Stone" not in text


def test_the_written_game_has_a_skin_of_its_own(stones: Path) -> None:
    files = read_skin(stones / "src" / "stones" / "skin", "stones")
    assert files.spec.tokens == {"*": "pebble"}
    assert ".skin-stones {" in files.css


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ludo", "is no name for a game"),
        ("9holes", "is no name for a game"),
        ("../evil", "is no name for a game"),
        ("two  words", "is no name for a game"),
        ("class", "a word of Python itself"),
        ("pennies", "There is a game 'pennies' already"),
        ("json", "Python has a 'json' already"),
    ],
)
def test_a_bad_or_taken_name_is_refused_and_nothing_is_written(
    hall: Hall, name: str, said: str
) -> None:
    done = hall.run("new-game", name, "--into", "made")
    assert done.returncode == 1
    assert said in done.stderr.replace("\n", " ")
    assert not (hall.folder / "made").exists()


@pytest.mark.parametrize("title", ['Nine "Holes"', "a\\", "a\nb", "{a}"])
def test_a_title_that_would_break_the_files_is_refused(hall: Hall, title: str) -> None:
    done = hall.run("new-game", "ludo", "--into", "made", "--title", title)
    assert "BAD_TITLE" in done.stderr
    assert not (hall.folder / "made").exists()


def test_a_place_that_is_no_folder_is_refused(hall: Hall) -> None:
    (hall.folder / "file").write_text("")
    assert "NOT_EMPTY" in hall.run("new-game", "ludo", "--into", "file").stderr
    assert "CANNOT_WRITE" in hall.run("new-game", "ludo", "--into", "file/folder").stderr


def test_imports_are_in_order_in_a_package_too(stones: Path) -> None:
    command = (sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "I", "--isolated")
    lint = subprocess.run([*command, "."], cwd=stones, capture_output=True, text=True, check=False)
    assert lint.returncode == 0, lint.stdout


def test_a_folder_that_is_not_empty_is_left_alone(hall: Hall) -> None:
    done = hall.run("new-game", "ludo", "--into", hall.folder)
    assert done.returncode == 1
    assert "not empty" in " ".join(done.stderr.split())
