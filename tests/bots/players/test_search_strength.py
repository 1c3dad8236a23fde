"""The baseline of the strength benchmark is the recorded minimax."""

import gzip
import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from tests.vectors.checkers_lines import FILE

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.roster import level, make
from meadhall.core.game import speed, strategy
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Options, State

pytest.importorskip("numba")
SCRIPT = Path(__file__).parents[3] / "benchmarks" / "bots" / "checkers_strength.py"
SPEC = spec_from_file_location("checkers_strength", SCRIPT)
assert SPEC is not None
assert SPEC.loader is not None
strength = module_from_spec(SPEC)
SPEC.loader.exec_module(strength)


@pytest.mark.skipif(not FILE.exists(), reason="no vectors")
def test_the_baseline_finds_the_recorded_scores() -> None:
    with gzip.open(FILE, "rt", encoding="utf-8") as text:
        lines = [line for line in map(json.loads, text) if line["kind"] == "ai"]
    for line in lines:
        state = State(Options("free"), line["n"], line["pos"], line["turn"])
        turn = Turn.of(GAME, state, state.turn, state.seats)
        thought = strength.PlainMinimax(line["depth"]).choose(turn, Budget(), Rng("x"))
        assert [thought.action.start, thought.action.end] in line["best"], line["id"]
        assert thought.score == line["score"], line["id"]


def test_a_medium_bot_beats_an_easy_one_and_every_match_is_won_in_play() -> None:
    medium, easy = (make(level(GAME, name)) for name in ("medium", "easy"))
    share, reasons = strength.play_pairing(medium, easy, Budget(nodes=2000), 4)
    assert share >= 0.75
    assert set(reasons) <= {"goal", "blockedGoal"}


def test_six_bots_finish_a_match() -> None:
    easy = make(level(GAME, "easy"))
    _, result = strength.play_match([(easy, Budget(nodes=500))] * 6, "six")
    assert result.reason in ("goal", "blockedGoal")


def test_the_baseline_does_not_know_what_ours_knows() -> None:
    assert strategy(strength.PLAIN).repeats is None
    assert speed(strength.PLAIN).lane is not speed(GAME).lane
