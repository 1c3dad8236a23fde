"""Agents are rated on duplicate deals with dice that can be checked, against fixed anchors."""

import json
import sys
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.arena.contest.job import carry_out
from meadhall.arena.evaluate.bradley_terry import PairGame, expected_score, fit
from meadhall.arena.evaluate.evaluation import (
    Evaluation,
    anchor_points,
    field_of,
)
from meadhall.arena.evaluate.repeat import ForkPoint, repeat_decision
from meadhall.cli.commands.arena.evaluations import (
    EvaluateOptions,
    RepeatOptions,
    evaluate,
    repeat,
)
from meadhall.core.record import read_record, verify
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seed_proof import commitment_to

AGENT = """
import json, sys
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    text = question["moves"][0] if number else "I move to the Throne."
    print(json.dumps({"text": text, "tokens": 10}), flush=True)
"""


def games_of(agent: float, anchors: dict[str, int], count: int) -> list[PairGame]:
    """Games with scores as expected of an agent with these points, drawn with a fixed seed."""
    games, rng = [], Rng("fit")
    for name, points in anchors.items():
        for number in range(count):
            draw, rng = rng.below(10_000)
            won = draw < 10_000 * expected_score(agent - points)
            games.append(PairGame("agent", name, float(won), f"{name} {number // 2}"))
    return games


@pytest.mark.parametrize("strength", [1000, 1250, 1500])
def test_sixty_games_a_pair_give_the_points_within_fifty(strength: int) -> None:
    """With seven anchors, 200 points apart, for agents among them; at the ends it is more."""
    anchors = {f"level {number}": 600 + 200 * number for number in range(7)}
    rows = {row.name: row for row in fit(games_of(strength, anchors, 60), anchors)}
    agent = rows["agent"]
    assert agent.error <= 50
    assert abs(agent.points - strength) <= 50
    assert agent.games == 60 * len(anchors)
    assert {name: rows[name].points for name in anchors} == anchors


def test_games_of_one_deal_count_as_one_if_they_end_alike() -> None:
    anchors = {"a": 1000}
    alone = [PairGame("x", "a", number % 2, f"{number}") for number in range(40)]
    alike = [PairGame("x", "a", number // 10 % 2, f"{number // 10}") for number in range(40)]
    by_name = [next(row for row in fit(g, anchors) if row.name == "x") for g in (alone, alike)]
    assert by_name[1].error > 2 * by_name[0].error


def test_a_bot_that_wins_every_game_has_finite_points_and_an_unrated_anchor_is_found() -> None:
    games = [PairGame("x", "mid", 1.0, f"{n}") for n in range(20)]
    games += [PairGame("mid", "low", float(n % 4 > 0), f"{n}") for n in range(40)]
    rows = {row.name: row for row in fit(games, {"low": 500})}
    assert 600 < rows["mid"].points < 800 < rows["x"].points < 2500
    assert rows["x"].error > rows["mid"].error > 0


def test_all_pairs_play_the_same_deals_in_every_rotation() -> None:
    field = field_of("jarls", 3, ["random", "novice"], ["greedy"])
    jobs = Evaluation(("greedy",), (field,), "secret", pair_games=12).jobs()
    assert [job.number for job in jobs] == list(range(len(jobs)))
    deals: dict[str, set[str]] = {}
    for job in jobs:
        assert job.proof is not None
        deals.setdefault(job.proof.match, set()).add(job.game_seed)
    assert len(deals) > 1
    assert all(len(seeds) == 1 for seeds in deals.values())
    anchors = [{*job.seats} - {"greedy"} for job in jobs]
    assert {frozenset(pair) for pair in anchors} == {frozenset({"random"}), frozenset({"novice"})}


def test_a_scripted_agent_and_a_random_one_are_rated(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(AGENT, "utf-8")
    scripted = f"program:{sys.executable} {tmp_path / 'agent.py'}"
    out = tmp_path / "out"
    run = EvaluateOptions(
        out=out, anchors=("novice",), pair_games=4, workers=1, moments=1, repeat=2, tokens=10_000
    )
    evaluate(scripted, "random", games=("jarls",), run=run)
    page = (out / "report.html").read_text("utf-8")
    for text in ("program:agent.py", "random", "Critical moments", "The same decision again"):
        assert text in page
    assert "I move to the Throne." in page
    assert "<script" not in page
    assert "http" not in page
    commitments = json.loads((out / "commitments.json").read_text("utf-8"))
    records = sorted((out / "records").glob("*.json"))
    assert len(records) == 8
    for path in records:
        record = read_record(path.read_text("utf-8"))
        verify(registry.game("jarls"), record)
        assert record.proof is not None
        assert commitments[record.proof.match] == commitment_to(record.proof.secret)
    before = (out / "ledger.jsonl").read_bytes()
    evaluate(scripted, "random", games=("jarls",), run=run)
    assert (out / "ledger.jsonl").read_bytes() == before, "nothing is played twice"
    repeat(records[0], 0, "random", run=RepeatOptions(times=3, others="random"))


def test_a_decision_is_repeated_with_the_same_position_and_other_luck() -> None:
    field = field_of("jarls", None, ["random"], ["greedy"])
    job = Evaluation(("greedy",), (field,), "1", pair_games=2).jobs()[0]
    record = read_record(carry_out(job).record)
    seat = record.plies[2].seat
    point = ForkPoint(record, 2, seat, ("random", "random"))
    rows = repeat_decision(point, 12, "1")
    assert sum(row.times for row in rows) == 12
    assert len(rows) > 1
    assert rows == repeat_decision(point, 12, "1")
    with pytest.raises(Refused, match="NOT_ASKED"):
        repeat_decision(ForkPoint(record, 2, 1 - seat, ("random", "random")), 1, "1")
    with pytest.raises(Refused, match="NO_SUCH_PLY"):
        repeat_decision(ForkPoint(record, 9999, seat, ("random", "random")), 1, "1")


def test_bad_names_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    run = EvaluateOptions(out=tmp_path / "none")
    for agents, games, code in [
        (("program:no-such-program",), ("jarls",), "BAD_PROGRAM"),
        (("random",), ("chess",), "UNKNOWN_GAME"),
        (("random", "random"), ("jarls",), "BAD_ENTRANTS"),
        ((), ("jarls",), "BAD_ENTRANTS"),
    ]:
        with pytest.raises(Refused, match=code):
            evaluate(*agents, games=games, run=run)
    with pytest.raises(Refused, match="NO_ANCHORS"):
        evaluate("novice", games=("jarls",), run=EvaluateOptions(anchors=("novice",)))
    assert not (tmp_path / "none").exists()


def test_levels_keep_their_order_as_anchors() -> None:
    points = [anchor_points("jarls", name) for name in ("random", "novice", "easy", "casual")]
    assert all(points)
    assert points == sorted(points, key=lambda each: each or 0)
    assert anchor_points("jarls", "expert") is None
