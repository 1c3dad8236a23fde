"""Finished matches: as records to take away, as replays to look at, and to go on from."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ParamSpec, TypeVar

from meadhall.core.game import AnyGame
from meadhall.core.record import Record, Result, read_record, replay, verify, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.match.evolve import fold
from meadhall.match.fork import Cut, origin_in
from meadhall.match.match import Outcome
from meadhall.match.records import facts_of, record_of
from meadhall.server import bodies, protocol
from meadhall.server.analyses import Analyses
from meadhall.server.bodies import (
    Analysed,
    AnalysisRequest,
    Continuation,
    Person,
    Replay,
    ReplayStep,
)
from meadhall.server.frames import Played, Sight, entry, motions, seen, stages
from meadhall.server.hub import Hub
from meadhall.server.keys import random_id
from meadhall.server.lobby import Lobby, Wish, clock_of
from meadhall.server.observe import log
from meadhall.server.scribe import Scribe

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Records:
    """What can be done with a match on paper. Long work is done in a thread."""

    hub: Hub
    lobby: Lobby
    analyses: Analyses

    async def of_match(self, match: str) -> Record:
        """The record of a finished match; before the end it would give everything away."""
        room = await self.hub.room(match)
        if room.public.result is None:
            raise Refused.because("NOT_FINISHED", "The record is there when the match is over.")
        return record_of(room.public)

    async def text_of_match(self, match: str) -> str:
        """The record as a document."""
        return write_record(await self.of_match(match))

    async def keep(self, person: Person, text: str) -> str:
        """Store an uploaded record of a finished match; the id it is found under."""
        await self.lobby.check_count(person)
        outcome = await _in_a_thread(self._checked, text)
        return (await self.hub.open(outcome)).id

    async def replay(self, record: Record, viewer: Viewer) -> Replay:
        """The match from its first position to its last, through one pair of eyes."""
        game = self.hub.games(record.game)
        _check_viewer(record, viewer)
        shown = await _in_a_thread(_replay, game, record, viewer)
        shown.analysis = self.analyses.find(record)
        return shown

    async def analyse(self, person: Person, wanted: AnalysisRequest) -> Analysed:
        """How far the analysis of a finished match or of a record is; begun if it was not."""
        record = await self._wanted(wanted.match, wanted.record)
        game = self.hub.games(record.game)
        await _in_a_thread(verify, game, record)
        return self.analyses.begin(person, game, record)

    async def go_on(self, person: Person, wanted: Continuation) -> bodies.Seated:
        """A new match from a position of a finished one or of a record."""
        record = await self._wanted(wanted.match, wanted.record)
        game = self.hub.games(record.game)
        if len(wanted.seats) != len(record.players):
            count = len(record.players)
            raise Refused.because("BAD_SEAT_COUNT", f"The match has {count} seats.", "seats")
        _check_viewer(record, wanted.seat)
        cut = Cut(wanted.ply, wanted.hidden, wanted.seat)
        rng = Rng(secrets.token_hex(16))
        origin = await _in_a_thread(origin_in, game, record, cut, rng)
        options = tuple(record.options.items())
        wish = Wish(game, options, wanted.seats, clock_of(wanted.clock), origin=origin)
        return await self.lobby.set_up(person, wish)

    async def _wanted(self, match: str, text: str) -> Record:
        """The record of the match, if one is named, else the one that is given."""
        return await self.of_match(match) if match else read_record(text)

    def _checked(self, text: str) -> Outcome:
        record = read_record(text)
        if record.result is None:
            raise Refused.because(
                "NOT_FINISHED", "Only finished matches are kept; replay this one."
            )
        game = self.hub.games(record.game)
        facts = facts_of(game, record, random_id(), self.hub.clock())
        match = fold(game, facts)
        return Outcome(match, facts, (), match.version)


async def _in_a_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of long work on a record that may begin from a position somebody made up."""
    try:
        return await asyncio.to_thread(work, *args, **kwargs)
    except Refused:
        raise
    except Exception:  # noqa: BLE001 - rules promise nothing about what is no state of theirs
        log.exception("record crashed")
        raise Refused.because("BAD_RECORD", "This record cannot be played through.") from None


def _check_viewer(record: Record, viewer: Viewer) -> None:
    if viewer is not None and not 0 <= viewer < len(record.players):
        raise Refused.because("NO_SUCH_SEAT", "The match has no such seat.", "seat")


def _replay(game: AnyGame, record: Record, viewer: Viewer) -> Replay:
    positions = list(_positions(game, record, viewer))
    return Replay(
        game=record.game,
        title=game.spec.title,
        players=record.players,
        options=dict(record.options),
        seat=viewer,
        first=positions[0][0].scene(),
        steps=tuple(_steps(game, record, positions)),
        result=_outcome(record.result),
        analysis=None,
    )


def _positions(
    game: AnyGame, record: Record, viewer: Viewer
) -> Iterator[tuple[Sight, tuple[object, ...]]]:
    for step in replay(game, record):
        sight = Sight(game, game.view(step.state, viewer))
        yield sight, seen(game, step.events, viewer)


def _steps(
    game: AnyGame,
    record: Record,
    positions: list[tuple[Sight, tuple[object, ...]]],
) -> Iterator[ReplayStep]:
    scribe, plies = Scribe(game), zip(record.plies, pairwise(positions), strict=True)
    for number, (ply, ((before, _), (after, events))) in enumerate(plies, 1):
        played = Played(number, ply.seat, ply.action, "left" if ply.leave else "played", ())
        line = entry(game, played, events, text=ply.action)
        watched = stages(game, before.view, events)
        yield ReplayStep(line, motions(game, events), watched, scribe.change(before, after, events))


def _outcome(result: Result | None) -> protocol.Outcome | None:
    return protocol.Outcome(result.payoffs, result.reason) if result else None
