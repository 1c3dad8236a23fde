"""Puzzles over HTTP. The docstrings are the API's documentation."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, SkipValidation
from litestar.status_codes import HTTP_200_OK

from meadhall.match.ports import StoreUnavailable
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import (
    MaybeVisitor,
    Visitor,
    provide_hall,
    provide_maybe,
    provide_visitor,
)
from meadhall.server.api.prices import CHANGE, RECORD
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.protocol.puzzles.puzzle_cards import (
    MatchSearch,
    OwnMistakes,
    PuzzleAnswer,
    PuzzlePage,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleTry,
)
from meadhall.server.puzzles.own_mistakes import OwnMatches
from meadhall.server.puzzles.puzzle_desk import PuzzleDesk
from meadhall.store.people.stored_profiles import SqlProfiles
from meadhall.store.puzzles.stored_puzzles import SqlPuzzles

TIDY_SECONDS = 3600.0
"""How often guests who have not come back are forgotten."""
DeskHere = NamedDependency[SkipValidation[PuzzleDesk]]
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES, status_code=HTTP_200_OK)


@asynccontextmanager
async def open_puzzles(hall: Hall) -> AsyncIterator[PuzzleDesk]:
    """The puzzles of a running hall, until the context ends."""
    stored, profiles = SqlPuzzles(hall.store.backend), SqlProfiles(hall.store.backend)
    work = asyncio.create_task(_tidy(hall, stored))
    try:
        yield PuzzleDesk(hall, stored, OwnMatches(hall, stored, profiles))
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


async def _tidy(hall: Hall, stored: SqlPuzzles) -> None:
    """Tidy for ever. Of several processes the first one does it."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        if not hall.cluster.is_first():
            continue
        try:
            await stored.tidy(hall.match_loop.clock())
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next round tries again
            log.exception("cannot tidy up puzzles")


@get("/puzzles")
async def list_puzzles(desk: DeskHere, maybe: MaybeVisitor) -> tuple[PuzzleShelf, ...]:
    """List the games that have puzzles, with how you do at them."""
    return await desk.list_shelves(maybe)


@get("/puzzles/{slug:str}/daily")
async def show_daily_puzzle(desk: DeskHere, maybe: MaybeVisitor, slug: FromPath[str]) -> PuzzlePage:
    """Show the puzzle of the day, the same for everybody. A day begins at midnight in UTC."""
    return await desk.daily(slug, maybe)


@get("/puzzles/{slug:str}/training")
async def show_training_puzzle(
    desk: DeskHere, maybe: MaybeVisitor, slug: FromPath[str]
) -> PuzzlePage:
    """Show a puzzle about as hard as you are good, one that you have not tried if there is any."""
    return await desk.training(slug, maybe)


@get("/puzzles/{slug:str}/mistakes")
async def show_own_mistakes(desk: DeskHere, visitor: Visitor, slug: FromPath[str]) -> OwnMistakes:
    """Show wins that you missed in your finished matches, and the matches not looked into yet."""
    return await desk.own.overview(slug, visitor)


@post("/puzzles/{slug:str}/mistakes", opt=RECORD)
async def find_own_mistakes(
    desk: DeskHere, visitor: Visitor, slug: FromPath[str], data: JSONBody[MatchSearch]
) -> OwnMistakes:
    """Look for wins that you missed in one of your finished matches. It takes some seconds."""
    return await desk.own.search(slug, data.match, visitor)


@get("/puzzles/{slug:str}/one/{puzzle:str}")
async def show_puzzle(
    desk: DeskHere, maybe: MaybeVisitor, slug: FromPath[str], puzzle: FromPath[str]
) -> PuzzlePage:
    """Show a puzzle as it begins. Those from your matches are shown to you alone."""
    found = await desk.find(slug, puzzle, maybe)
    return await desk.page(slug, found, maybe, puzzle)


@post("/puzzles/{slug:str}/one/{puzzle:str}/tries", opt=CHANGE)
async def try_puzzle(
    desk: DeskHere,
    visitor: Visitor,
    slug: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[PuzzleTry],
) -> PuzzleAnswer:
    """Try moves: all yours from the first one on. The first try of a puzzle counts for ratings.

    It ends with a move that is wrong, with the last right one, or when you ask for the solution.
    """
    return await desk.judge(slug, puzzle, data.moves, visitor)


@post("/puzzles/{slug:str}/one/{puzzle:str}/solution", opt=CHANGE)
async def solve_puzzle(
    desk: DeskHere, visitor: Visitor, slug: FromPath[str], puzzle: FromPath[str]
) -> PuzzleSolution:
    """Show the solution. If you have not solved the puzzle yet, it counts as missed."""
    return await desk.solve(slug, puzzle, visitor)


HANDLERS = [
    list_puzzles, show_daily_puzzle, show_training_puzzle, show_own_mistakes, find_own_mistakes,
    show_puzzle, try_puzzle, solve_puzzle,
]  # fmt: skip


def puzzle_routes() -> Router:
    """The routes under `/api` that are about puzzles."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
            "desk": Provide(_provide_desk),
        },
    )


async def _provide_desk(state: State) -> PuzzleDesk:
    desk: PuzzleDesk = state.puzzles
    return desk
