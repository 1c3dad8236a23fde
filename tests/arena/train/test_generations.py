"""Players that learn from themselves: what a position is worth, and a training that continues."""

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from meadhall.arena.contest.executors import Inline  # noqa: E402
from meadhall.arena.train.generations import (  # noqa: E402
    FUTURE,
    GenerationJob,
    GenerationPlan,
    GenerationTraining,
    play_generation,
    prepare,
    pupils,
    worth_by_future,
)
from meadhall.cli.app import app  # noqa: E402
from meadhall.core.refusal import Refused  # noqa: E402
from meadhall.kit.network import read_network  # noqa: E402

CLASH = "elemental-clash"


def trained(folder: Path, generations: int = 2) -> GenerationTraining:
    """A training of two generations that stops after that many."""
    taught = pupils(CLASH)
    assert taught is not None
    training = GenerationTraining(GenerationPlan(CLASH, "test", 4, 30, 2), taught, folder)
    for loss in training.run(Inline, 1):
        if loss.round + 1 == generations:
            break
    return training


def test_a_position_is_worth_what_was_seen_and_what_came_of_it() -> None:
    seen_tried_last_result = [
        (1_000, 0, 0, -10_000),
        (2_000, 1, 0, -10_000),
        (4_000, 0, 1, -10_000),
        (5_000, 1, 1, 10_000),
    ]
    last = 0.4 + FUTURE * (-1 - 0.4)
    worth = [0.1 + FUTURE * (0.2 - 0.1), 0.2, last, 0.5]
    assert worth_by_future(np.array(seen_tried_last_result)) == pytest.approx(worth)


def test_both_sides_learn_from_a_position() -> None:
    rows = np.array([[3, -1, 5, 6, 10_000, 1, 1, 10_000]])
    fitting = prepare([rows], 2, 1)
    seen = sorted(zip(fitting.sides.tolist(), fitting.aims[:, 1].tolist(), strict=True))
    assert seen == [([[3, -1], [5, 6]], 1.0), ([[5, 6], [3, -1]], 0.0)]


def test_a_training_continues_and_gives_the_same_file(tmp_path: Path) -> None:
    trained(tmp_path / "stopped", 1)
    resumed = trained(tmp_path / "stopped")
    whole = trained(tmp_path / "whole")
    assert resumed.file(last=False) == whole.file(last=False)
    assert [loss.round for loss in whole.losses] == [0, 1]
    network = read_network(whole.file(last=False))
    assert network.history[-1]["generations"] == 2
    assert list(network.output[:4]) == [-weight for weight in network.output[4:]]


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    (tmp_path / "training.txt").write_text("another", "utf-8")
    with pytest.raises(Refused, match="another"):
        trained(tmp_path)


def test_games_without_such_players_are_refused() -> None:
    assert pupils("jarls") is None
    with pytest.raises(Refused, match="no players that learn"):
        play_generation(GenerationJob("jarls", "", "seed", 1, (2, 2)))


def test_the_command_trains_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = "arena train elemental-clash --matches 10 --generations 1 --rounds 1 --hidden 4"
    with pytest.raises(SystemExit) as ended:
        app([*command.split(), "--workers", "1", str(tmp_path)])
    assert ended.value.code == 0
    assert "10 matches a generation" in capsys.readouterr().out
    assert read_network((tmp_path / "network.json").read_text("utf-8")).hidden == 4
