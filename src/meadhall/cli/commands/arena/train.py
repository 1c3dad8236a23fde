"""`meadhall arena train`: learns the weights of a game's network from self-play."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table

from meadhall.cli.arguments import AT_LEAST_ONE
from meadhall.cli.commands.arena.runs import WorkerOptions, progress_bar
from meadhall.cli.terminal.save_files import write_atomically
from meadhall.cli.terminal.screen import SCREEN

if TYPE_CHECKING:
    from meadhall.arena.train.fit import RoundLoss
    from meadhall.core.bulk_play import Pupils

_BAR = 40


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TrainOptions(WorkerOptions):
    """How a network is trained."""

    matches: Annotated[int, Parameter(name=("--games", "--matches")), AT_LEAST_ONE] = 2000
    """How many matches are played to learn from, rounded up to whole jobs."""
    nodes: Annotated[int, AT_LEAST_ONE] = 500
    """How many positions each move of these matches is searched."""
    rounds: Annotated[int, AT_LEAST_ONE] = 8
    """How many times all positions are learned from."""
    hidden: Annotated[int, AT_LEAST_ONE] = 32
    """How many hidden sums each side has."""
    generations: Annotated[int, AT_LEAST_ONE] = 12
    """How many times play and learning take turns, in games whose players learn from themselves.
    There, a generation plays `--matches` matches, and `--nodes` has no meaning."""


def train(game: str, folder: Path, *, run: TrainOptions | None = None) -> None:
    """Let the search play itself, and fit the game's network to the positions.

    The same command continues an interrupted training. The weights are in FOLDER/network.json; a
    game uses the file of that name in its folder `bots`. Train again with them to improve them.

    Args:
        game: The game.
        folder: Where positions and weights are kept.
        run: How the network is trained.
    """
    # Imported here: they load numpy and Numba.
    from meadhall.arena.train.folder import TrainingPlan  # noqa: PLC0415
    from meadhall.arena.train.generations import pupils  # noqa: PLC0415
    from meadhall.arena.train.training import Training  # noqa: PLC0415

    run = run or TrainOptions()
    taught = pupils(game)
    if taught is not None:
        _train_generations(game, folder, taught, run)
        return
    training = Training(TrainingPlan(game, run.seed, run.nodes, run.hidden, run.matches), folder)
    with progress_bar() as progress:
        done, total = training.progress()
        task = progress.add_task("playing", total=total, completed=done)
        for _ in training.gather(run.executors()):
            progress.advance(task)
        task = progress.add_task("learning", total=run.rounds)
        for loss in training.learn(run.rounds):
            progress.update(task, completed=loss.round + 1)
    write_atomically(folder / "network.json", training.network_file())
    _show_curve(training.losses, f"{training.size:,} positions")


def _train_generations(game: str, folder: Path, taught: "Pupils", run: TrainOptions) -> None:
    """Train players that learn from themselves."""
    from meadhall.arena.train.generations import GenerationPlan, GenerationTraining  # noqa: PLC0415

    plan = GenerationPlan(game, run.seed, run.hidden, run.matches, run.generations)
    training = GenerationTraining(plan, taught, folder)
    with progress_bar() as progress:
        task = progress.add_task("learning", total=run.generations, completed=training.done)
        for _ in training.run(run.executors(), run.rounds):
            progress.advance(task)
    write_atomically(folder / "network.json", training.file(last=True))
    _show_curve(training.losses, f"{run.matches:,} matches a generation")


def _show_curve(losses: "Sequence[RoundLoss]", title: str) -> None:
    """Show the loss after each round as a number and as a bar."""
    table = Table("round", "learned", "kept back", "", title=title)
    most = max(loss.kept_back for loss in losses)
    for loss in losses:
        bar = "█" * round(_BAR * loss.kept_back / most)
        table.add_row(str(loss.round + 1), f"{loss.learned:.6f}", f"{loss.kept_back:.6f}", bar)
    SCREEN.print(table)
