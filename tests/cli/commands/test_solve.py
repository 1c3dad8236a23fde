"""`meadhall solve`, for positions that are decided and for those that cannot be solved."""

from concurrent.futures import Future
from pathlib import Path
from threading import Event

import pytest
from hall import Hall

from meadhall.bots.solve.solver import Verdict
from meadhall.cli.commands.solve import is_done

BOARD = """
seats 2
     .   .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
2J  .   .   *   .   .   1J
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, "utf-8")
    return path


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (7, "won: seat 1 is to move and wins by force in 2 moves (3 plies)."),
        (8, "lost: seat 1 is to move and loses by force in 2 moves (4 plies)."),
        (5, "won: seat 1 is to move and wins by force in 2 moves (3 plies)."),
    ],
)
def test_the_verdict_is_a_word_and_a_line(hall: Hall, count: int, said: str) -> None:
    done = hall.run("solve", "stones", "--option", f"stones={count}")
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert f"● seat 1  take {count % 4 or 3}" in done.stdout
    assert "positions in" in done.stderr


def test_limits_leave_a_position_open(hall: Hall) -> None:
    done = hall.run("solve", "stones", "--option", "stones=12", "--plies", "2")
    assert "open: nobody wins by force within 2 plies. Further ahead nothing" in done.stdout
    done = hall.run("solve", "stones", "--option", "stones=12", "--nodes", "8")
    assert "open: nobody wins by force within 1 ply." in done.stdout


def test_a_position_comes_from_a_file(hall: Hall, board: Path) -> None:
    done = hall.run("solve", "jarls", "--board", board, "--memory", "1")
    assert "won: seat 1 is to move and wins by force in 3 moves" in done.stdout
    assert "p1-j 0,0" in done.stdout
    assert "Jarl to the Throne" in done.stdout
    board.write_text(BOARD.replace("seats 2", "seats 2, draw_after_rounds 5\nquiet 4"), "utf-8")
    done = hall.run("solve", "jarls", "--board", board, "--nodes", "100000")
    assert "drawn: nobody can force a win." in done.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("jarlz",), "There is no game 'jarlz'."),
        (("elemental-clash",), "cannot be solved: chance has a part in it."),
        (("pennies",), "This match of Pennies cannot be solved"),
        (("jarls", "--option", "fog=yes"), "the players have secrets in it."),
        (("jarls", "--option", "colour=red"), "colour"),
        (("stones", "--board", "missing.txt"), "cannot read positions"),
        (("jarls", "--board", "missing.txt"), "missing.txt cannot be read"),
        (("jarls", "--board", "."), ". cannot be read"),
        (("jarls", "--board", "bytes"), "bytes is not a text."),
        (("jarls", "--board", "three"), "two players can be solved; this one of Jarls has 3."),
        (("jarls", "--board", "over"), "The match is over in this position."),
        (("jarls", "--board", "broken"), "This position is impossible"),
        (("jarls", "--seed", " "), "A seed has"),
    ],
)
def test_what_cannot_be_solved_is_said_in_a_sentence(
    hall: Hall, args: tuple[str, ...], said: str
) -> None:
    three = BOARD.replace("seats 2", "seats 3").replace(".   .   .   .\n", "3J  .   .   .\n", 1)
    (hall.folder / "three").write_text(three, "utf-8")
    (hall.folder / "over").write_text(f"result throne 1\n{BOARD}", "utf-8")
    (hall.folder / "broken").write_text(BOARD.replace(" .", "2J", 1), "utf-8")
    (hall.folder / "bytes").write_bytes(b"\xff\xfe\x00")
    done = hall.run("solve", *args)
    assert done.returncode == 2, done.stdout
    assert said in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_ctrl_c_asks_for_what_is_known_by_now(monkeypatch: pytest.MonkeyPatch) -> None:
    def press_ctrl_c(timeout: float) -> None:
        assert timeout > 0
        raise KeyboardInterrupt

    cancel, running = Event(), Future[Verdict]()
    assert not is_done(running, cancel)
    assert not cancel.is_set()
    with monkeypatch.context() as patch:
        patch.setattr(running, "exception", press_ctrl_c)
        assert not is_done(running, cancel)
    assert cancel.is_set()
    running.set_result(Verdict("open", 3, 10))
    assert is_done(running, cancel)
