"""`meadhall replay` and `meadhall verify`: records of matches, looked at and checked."""

import sys
from pathlib import Path

from meadhall import registry
from meadhall.cli import draw
from meadhall.cli.keeping import load
from meadhall.cli.news import step_lines
from meadhall.cli.screen import ERRORS, SCREEN, explained
from meadhall.cli.table import Table, resumed
from meadhall.core import record as records
from meadhall.core.refusal import Refused
from meadhall.core.seats import Viewer
from meadhall.match.facts import Player


def replay(
    file: Path,
    *,
    ply: int | None = None,
    last: bool = False,
    all_: bool = False,
    seat: int | None = None,
) -> None:
    """Print a position of a recorded match: the last one unless you choose.

    Args:
        file: The record.
        ply: The position after so many plies; 0 is the start.
        last: The last position.
        all_: Every position from first to last, with what happened between.
        seat: Through the eyes of that seat, counted from 1; else what a spectator sees.
    """
    record = load(file)
    table = resumed(registry.game(record.game), record, [Player(name) for name in record.players])
    viewer = _viewer(table, seat)
    if all_:
        for number in range(len(table.steps)):
            _print_position(table, number, viewer)
        return
    plies = len(record.plies)
    wanted = plies if last or ply is None else ply
    if not 0 <= wanted <= plies:
        raise Refused.because(
            "NO_SUCH_PLY", f"The record has plies 0 to {plies}, not {wanted}.", "ply"
        )
    _print_position(table, wanted, viewer)


def verify(*files: Path) -> None:
    """Play records again and check results and hashes; fails when any of them is wrong.

    Args:
        files: The records.
    """
    if not files:
        raise Refused.because("NO_FILE", "Name at least one record to verify.", "files")
    sound = [_is_sound(path) for path in files]
    if not all(sound):
        sys.exit(1)


def _is_sound(path: Path) -> bool:
    try:
        record = load(path)
        records.verify(registry.game(record.game), record)
    except Refused as error:
        ERRORS.print(f"{path}: wrong", style="bold red", soft_wrap=True)
        ERRORS.print(explained(error.refusal), soft_wrap=True)
        return False
    ended = record.result.reason if record.result else "unfinished"
    plies = len(record.plies)
    told = f"{path}: sound, {record.game}, {plies} plies, {ended}"
    SCREEN.print(told, soft_wrap=True)
    return True


def _viewer(table: Table, seat: int | None) -> Viewer:
    if seat is not None and not 1 <= seat <= len(table.players):
        raise Refused.because(
            "BAD_SEAT", f"The record has seats 1 to {len(table.players)}.", "seat"
        )
    return None if seat is None else seat - 1


def _print_position(table: Table, number: int, viewer: Viewer) -> None:
    SCREEN.rule(f"ply {number} of {len(table.steps) - 1}")
    for line in step_lines(table, number, viewer) if number else ():
        SCREEN.print(line)
    SCREEN.print(draw.position(table, viewer, SCREEN.width, number))
    if number == len(table.steps) - 1 and table.result is not None:
        SCREEN.print(draw.outcome(table))
