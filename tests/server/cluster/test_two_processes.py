"""Two processes on one database serve one hall: nobody notices where the others are."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from serving import STONES_SLUG, Served, Sitting, serving
from tests.store.servers import empty_database

from meadhall.server.protocol.messages import StepMessage

SECRET = "one secret of all processes"
UNTIMED = {"mode": "none"}


@asynccontextmanager
async def two_halls(
    folder: Path, postgres: str, **more: Any
) -> AsyncIterator[tuple[Served, Served]]:
    settings = {"db": await empty_database(postgres), "secret": SECRET, **more}
    async with serving(folder, **settings) as one, serving(folder, **settings) as two:
        await until(lambda: len(one.hall.cluster.members) == len(two.hall.cluster.members) == 2)
        yield one, two


async def until(is_true: Callable[[], bool], seconds: float = 30.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if is_true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not become true")


async def opponents(one: Served, two: Served, **more: Any) -> tuple[Sitting, Sitting, str]:
    """Ann at the first process and Bob at the second, at one table."""
    ann, bob = await one.guest("Ann"), await two.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open", **{"clock": UNTIMED, **more})
    match = made["match"]
    sat = await bob.post(f"/matches/{match}/seats", {})
    first, second = await ann.sit(match, *made["tokens"]), await bob.sit(match, *sat["tokens"])
    await first.do("ready")
    await second.do("ready")
    await until_playing(first)
    await until_playing(second)
    return first, second, match


async def until_playing(sitting: Sitting) -> None:
    while sitting.table.phase != "playing":
        await sitting.hear()


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))


def test_people_at_two_processes_play_one_match(tmp_path: Path, postgres: str) -> None:
    async def play() -> None:
        async with two_halls(tmp_path, postgres) as (one, two):
            first, second, match = await opponents(one, two)
            for ply in range(4):
                mover, other = (first, second) if ply % 2 == 0 else (second, first)
                assert isinstance(await mover.act("take 1"), StepMessage)
                step = await other.until(StepMessage)
                assert step.version == mover.version == other.version
            seat = first.seats[0]
            assert [entry.text for entry in first.log[seat]] == ["take 1"] * 4
            await first.send(
                {"kind": "say", "id": "hello", "seat": seat, "audience": "everyone", "text": "Hi"}
            )
            while not second.chat:
                await second.hear()
            rooms = [served.hall.match_loop.rooms[match] for served in (one, two)]
            await until(lambda: rooms[0].match.version == rooms[1].match.version)

    run(play)
