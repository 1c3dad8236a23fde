"""The parts of the server that are about people, and how they start and stop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.people.archives import Archives
from meadhall.server.people.departures import Departures
from meadhall.server.people.profiles import Profiles
from meadhall.server.people.recorder import Recorder
from meadhall.store.people.forgetting import SqlDepartures
from meadhall.store.people.played_matches import SqlResults
from meadhall.store.people.stored_profiles import SqlProfiles

RECORD_SECONDS = 1.0
"""How often matches that have ended are noted in the histories of people."""
NAMES_SECONDS = 600.0
"""How often the names of people who are gone are looked for in matches that have ended."""


@dataclass(frozen=True, slots=True)
class Community:
    """What a handler gets as `community`."""

    hall: Hall
    departures: Departures
    profiles: Profiles
    archives: Archives
    recorder: Recorder


@asynccontextmanager
async def open_community(hall: Hall) -> AsyncIterator[Community]:
    """The parts about people of a running hall, at work until the context ends."""
    backend = hall.store.backend
    shown = SqlProfiles(backend)
    community = Community(
        hall,
        Departures(hall, SqlDepartures(backend)),
        Profiles(hall, shown),
        Archives(hall, shown),
        Recorder(hall, SqlResults(backend)),
    )
    work = (
        _repeat(hall, NAMES_SECONDS, community.departures.replace_names),
        _repeat(hall, RECORD_SECONDS, community.recorder.note_some),
    )
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield community
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _repeat(hall: Hall, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do the work again and again. Of several processes the first one does it."""
    while True:
        await asyncio.sleep(seconds)
        if not hall.cluster.is_first():
            continue
        try:
            await work()
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next round tries again
            log.exception("work about people failed")
