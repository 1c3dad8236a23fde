"""`meadhall arena duel`, `round-robin` and `ladder` as typed by a person."""

import subprocess
import sys
from pathlib import Path
from time import sleep

from hall import Hall

from meadhall import registry
from meadhall.core.record import read_record, verify


def test_a_duel_is_scored_kept_and_resumed(hall: Hall, tmp_path: Path) -> None:
    out, games = tmp_path / "duel.jsonl", tmp_path / "games"
    words = ("arena", "duel", "jarls", "greedy", "random", "--games", "4", "--workers", "1")
    first = hall.run(*words, "--out", str(out), "--keep", str(games))
    assert "greedy against random: 4 won, 0 drawn, 0 lost" in first.stdout
    for path in games.iterdir():
        verify(registry.game("jarls"), read_record(path.read_text("utf-8")))
    assert len(list(games.iterdir())) == 4
    written = out.read_text("utf-8")
    again = hall.run(*words, "--out", str(out), "--keep", str(games))
    assert again.stdout == first.stdout
    assert out.read_text("utf-8") == written


def test_a_ladder_scores_every_rung_and_rates_all(hall: Hall) -> None:
    words = ("arena", "ladder", "jarls", "random", "greedy", "--games", "2", "--workers", "1")
    said = hall.run(*words).stdout
    assert "greedy against random: 2 won" in said
    assert "rating" in said


def test_a_round_robin_stops_nobody_from_sitting_down(hall: Hall) -> None:
    words = ("arena", "round-robin", "jarls", "random", "greedy", "--seats", "3", "--games", "1")
    said = hall.run(*words, "--workers", "1").stdout
    assert "greedy" in said
    assert "random" in said


def test_what_is_wrong_is_said_before_any_game(hall: Hall) -> None:
    for words, code in {
        ("duel", "jarls", "random", "nobody"): "UNKNOWN_BOT",
        ("duel", "jarls", "random", "random"): "BAD_ENTRANTS",
        ("duel", "jarl", "random", "greedy"): "UNKNOWN_GAME",
        ("duel", "jarls", "random", "greedy", "--seats", "9"): "BAD_SEAT_COUNT",
        ("duel", "jarls", "random", "greedy", "--option", "radius=99"): "BAD_OPTION",
    }.items():
        done = hall.run("arena", *words)
        assert done.returncode == 1
        assert code in done.stderr


DUEL = ("arena", "duel", "jarls", "greedy", "random", "--workers", "1")


def test_results_of_another_number_of_seats_do_not_mix(hall: Hall, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "duel.jsonl"), "--games", "2")
    assert hall.run(*DUEL, *out, "--seats", "2").returncode == 0
    other = hall.run(*DUEL, *out, "--seats", "4")
    assert other.returncode == 1
    assert "OTHER_RUN" in other.stderr


def test_a_duel_can_grow(hall: Hall, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    hall.run(*DUEL, "--out", str(out), "--games", "2")
    written = out.read_text("utf-8")
    assert "4 won" in hall.run(*DUEL, "--out", str(out), "--games", "4").stdout
    assert out.read_text("utf-8").startswith(written)
    assert "2 won" in hall.run(*DUEL, "--out", str(out), "--games", "2").stdout


def test_records_that_were_not_written_in_time_are_written_when_the_run_goes_on(
    hall: Hall, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    words = (*DUEL, "--games", "2", "--out", str(tmp_path / "duel.jsonl"))
    hall.run(*words)  # without records, which are wanted now
    hall.run(*words, "--keep", str(games))
    (games / "game-00001.json").unlink()  # as if it had been stopped before this was written
    hall.run(*words, "--keep", str(games))
    for path in (games / "game-00000.json", games / "game-00001.json"):
        verify(registry.game("jarls"), read_record(path.read_text("utf-8")))


def test_records_have_their_options_as_the_game_has_them(hall: Hall, tmp_path: Path) -> None:
    hall.run(*DUEL, "--games", "2", "--option", "radius=4", "--keep", str(tmp_path))
    record = read_record((tmp_path / "game-00000.json").read_text("utf-8"))
    assert record.options == {"radius": 4}


def test_a_contest_ends_when_its_differences_are_certain(hall: Hall, tmp_path: Path) -> None:
    for kind in ("duel", "ladder", "round-robin"):
        out = tmp_path / f"{kind}.jsonl"
        words = ("arena", kind, "jarls", "random", "greedy", "--games", "200", "--certain")
        ended = hall.run(*words, "--workers", "1", "--out", str(out))
        lines = out.read_text("utf-8").count("\n")
        assert 20 < lines < 40
        assert lines % 2 == 1  # a title, and whole sets of two
        again = hall.run(*words, "--workers", "1", "--out", str(out))
        assert again.stdout == ended.stdout
        assert out.read_text("utf-8").count("\n") == lines  # it is certain already


def test_what_makes_no_sense_is_said_without_a_trace(hall: Hall) -> None:
    for words in ("--games 0", "--games -2", "--workers 0"):
        done = hall.run(*DUEL[:-2], *words.split())
        assert done.returncode == 2
        assert "Must be >= 1" in done.stderr
    for words in ("--out /dev/null/results", "--games 2 --keep /dev/null/games"):
        done = hall.run(*DUEL, *words.split())
        assert done.returncode == 2
        assert "CANNOT_WRITE" in done.stderr


def test_a_contest_without_a_game_to_count_fails(hall: Hall) -> None:
    words = ("arena", "duel", "jarls", "random", "search:choice=0", "--games", "2")
    done = hall.run(*words, "--workers", "1")
    assert done.returncode == 1
    assert "game 1 is not counted: ValueError" in done.stderr
    assert "NO_GAMES" in done.stderr


def test_a_killed_run_takes_its_workers_with_it_and_goes_on_later(
    hall: Hall, tmp_path: Path
) -> None:
    out = tmp_path / "duel.jsonl"
    words = [*DUEL[:-2], "--out", str(out)]
    command = [sys.executable, "-m", "meadhall", *words, "--games", "2000", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=hall.environment) as process:
        while not out.exists() or out.read_text("utf-8").count("\n") < 5:
            assert process.poll() is None
            sleep(0.05)
        process.kill()
        process.communicate(timeout=60)  # to its end, which is when nobody is left who could write
    gone_on = hall.run(*words, "--games", "12", "--workers", "1")
    assert gone_on.stdout == hall.run(*DUEL, "--games", "12").stdout
