"""Training a network: the same positions from the same seed, weights that learn, a resumed run."""

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from meadhall.arena.contest.executors import Inline  # noqa: E402
from meadhall.arena.train.fit import Fitting, chances, new_weights, quantise  # noqa: E402
from meadhall.arena.train.folder import TrainingFolder, TrainingPlan  # noqa: E402
from meadhall.arena.train.self_play import PAD, PositionJob, Positions, play_positions  # noqa: E402
from meadhall.arena.train.training import Training  # noqa: E402
from meadhall.cli.app import app  # noqa: E402
from meadhall.core.refusal import Refused  # noqa: E402
from meadhall.kit.network import read_network  # noqa: E402

PLAN = TrainingPlan("chinese-checkers", "test", 40, 8, 20)


def made_up_positions(count: int = 60_000) -> Positions:
    """The mover's first input decides who is better, which the evaluation does not say."""
    random = np.random.default_rng(1)
    own = random.integers(0, 6, (count, 2)).astype(np.int16)
    own[:, 1] = PAD
    score = np.where(own[:, 0] < 3, 80, -80).astype(np.int32)
    return Positions(own, np.full_like(own, PAD), np.zeros_like(score), score, score)


def test_equal_jobs_give_equal_positions() -> None:
    job = PositionJob("chinese-checkers", "same", 40, 0, 2)
    one, two = play_positions(job), play_positions(job)
    assert len(one) > 50
    for name in ("mover", "other", "base", "score", "outcome"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    other = play_positions(PositionJob("chinese-checkers", "another", 40, 0, 2))
    assert not np.array_equal(one.mover[:20], other.mover[:20])


def test_both_sides_see_the_same_marbles() -> None:
    """An own marble of one side is a marble of the opponent for the other, seen from behind."""
    found = play_positions(PositionJob("chinese-checkers", "sides", 40, 0, 1))
    for mover, other in zip(found.mover, found.other, strict=True):
        turned = {120 - n + 121 if n < 121 else 120 - (n - 121) for n in map(int, mover)}
        assert turned == set(map(int, other))


def test_the_network_learns_what_the_evaluation_lacks() -> None:
    fitting = Fitting.of(made_up_positions(), 100.0, ())
    weights = new_weights(6, 8, 1)
    first, *_, last = fitting.rounds(weights, 0, 8)
    assert last.kept_back < first.kept_back / 4
    network = quantise(weights, 100.0, ())
    assert min(network.score([n], []) for n in (0, 1, 2)) > 40
    assert max(network.score([n], []) for n in (3, 4, 5)) < -40


def test_mirrors_double_the_positions() -> None:
    positions = made_up_positions(10)
    fitting = Fitting.of(positions, 100.0, ((5, 4, 3, 2, 1, 0),))
    assert np.array_equal(fitting.sides[10:, 0, 0], 5 - positions.mover[:, 0])
    assert (fitting.sides[10:, 1] == PAD).all()
    assert np.array_equal(fitting.aims[:10], fitting.aims[10:])


def test_chances_follow_from_scores() -> None:
    assert chances(np.array([0, 10**9, -(10**9)]), 50.0) == pytest.approx([0.5, 1, 0])


def test_an_interrupted_training_goes_on_and_comes_to_the_same_network(tmp_path: Path) -> None:
    whole = Training(PLAN, tmp_path / "whole")
    assert len(list(whole.gather(Inline))) == 1
    list(whole.learn(3))
    begun = Training(PLAN, tmp_path / "parts")
    list(begun.gather(Inline))
    list(begun.learn(1))
    resumed = Training(PLAN, tmp_path / "parts")
    assert resumed.progress() == (1, 1)
    assert list(resumed.gather(Inline)) == []
    assert [loss.round for loss in resumed.learn(3)] == [1, 2]
    assert resumed.network_file() == whole.network_file()


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    TrainingFolder(tmp_path, "one")
    with pytest.raises(Refused, match="OTHER_RUN"):
        TrainingFolder(tmp_path, "two")


def test_the_command_writes_a_network_with_its_history(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--matches", "20", "--nodes", "40", "--rounds", "2", "--hidden", "8", "--workers", "1"]
    with pytest.raises(SystemExit) as ended:
        app(["arena", "train", "chinese-checkers", str(tmp_path), *words])
    assert ended.value.code == 0
    network = read_network((tmp_path / "network.json").read_text("utf-8"))
    assert network.hidden == 8
    assert network.history[-1]["matches"] == 20
    assert "kept back" in capsys.readouterr().out


def test_a_game_without_a_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="NO_NETWORK"):
        Training(TrainingPlan("elemental-clash", "x", 10, 8, 20), tmp_path)
