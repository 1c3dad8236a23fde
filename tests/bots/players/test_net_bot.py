"""Networks from files: they play legal actions, and bad files are refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meadhall import envs, registry
from meadhall.arena.contest.job import Job, carry_out
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.cli.arguments import player
from meadhall.core.game import start, to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng


def write(path: Path, inputs: int, outputs: int, **more: object) -> str:
    dice = np.random.default_rng(1)
    layers = {
        "w0": dice.normal(size=(inputs, 8)).astype(np.float32),
        "b0": np.zeros(8, np.float32),
        "w1": dice.normal(size=(8, outputs)).astype(np.float32),
        "b1": np.zeros(outputs, np.float32),
    }
    np.savez(path, **{**layers, **more})  # type: ignore[arg-type]
    return f"net:{path}"


@pytest.mark.parametrize(
    ("name", "compact"), [("jarls", 0), ("chinese-checkers", 1), ("secret-toaster", 1)]
)
def test_a_network_plays_the_legal_action_with_the_highest_output(
    name: str, compact: int, tmp_path: Path
) -> None:
    game = registry.game(name)
    options, learn = game.types.options(), game.learn
    assert learn is not None
    state = start(game, options, 2, Rng("x"))
    count = learn.compact.count if compact and learn.compact else learn.action_count
    assert count is not None
    inputs, outputs = int(np.prod(learn.shape(options, 2))), count(options, 2)
    file = write(tmp_path / "net.npz", inputs, outputs, compact=np.array(compact))
    bot = roster.make(roster.entrant(game, file))
    for _ in range(4):
        seat = to_act(game, state)[0]
        turn = Turn.of(game, state, seat, 2)
        action = bot.choose(turn, Budget(), Rng("y")).action
        assert action in turn.legal
        state = game.apply(state, seat, action).state


def test_a_file_names_a_bot_at_the_terminal_in_the_arena_and_in_environments(
    tmp_path: Path,
) -> None:
    game = registry.game("jarls")
    options, learn = game.types.options(radius=3), game.learn
    assert learn is not None
    assert learn.action_count is not None
    inputs, outputs = int(np.prod(learn.shape(options, 2))), learn.action_count(options, 2)
    file = write(tmp_path / "net.npz", inputs, outputs)
    assert player(game, file).bot == file
    outcome = carry_out(Job(0, "jarls", ("random", file), "1", (("radius", 3),)))
    assert outcome.error == ""
    env = envs.single("jarls", opponents=file, seat=1, radius=3)
    _, info = env.reset(seed=1)
    assert info["seat"] == 1


def test_a_network_for_another_table_is_refused(tmp_path: Path) -> None:
    game = registry.game("jarls")
    state = start(game, game.types.options(), 2, Rng("x"))
    bot = roster.make(roster.entrant(game, write(tmp_path / "n.npz", 3, 4)))
    with pytest.raises(Refused, match="3 inputs and 4 outputs"):
        bot.choose(Turn.of(game, state, 0, 2), Budget(), Rng("y"))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"b0": np.zeros(3, np.float32)}, "layer 0 needs"),
        ({"w1": np.zeros((5, 4), np.float32)}, "does not fit the one before"),
        ({"b1": np.full(4, np.nan, np.float32)}, "finite"),
        ({"b1": np.zeros(4, np.int64)}, "floating"),
        ({"scale": np.zeros(9, np.float32)}, "one number for each input"),
        ({"b1": np.array([None] * 4)}, "cannot be read"),
    ],
)
def test_bad_files_are_refused(more: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=sentence):
        roster.entrant(registry.game("jarls"), write(tmp_path / "n.npz", 3, 4, **more))


def test_what_is_no_file_is_refused_and_servers_take_no_files(tmp_path: Path) -> None:
    game = registry.game("jarls")
    (tmp_path / "text").write_text("no network")
    for name in ("missing", "text"):
        with pytest.raises(Refused, match="cannot be read"):
            roster.entrant(game, f"net:{tmp_path / name}")
    with pytest.raises(Refused, match="UNKNOWN_BOT"):
        roster.level(game, write(tmp_path / "n.npz", 3, 4))
