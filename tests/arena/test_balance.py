"""Balance reports: every match is counted once, for every seat, and can be read and seen."""

import sys
from pathlib import Path

import pennies_game
import pytest

from meadhall import registry
from meadhall.arena.balance import BATCH, Balance, measured
from meadhall.arena.matches import play
from meadhall.arena.plot import draw
from meadhall.arena.report import page
from meadhall.arena.score import Score
from meadhall.bots import roster
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.simulate import MatchSummary

CLASH = registry.game("elemental-clash")
PENNIES: AnyGame = pennies_game.GAME


def report(game: AnyGame, level: str, matches: int, seats: int = 2) -> Balance:
    levels = [roster.level(game, level)] * seats
    *_, last = measured(game, game.types.options(), levels, matches, Rng("report"))
    return last


def test_a_match_between_bots_repeats() -> None:
    bots = [roster.make(roster.level(CLASH, "medium"))] * 2
    first, second = (play(CLASH, CLASH.types.options(), bots, Rng("same")) for _ in range(2))
    assert first == second
    assert first.plies > 12


def test_simulated_matches_are_all_counted() -> None:
    balance = report(CLASH, "random", BATCH + 500)
    assert balance.matches == BATCH + 500 == sum(balance.reasons.values())
    assert [score.matches for score in balance.seats] == [balance.matches] * 2
    assert abs(balance.seats[0].share - 0.5) < 0.03
    for values in balance.features.values():
        assert sum(score.matches for score in values.values()) == 2 * balance.matches
    assert balance.unit == "turns"
    assert 6 <= balance.mean_length <= 15


def test_played_matches_are_counted_with_the_features_the_game_names() -> None:
    balance = report(CLASH, "medium", 3)
    assert balance.matches == 3
    assert set(balance.features) == {"bot", "wildcard"}
    assert balance.unit == "actions"


def test_a_game_without_features_or_simulator_is_reported_too() -> None:
    balance = report(PENNIES, "random", 5, max(PENNIES.spec.players))
    assert len(balance.seats) == max(PENNIES.spec.players)
    assert balance.features == {}
    assert "Balance of" in page(balance)


def test_a_score_knows_its_share_and_margin() -> None:
    score = Score()
    assert score.share == 0.5
    for payoff, times in ((1, 60), (-1, 40), (0, 11)):
        score.enter(payoff, times)
    assert (score.matches, score.share) == (111, 0.6)
    assert 0.09 < score.margin < 0.1


def counted() -> Balance:
    balance = Balance("Test", ("a", "b"))
    balance.enter(MatchSummary((1, -1), "base", 7, ((("bot", "X"),), (("bot", "Y"),))), 3)
    balance.enter(MatchSummary((-1, -1), "both", 9, ((("bot", "X"),), (("bot", "X"),))))
    return balance


def test_the_page_says_it_in_tables() -> None:
    text = page(counted())
    assert "4 matches between a, b: 25.0 % undecided, 7.5 actions long" in text
    assert "| base | 3 | 75.0 % |" in text
    assert "| seat 1 | 4 | 3 | 0 | 1 | 75.0 % ±" in text
    assert text.index("| X | 5 |") < text.index("| Y | 3 |")


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_the_picture_is_drawn_in_the_format_asked_for(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"balance{ending}"
    draw(counted(), path)
    assert path.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")


def test_a_picture_in_no_known_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="BAD_PLOT"):
        draw(counted(), tmp_path / "balance.doc")


def test_without_matplotlib_the_reason_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(Refused, match="NO_PLOTTING"):
        draw(counted(), tmp_path / "balance.svg")
