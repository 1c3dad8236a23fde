"""The examples of training run in small, and the networks that they write play as bots."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from meadhall import registry
from meadhall.arena.contest.play_match import play_match
from meadhall.bots import roster
from meadhall.bots.players.random_bot import RandomBot
from meadhall.core.rng import Rng

EXAMPLES = Path(__file__).parents[2] / "examples" / "training"
CLASH, JARLS = "elemental-clash", "jarls"
RUNS: dict[str, tuple[str, list[str], str, dict[str, int]]] = {
    "ppo_self_play.py": ("torch", ["--steps=512", "--matches=8", "--rollout=16"], CLASH, {}),
    "maskable_ppo.py": ("sb3_contrib", ["--steps=1"], JARLS, {"radius": 3}),
    "torchrl_ppo.py": ("torchrl", ["--steps=200", "--opponent=self"], CLASH, {}),
}
"""The library that the example needs, its words, and the game that it learns, with options."""
WHY = "PyTorch and its libraries are not in the locked environment; install {} to run this test"


def load(file: str) -> Any:
    spec = spec_from_file_location(file.removesuffix(".py"), EXAMPLES / file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("default")  # of the libraries
@pytest.mark.parametrize("file", RUNS)
def test_an_example_of_training_makes_a_bot(file: str, tmp_path: Path) -> None:
    library, words, slug, options = RUNS[file]
    pytest.importorskip(library, reason=WHY.format(library))
    network = tmp_path / "network.npz"
    load(file).main([*words, f"--out={network}"])
    game = registry.game(slug)
    bot = roster.make(roster.entrant(game, f"net:{network}"))
    played = play_match(game, game.types.options(**options), [bot, RandomBot()], Rng("1"))
    assert sum(seat == 0 for seat, _ in played.actions) > 2


def test_every_example_of_training_has_a_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS)
