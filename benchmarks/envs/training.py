"""What the examples of training reach: their networks, as bots of the hall, against its bots.

Each example trains in an environment of its own with a CPU build of PyTorch, made on first use,
and writes its network. Then `net:FILE` plays duels in this process, as in `meadhall arena duel`.
The shares are of the decided games, with their 95 % interval.

`MEADHALL_TRAINING_STEPS` is the part of the examples' own steps that is trained (1). pip has to
know a CPU build of PyTorch: the version says so, `+cpu`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from meadhall.arena.contest.job import carry_out
from meadhall.arena.contest.schedule import Contest, duel
from meadhall.arena.contest.score import Score
from meadhall.cli.bench.figures import Figure

sys.path.append(str(Path(__file__).parent))

from own_python import python_with

TITLE = "Examples of training: their networks as bots, games won against bots of the hall"
EXAMPLES = Path(__file__).parents[2] / "examples" / "training"
TORCH = ("torch==2.13.0+cpu", "sb3-contrib==2.9.2", "torchrl==0.14.1 tensordict==0.14.3")
GAMES = 200
PART = float(os.environ.get("MEADHALL_TRAINING_STEPS", "1"))


@dataclass(frozen=True)
class Example:
    """An example, the game it learns, and the percentage it should win against each opponent."""

    file: str
    steps: int
    game: str
    wanted: dict[str, int]
    options: tuple[tuple[str, int], ...] = ()


ALL = (
    Example("ppo_self_play.py", 150_000, "elemental-clash", {"novice": 80, "casual": 50}),
    Example("maskable_ppo.py", 20_000, "jarls", {"random": 95, "novice": 90}, (("radius", 3),)),
    Example("torchrl_ppo.py", 12_288, "elemental-clash", {"novice": 60}),
)


def measure() -> list[Figure]:
    """Train with all examples, and let their networks play."""
    with TemporaryDirectory() as folder:
        return [figure for each in ALL for figure in _of(each, Path(folder))]


def _of(example: Example, folder: Path) -> Iterator[Figure]:
    network = folder / f"{example.file}.npz"
    steps = max(1, round(PART * example.steps))
    began = perf_counter()
    script = str(EXAMPLES / example.file)
    command = [_python(), script, "--steps", str(steps), "--out", str(network)]
    subprocess.run(command, check=True)
    taken = perf_counter() - began
    name = f"{example.file}, {steps:,} steps"
    yield Figure(f"{name}: training", taken, "s")
    for opponent, wanted in example.wanted.items():
        score = _score(example, network, opponent)
        low, high = (100 * bound for bound in score.interval)
        title = f"{name}: {example.game} against {opponent}"
        unit, games = f"% ({low:.0f} to {high:.0f})", f"{score.matches} games"
        yield Figure(title, 100 * score.share, unit, None, games, f"{wanted} or more")


def _score(example: Example, network: Path, opponent: str) -> Score:
    """The network's games against the opponent, on duplicate deals, both seats by turns."""
    score, learner = Score(), f"net:{network}"
    contest = Contest(example.game, 2, options=example.options)
    for job in duel(contest, learner, opponent, GAMES):
        outcome = carry_out(job)
        if outcome.error:
            raise RuntimeError(outcome.error)
        score.enter(outcome.payoffs[outcome.seats.index(learner)])
    return score


@cache
def _python() -> str:
    return python_with(*TORCH, hall="[envs,fast]")
