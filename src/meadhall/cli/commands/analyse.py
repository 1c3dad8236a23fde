"""`meadhall analyse`: a review of a finished match, with its turning points."""

import json
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots.bot import Budget
from meadhall.bots.chances import percent
from meadhall.bots.review.hindsight import with_names
from meadhall.bots.review.match_analysis import TURNING, Analysis, summarise
from meadhall.bots.review.match_analysis import analyse as moments_of
from meadhall.bots.review.moments import Moment
from meadhall.bots.solve.solver import DUEL
from meadhall.cli.terminal.board import seat_look
from meadhall.cli.terminal.save_files import load
from meadhall.cli.terminal.screen import ERRORS, SCREEN
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, verify
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

_DEFAULT_SECONDS = 0.5
_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 3  # columns that a move of a short match may take
_LINE = 4  # moves shown of how play might have gone on


def analyse(
    file: Path,
    *,
    seconds_per_move: float | None = None,
    nodes: int | None = None,
    seed: str = "analysis",
    json_: bool = False,
) -> None:
    """Review a finished match: chances move by move, turning points, better moves.

    Args:
        file: The record.
        seconds_per_move: How long to think about each move; half a second unless you choose.
        nodes: How many nodes to search per move instead; repeats give the same answer.
        seed: The seed of all random choices.
        json_: Print everything as JSON.
    """
    record = load(file)
    game = registry.game(record.game)
    verify(game, record)
    analysis = _analyse(game, record, _budget(seconds_per_move, nodes), Rng(seed))
    if json_:
        SCREEN.out(json.dumps(to_plain(analysis), ensure_ascii=False), highlight=False)
        return
    SCREEN.print(_plot(game, record, analysis))
    SCREEN.print(_turning_points(game, record, analysis))


def _budget(seconds: float | None, nodes: int | None) -> Budget:
    if seconds is not None and nodes is not None:
        raise Refused.because(
            "TWO_BUDGETS", "Choose either --seconds-per-move or --nodes.", "nodes"
        )
    if (nodes is not None and nodes < 1) or (seconds is not None and not 0 < seconds < inf):
        raise Refused.because("BAD_BUDGET", "There must be some time to think.", "nodes")
    if nodes is not None:
        return Budget(nodes)
    return Budget(milliseconds=max(1, round(1000 * (seconds or _DEFAULT_SECONDS))))


def _analyse(game: AnyGame, record: Record, budget: Budget, rng: Rng) -> Analysis:
    """The analysis, made with a progress bar on the screen."""
    columns = (TextColumn("Looking at move"), MofNCompleteColumn(), BarColumn())
    moments: list[Moment] = []
    with Progress(*columns, TimeRemainingColumn(), console=ERRORS, transient=True) as bar:
        task = bar.add_task("", total=len(record.plies))
        for moment in moments_of(game, record, budget, rng):
            moments.append(moment)
            bar.advance(task)
    return summarise(game, record, moments)


def _plot(game: AnyGame, record: Record, analysis: Analysis) -> Grid:
    """A line of bars for each seat, and arrows below them at the turning points.

    Two players have one line: what the first does not have, the second has.
    """
    names = [f"{seat_look(game).mark(seat)} {name}" for seat, name in enumerate(record.players)]
    room = max(10, SCREEN.width - max(map(len, names)) - 8)
    grid = Grid.grid(padding=(0, 1))
    shown = 1 if len(names) == DUEL else len(names)
    for name, curve in list(zip(names, analysis.curves, strict=True))[:shown]:
        grid.add_row(Text(name), _sparkline(curve, room), percent(curve[-1]))
    # As long as a curve, which also has the chances at the end: the columns must line up.
    marks = [0] * (len(analysis.moments) + 1)
    for ply in analysis.turning:
        marks[ply - 1] = 1
    arrows = "".join("▲" if any(part) else " " for part in _columns(marks, room))
    # For two players the other name is below the line, as its chances are above the bars.
    below = Text(names[1]) if shown == 1 else ""
    grid.add_row(below, Text(arrows), percent(analysis.curves[1][-1]) if shown == 1 else "")
    return grid


def _sparkline(curve: Sequence[int], room: int) -> Text:
    tall = len(_BARS)
    # Chances are in thousandths; a certain win, 1000, has the highest bar too.
    means = [sum(part) // len(part) for part in _columns(curve, room)]
    return Text("".join(_BARS[min(tall - 1, mean * tall // 1000)] for mean in means))


def _columns(values: Sequence[int], room: int) -> list[Sequence[int]]:
    """The values of each column: several where there are more values than columns."""
    width = min(room, _WIDEST * len(values))
    starts = [column * len(values) // width for column in range(width + 1)]
    # Where there are more columns than values, neighbours repeat a value.
    return [values[first : max(first + 1, last)] for first, last in pairwise(starts)]


def _turning_points(game: AnyGame, record: Record, analysis: Analysis) -> Grid | str:
    """The turning points, each with its sentence."""
    if not analysis.turning:
        return f"No move turned the match: none lost {percent(TURNING)} of the victory at once."
    grid = Grid(title="Turning points", title_justify="left")
    for title in ("move", "who", "what happened"):
        grid.add_column(title, overflow="fold")
    for ply in analysis.turning:
        moment = analysis.moments[ply - 1]
        who = f"{seat_look(game).mark(moment.seat)} {record.players[moment.seat]}"
        grid.add_row(*map(Text, (str(ply), who, _story(moment, record.players))))
    return grid


def _story(moment: Moment, names: Sequence[str]) -> str:
    """What the move lost, and how play might have gone on after the better one."""
    onward = ", ".join(with_names(text, names) for text in moment.phrases.line[1:_LINE])
    return f"{moment.told} Then perhaps: {onward}." if onward else moment.told
