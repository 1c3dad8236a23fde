"""The places where people meet, and how they start and stop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.meeting.hall_chat import HallChat
from meadhall.server.meeting.listed_matches import ListedMatches
from meadhall.server.meeting.seek_sender import SEND_SECONDS, SeekSender
from meadhall.server.meeting.seeks import Seeks
from meadhall.server.meeting.top_sender import SEND_SECONDS as TOP_SECONDS
from meadhall.server.meeting.top_sender import TopSender
from meadhall.server.metrics import log
from meadhall.server.protocol.tokens import random_id
from meadhall.store.meeting.stored_crowds import SqlCrowds
from meadhall.store.meeting.stored_lines import SqlHallLines
from meadhall.store.meeting.stored_seeks import SqlSeeks
from meadhall.store.meeting.stored_setups import SqlSetups
from meadhall.store.ratings.stored_ratings import SqlRatings

TIDY_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class MeetingPlace:
    """What a handler gets as `meeting`."""

    hall: Hall
    seeks: Seeks
    chat: HallChat
    listed: ListedMatches

    async def tidy(self) -> None:
        """Forget what is over."""
        if self.hall.cluster.is_first():
            await self.seeks.tidy()
            await self.chat.tidy()


async def provide_meeting(state: State) -> MeetingPlace:
    """The places where people meet, for handlers."""
    meeting: MeetingPlace = state.meeting
    return meeting


MeetingHere = NamedDependency[SkipValidation[MeetingPlace]]


@asynccontextmanager
async def open_meeting_place(hall: Hall) -> AsyncIterator[MeetingPlace]:
    """The places where people meet in a running hall, at work until the context ends."""
    backend = hall.store.backend
    seeks = Seeks(hall, SqlSeeks(backend), SqlRatings(backend))
    listed = ListedMatches(
        hall, random_id(), SqlSetups(backend), SqlCrowds(backend), hall.hall_sockets.find
    )
    hall.hall_sockets.find = listed.find
    meeting = MeetingPlace(hall, seeks, HallChat(hall, SqlHallLines(backend)), listed)
    work = (
        _repeat(SEND_SECONDS, SeekSender(seeks).work),
        _repeat(SEND_SECONDS, meeting.chat.send_news),
        _repeat(TOP_SECONDS, TopSender(listed).send_changes),
        _repeat(TIDY_SECONDS, meeting.tidy),
    )
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield meeting
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _repeat(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do the work again and again, whatever comes of it."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next round tries again
            log.exception("work about people who meet failed")
