"""`meadhall arena duel`, `round-robin` and `ladder` as typed by a person."""

from pathlib import Path

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
