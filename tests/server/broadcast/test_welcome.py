"""The welcome: what a connection is sent that joins late, or comes back."""

import asyncio
from pathlib import Path

from breakages import PENNIES
from serving import STONES_SLUG, Served, Sitting, Visit, games, served, serving

from meadhall.core.game import AnyGame
from meadhall.server.protocol.clock_view import ClockView
from meadhall.server.protocol.messages import Looked, Welcome


async def alone(hall: Served) -> tuple[Visit, Sitting, list[str]]:
    """Ann on both seats of a match in which two plies were played, and her tokens."""
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    await device.act("take 1", 0)
    await device.act("take 2", 1)
    return ann, device, made["tokens"]


async def come_back(
    ann: Visit, device: Sitting, tokens: list[str], since: int
) -> tuple[int, list[str]]:
    """How many plies a client of that version need not be sent, and those that it is sent."""
    again = await ann.connect(device.table.match)
    welcome = await again.join(*tokens, since=since)
    assert isinstance(welcome, Welcome)
    assert welcome.version == device.version
    return welcome.since_ply, [entry.text for entry in welcome.seat_views[0].log]


@served()
async def test_a_table_without_a_clock_shows_no_times(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine", clock={"mode": "none"})
    device = await ann.sit(made["match"], *made["tokens"])
    assert device.table.clock == ClockView("untimed")


@served()
async def test_a_returning_client_is_sent_only_the_plies_that_it_missed(hall: Served) -> None:
    ann, device, tokens = await alone(hall)
    known = device.version
    assert await come_back(ann, device, tokens, known) == (2, [])
    await device.act("take 3", 0)
    assert await come_back(ann, device, tokens, known) == (2, ["take 3"])
    assert await come_back(ann, device, tokens, known - 1) == (1, ["take 2", "take 3"])
    assert await come_back(ann, device, tokens, 0) == (0, ["take 1", "take 2", "take 3"])
    assert await come_back(ann, device, tokens, device.version) == (3, [])


@served()
async def test_a_client_from_before_an_undo_is_sent_the_whole_log(hall: Served) -> None:
    ann, device, tokens = await alone(hall)
    known = device.version
    await device.do("undo", 1)
    await device.act("take 3", 1)
    assert await come_back(ann, device, tokens, known) == (0, ["take 1", "take 3"])
    assert await come_back(ann, device, tokens, device.version - 1) == (1, ["take 3"])


@served()
async def test_a_client_that_saw_the_undo_is_sent_nothing_twice(hall: Served) -> None:
    ann, device, tokens = await alone(hall)
    await device.do("undo", 1)
    assert await come_back(ann, device, tokens, device.version) == (1, [])
    assert await come_back(ann, device, tokens, device.version - 1) == (0, ["take 1"])


def test_sealed_plies_of_others_can_be_read_after_the_end_and_not_before(tmp_path: Path) -> None:
    def offer(slug: str) -> AnyGame:
        return PENNIES if slug == PENNIES.spec.slug else games(slug)

    async def log_of(visit: Visit, match: str) -> list[str]:
        return [entry.text for entry in (await visit.sit(match)).log[None]]

    async def run() -> None:
        async with serving(tmp_path, offer=offer) as hall:
            ann, watcher = await hall.guest("Ann"), hall.stranger()
            made = await ann.match(
                PENNIES.spec.slug, "mine", "mine", options={"rounds": 1}, clock={"mode": "none"}
            )
            device = await ann.sit(made["match"], *made["tokens"])
            await device.act("heads", 0)
            await device.ask("ping")  # by its answer, seat 1 has been told too
            assert [entry.text for entry in device.log[1]] == [""]
            assert await log_of(watcher, made["match"]) == [""]
            await device.act("tails", 1)
            assert device.result is not None
            assert await log_of(watcher, made["match"]) == ["heads", "tails"]
            looked = await (await watcher.sit(made["match"])).ask("look", ply=1, seat=1)
            assert isinstance(looked, Looked)
            assert looked.entry is not None
            assert looked.entry.text == "heads"

    asyncio.run(run())
