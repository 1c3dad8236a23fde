"""`meadhall ratings`: work ratings out again, and see matches that look like fraud."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from cyclopts import App
from rich.table import Table as Grid

from meadhall import registry
from meadhall.cli.examples import example_of
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.store import open_store
from meadhall.store.ratings.results import all_results, level_anchors
from meadhall.store.ratings.stored_ratings import SqlRatings, Suspicion

MOST_SHOWN = 1_000

ratings = App(
    name="ratings",
    help="The ratings of the people of a hall.",
    help_epilogue=example_of("ratings"),
)


def rebuild(*, db: str = "meadhall.db") -> None:
    """Work out all ratings again from the matches. They come out the same, to the last digit.

    It is needed after the rating of a level has changed, or a game was missing for a while. A
    SQLite file must not be served meanwhile.

    Args:
        db: SQLite file, or a postgresql:// address.
    """
    counted = asyncio.run(_rebuild(_existing(db)))
    SCREEN.print(f"{counted} rated matches counted.")


def suspicions(*, db: str = "meadhall.db") -> None:
    """List rated matches in which two guests came from one address, the newest first.

    People in one house or school may well play each other: look at the matches before you judge.

    Args:
        db: SQLite file, or a postgresql:// address.
    """
    found = asyncio.run(_suspicions(_existing(db)))
    grid = Grid("ended", "match", "game", "guests")
    for one in found:
        ended = datetime.fromtimestamp(one.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        grid.add_row(ended, one.match, one.game, one.names)
    SCREEN.print(grid if found else "No rated match of two guests of one address.")


for _command in (rebuild, suspicions):
    ratings.command(_command, help_epilogue=example_of(f"ratings {_command.__name__}"))


def _existing(db: str) -> str:
    if "://" not in db and not Path(db).is_file():
        raise Refused.because("NO_HALL", f"There is no hall in {db!r}: no such file.", "db")
    return db


async def _rebuild(db: str) -> int:
    store = await open_store(db)
    try:
        await store.claim("meadhall ratings rebuild")
        counting = await all_results(store.matches, registry.game)
        await SqlRatings(store.backend).rebuild(counting, level_anchors(registry.game))
    finally:
        await store.close()
    return len(counting.results)


async def _suspicions(db: str) -> tuple[Suspicion, ...]:
    store = await open_store(db)
    try:
        return await SqlRatings(store.backend).suspicions(None, MOST_SHOWN)
    finally:
        await store.close()
