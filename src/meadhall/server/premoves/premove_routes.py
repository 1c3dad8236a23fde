"""Premoves over HTTP. The docstrings are the API's documentation."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, SkipValidation
from litestar.status_codes import HTTP_200_OK

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.match.premoves import (
    Followed,
    Line,
    Premoves,
    are_possible,
    check_lines,
    check_match,
    follow_line,
    next_seat,
    open_lines,
)
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import Visitor, provide_hall, provide_maybe, provide_visitor
from meadhall.server.api.prices import MATCH
from meadhall.server.api.seat_access import seats_of
from meadhall.server.assembly import Hall
from meadhall.server.broadcast.channel import holds
from meadhall.server.broadcast.viewer import sentences
from meadhall.server.premoves.premove_runner import PremoveRunner
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.moves_change import Move
from meadhall.server.protocol.people.premove_cards import (
    NewPremoves,
    PremoveList,
    PremovePosition,
    PremoveQuestion,
    PremoveStep,
)
from meadhall.store.premoves.stored_premoves import SqlPremoves

PATH = "/matches/{match:str}/premoves"
RunnerHere = NamedDependency[SkipValidation[PremoveRunner]]
get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)


@get(PATH)
async def show_premoves(
    runner: RunnerHere, visitor: Visitor, match: FromPath[str], seat: FromQuery[int | None] = None
) -> PremoveList:
    """Show the moves that you have chosen ahead for a seat of yours, by default for the first."""
    if seat is None:
        room = await runner.hall.match_loop.room(match)
        seat = next(iter(seats_of(room.channel.match, visitor)), -1)
    present = await _own_match(runner, visitor, match, seat)
    found = await runner.stored.find(match, seat)
    lines = open_lines(found.premoves, present) if found else ()
    return await asyncio.to_thread(_premove_list, present, seat, lines)


@put(PATH, opt=MATCH)
async def choose_premoves(
    runner: RunnerHere, visitor: Visitor, match: FromPath[str], data: JSONBody[NewPremoves]
) -> PremoveList:
    """Choose moves ahead, instead of all that you had chosen; without lines you take them back.

    The server plays your answer if the others play what you expect. Nobody else is told of it.
    """
    before = await _own_match(runner, visitor, match, data.seat)
    lines: tuple[Line, ...] = ()
    if data.lines:
        _check_turn(before, data.turn)
        lines = await asyncio.to_thread(check_lines, before, data.seat, data.lines)
    async with runner.turn:
        present = await _own_match(runner, visitor, match, data.seat)
        if lines:
            _check_turn(present, data.turn)
        premoves = Premoves(data.seat, present.turn, len(present.plies), lines)
        await runner.stored.put(match, visitor.id, premoves, present.version)
    # The match may have gone on meanwhile.
    found = await runner.stored.find(match, data.seat)
    if found is not None:
        await runner.follow(found)
    return await asyncio.to_thread(_premove_list, before, data.seat, lines)


@post(f"{PATH}/position", opt=MATCH, status_code=HTTP_200_OK)
async def show_premove_position(
    runner: RunnerHere, visitor: Visitor, match: FromPath[str], data: JSONBody[PremoveQuestion]
) -> PremovePosition:
    """Show the position after a line, and how it can go on."""
    present = await _own_match(runner, visitor, match, data.seat)
    check_match(present)
    _check_turn(present, data.turn)
    return await asyncio.to_thread(_position, present, data.seat, data.line)


@asynccontextmanager
async def open_premoves(hall: Hall) -> AsyncIterator[PremoveRunner]:
    """The premoves of a running hall, played until the context ends."""
    runner = PremoveRunner(hall, SqlPremoves(hall.store.backend))
    work = asyncio.create_task(runner.work())
    try:
        yield runner
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


def premove_routes() -> Router:
    """The routes under `/api` that are about premoves."""
    return Router(
        "/api",
        route_handlers=[show_premoves, choose_premoves, show_premove_position],
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
            "runner": Provide(_provide_runner),
        },
    )


async def _provide_runner(state: State) -> PremoveRunner:
    runner: PremoveRunner = state.premoves
    return runner


async def _own_match(runner: PremoveRunner, person: Person, match: str, seat: Seat) -> Match:
    """The match as it is stored; raises `Refused` if the seat is not the person's."""
    room = await runner.hall.match_loop.room(match)
    if not holds(room.channel.match, seat, person.id):
        raise Refused.because("NOT_YOUR_SEAT", "This seat is not yours.", "seat")
    return room.channel.match


def _check_turn(match: Match, turn: int) -> None:
    if turn != match.turn:
        sentence = "The match has gone on since you chose that. Look again."
        raise Refused.because("STALE_TURN", sentence, "turn")


def _premove_list(match: Match, seat: Seat, lines: tuple[Line, ...]) -> PremoveList:
    steps = tuple(_steps(match, follow_line(match, line)) for line in lines if line)
    possible = match.phase == "playing" and are_possible(match.traits)
    return PremoveList(possible, seat, match.turn, steps)


def _steps(match: Match, followed: Followed) -> tuple[PremoveStep, ...]:
    parts = zip(followed.seats, followed.texts, followed.events, strict=True)
    return tuple(
        PremoveStep(seat, text, " ".join(sentences(match.game, events)))
        for seat, text, events in parts
    )


def _position(match: Match, seat: Seat, line: Line) -> PremovePosition:
    followed, game = follow_line(match, line), match.game
    present, following = game.present, next_seat(match.game, followed.state)
    moves: tuple[Move, ...] = ()
    if following is not None:
        moves = tuple(
            (tuple(present.gesture(action)) if present else (), game.notation.write(action))
            for action in game.legal_actions(followed.state, following)
        )
    scene = present.scene(game.view(followed.state, seat)) if present else None
    return PremovePosition(_steps(match, followed), following, scene, moves)
