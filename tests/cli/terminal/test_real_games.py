"""Every game of the hall can be played at the terminal, from the first move to a sound record."""

import pytest
from hall import Hall

from meadhall import registry
from meadhall.core.record import read_record, verify

TURNS = 12


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_match_against_a_bot_is_played_saved_and_verified(hall: Hall, slug: str) -> None:
    typed = ["help", "cells", *["moves", "1"] * TURNS, "log", "board", "save match.json"]
    done = hall.run("play", slug, "--seed", "1", "--seat", "2=random", typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Traceback" not in done.stdout
    record = read_record((hall.folder / "match.json").read_text("utf-8"))
    assert len(record.plies) >= TURNS
    verify(registry.game(slug), record)
    assert "sound" in hall.run("verify", "match.json").stdout
    assert f"ply {len(record.plies)} of" in hall.run("replay", "match.json").stdout


@pytest.mark.parametrize("slug", registry.slugs())
def test_most_players_fit_around_one_screen(hall: Hall, slug: str) -> None:
    seats = max(registry.game(slug).spec.players)
    words = [word for seat in range(2, seats + 1) for word in ("--seat", f"{seat}=human")]
    typed = ["", "moves", "1", "", "moves", "1", "say everyone hello", "why 1", "log"]
    done = hall.run("play", slug, "--seed", "2", "--seats", str(seats), *words, typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert f"seat {seats}" in done.stdout


def test_a_move_off_the_board_is_explained(hall: Hall) -> None:
    done = hall.run("play", "jarls", "--seed", "1", typed=["why p1-w1 9,9"])
    assert done.returncode == 0, done.stderr
    assert "not on the board" in done.stdout


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_guide_can_be_followed_to_its_end(hall: Hall, slug: str) -> None:
    if registry.game(slug).guide is None:
        pytest.skip(f"{slug} has no guide")
    done = hall.run("play", slug, "--tutorial", typed=[""] * 60)
    assert done.returncode == 0, done.stderr
    assert "That was the guided match." in done.stdout


@pytest.mark.parametrize("slug", registry.slugs())
def test_rules_can_be_read(hall: Hall, slug: str) -> None:
    assert len(hall.run("rules", slug).stdout) > 500
