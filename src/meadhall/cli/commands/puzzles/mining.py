"""`meadhall puzzles mine`: make puzzles from matches of bots, or from finished ones."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from meadhall import registry
from meadhall.bots.solve.solver import check_solvable, proving_lane
from meadhall.cli.arguments import Words, check_seed
from meadhall.cli.terminal.save_files import load
from meadhall.cli.terminal.screen import ERRORS, SCREEN
from meadhall.core.game import AnyGame, default_traits, start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.puzzles.bot_matches import SEATS
from meadhall.puzzles.find import USUAL
from meadhall.puzzles.mine import (
    MiningPlan,
    Selection,
    Vein,
    mine_records,
    mine_self_play,
    read_progress,
    write_plan,
    write_vein,
)
from meadhall.puzzles.puzzle import write_puzzles
from meadhall.puzzles.puzzle_set import FILE
from meadhall.puzzles.races import open_race_table

MOST = 10_000
ENOUGH = Parameter(validator=Number(gte=1, lte=MOST))
LENGTH = Parameter(validator=Number(gte=1, lte=20))


def mine(  # noqa: PLR0913 - each is a flag of the command
    game: str,
    *,
    count: Annotated[int, ENOUGH] = 500,
    seed: str = "1",
    longest: Annotated[int, LENGTH] = USUAL.moves,
    races: bool = False,
    out: Path = Path(FILE),
    record: Annotated[Words, Parameter(negative=(), show_default=False)] = (),
) -> None:
    """Make puzzles of a game: positions in which a solver proves that one move alone wins.

    The same game, seed and count give the same puzzles. What every match has yielded is noted in a
    file beside the puzzles, so after Ctrl-C the same command goes on where it stopped.

    Args:
        game: A game for two whose fast lane can prove wins, for example: jarls.
        count: How many puzzles to make.
        seed: The seed of the matches.
        longest: How many moves of its winner a puzzle may have at most.
        races: Take ends of races instead, in which every other first move loses.
        out: The file for the puzzles; beside it, with .progress, what was found so far.
        record: A finished match to look into instead; may be given several times.
    """
    chosen = registry.game(game)
    _check_minable(chosen)
    if races:
        open_race_table(chosen)
    whose = " ".join(record) or check_seed(seed)
    plan = MiningPlan(game, count, whose, longest, races)
    try:
        selection = _mine_into(out, chosen, plan, record)
    except OSError as error:
        text = f"{error.filename} cannot be written: {error.strerror}."
        raise Refused.because("CANNOT_WRITE", text, "out") from None
    lengths = Counter(puzzle.moves for puzzle in selection.puzzles)
    spread = ", ".join(f"{lengths[moves]} in {moves}" for moves in sorted(lengths))
    SCREEN.print(f"{len(selection.puzzles)} puzzles in {out}: {spread or 'none'}", soft_wrap=True)


def _mine_into(out: Path, game: AnyGame, plan: MiningPlan, records: Words) -> Selection:
    """The puzzles, which are also written. What was found before is not looked for again."""
    progress, selection = out.with_name(f"{out.name}.progress"), Selection(plan.count)
    veins = _open_progress(plan, progress)
    for vein in veins:
        selection.add(vein)
    _go_on(game, plan, records, len(veins), selection, progress)
    out.write_text(write_puzzles(selection.puzzles), "utf-8")
    return selection


def _check_minable(game: AnyGame) -> None:
    """Refuse a game in which nothing can be proved, before anything is written."""
    title = game.spec.title
    state = None
    if SEATS in game.spec.players:
        state = start(game, game.types.options(), SEATS, Rng("mine"))
        check_solvable(game, state, default_traits(game), SEATS)
    if state is None or game.notation.position is None or proving_lane(game, state) is None:
        text = f"Puzzles of {title} cannot be mined: no fast lane proves wins for two players."
        raise Refused.because("NOT_SOLVABLE", text, "game")


def _open_progress(plan: MiningPlan, file: Path) -> tuple[Vein, ...]:
    """What was found before. The file is written anew, without a line that was cut off."""
    veins = read_progress(plan, file.read_text("utf-8")) if file.exists() else ()
    file.write_text(write_plan(plan) + "".join(map(write_vein, veins)), "utf-8")
    return veins


def _go_on(  # noqa: PLR0913, PLR0917 - what was given and what was found
    game: AnyGame, plan: MiningPlan, records: Words, first: int, selection: Selection, file: Path
) -> None:
    """Mine until there are enough, noting each match."""
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), BarColumn())
    with (
        Progress(*columns, TimeElapsedColumn(), console=ERRORS, transient=True) as bar,
        file.open("a", encoding="utf-8") as notes,
    ):
        task = bar.add_task("Puzzles", total=plan.count, completed=len(selection.puzzles))
        for vein in _veins(game, plan, records, first, selection):
            notes.write(write_vein(vein))
            notes.flush()
            selection.add(vein)
            text = f"Match {vein.match + 1}: puzzles"
            bar.update(task, completed=len(selection.puzzles), description=text)


def _veins(
    game: AnyGame, plan: MiningPlan, records: Words, first: int, selection: Selection
) -> Iterator[Vein]:
    if records:
        found = mine_records(game, plan, [load(Path(name)) for name in records], first)
    else:
        found = mine_self_play(game, plan, first)
    while not selection.is_full and (vein := next(found, None)) is not None:
        yield vein
