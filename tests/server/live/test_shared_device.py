"""Two players at one device: the clock waits until the next one has uncovered the board."""

import asyncio
from pathlib import Path

from serving import Served, Sitting, serving

from meadhall.match.clock import HANDOVER
from meadhall.match.facts import Uncovered
from meadhall.match.question import FIRST_LOOK

LIMIT = 20_000


async def one_device(hall: Served) -> Sitting:
    ann = await hall.guest("Ann")
    clock = {"mode": "turn", "base": LIMIT}
    made = await ann.match("elemental-clash", "mine", "mine", clock=clock)
    return await ann.sit(made["match"], *made["tokens"])


def test_the_time_counts_from_uncovering_on(tmp_path: Path) -> None:
    now = [1_000_000]

    async def run() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            device = await one_device(hall)
            clock = device.table.clock
            assert (clock.covered, clock.left) == ((0,), (LIMIT, LIMIT))
            assert clock.ends == (now[0] + FIRST_LOOK + HANDOVER + LIMIT,) * 2
            watcher = await hall.stranger().sit(device.table.match)
            now[0] += 30_000
            await device.do("uncovered", 0)
            await watcher.ask("ping")
            clock = watcher.table.clock
            assert (clock.covered, clock.deadline) == ((), now[0] + LIMIT)
            facts = await hall.hall.store.matches.facts(device.table.match)
            assert facts[-1] == Uncovered(now[0], 0)

    asyncio.run(run())


def test_nobody_uncovers_a_seat_of_somebody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            device = await one_device(hall)
            watcher = await hall.stranger().sit(device.table.match)
            assert await watcher.code(watcher.do("uncovered", 0)) == "NOT_YOUR_SEAT"
            assert device.table.clock.covered == (0,)

    asyncio.run(run())
