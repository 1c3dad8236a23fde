"""What the hub does when memory and store disagree, and what it forgets."""

import asyncio
from pathlib import Path

from serving import STONES_SLUG, Served, Sitting, serving

from meadhall.match.facts import Said
from meadhall.match.ports import Append


async def one_device(hall: Served) -> tuple[str, list[str], Sitting]:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    return made["match"], made["tokens"], await ann.sit(made["match"], *made["tokens"])


def test_a_match_that_another_process_wrote_to_is_taken_up_anew(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            version = hall.hall.hub.rooms[match].match.version
            foreign = Said(0, 0, "Ann", "everyone", (0, 1), "from elsewhere", 1)
            assert await hall.hall.store.matches.append([Append(match, version, (foreign,))]) == ()
            await device.send({"kind": "act", "id": "a", "seat": 0, "turn": 1, "text": "take 1"})
            assert await device.closed() == 1012
            back = await hall.stranger().sit(match, *tokens)
            assert back.chat == ["from elsewhere"]
            assert back.table.ply == 0, "what was not stored did not happen"
            await back.act("take 1", 0)

    asyncio.run(run())


def test_a_store_that_fails_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.act("take 1", 0)
            lane = hall.hall.store.lane
            working = lane.append
            lane.append = failing  # type: ignore[assignment, method-assign] # a disk that is full
            await device.send({"kind": "act", "id": "b", "seat": 1, "turn": 2, "text": "take 1"})
            assert await device.closed() == 1012
            lane.append = working  # type: ignore[method-assign] # and has room again
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.ply == 1
            await back.act("take 1", 1)

    asyncio.run(run())


async def failing(_: object) -> tuple[str, ...]:
    raise OSError("no space left on device")


def test_quiet_matches_leave_the_memory_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.act("take 3", 0)
            later = hall.hall.hub.clock() + 1
            hall.hall.forget_quiet_rooms(later)
            assert match in hall.hall.hub.rooms, "somebody is there"
            await device.leave()
            while hall.hall.hub.rooms[match].audience:  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + 1)
            assert match not in hall.hall.hub.rooms
            back = await hall.stranger().sit(match, *tokens)
            assert [entry.text for entry in back.log[0]] == ["take 3"]

    asyncio.run(run())


def test_a_running_clock_keeps_a_match_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "turn", "base": 60_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + 1)
            assert made["match"] in hall.hall.hub.rooms

    asyncio.run(run())


def test_clocks_do_not_run_while_the_hall_is_closed(tmp_path: Path) -> None:
    now = [1_000_000]

    async def first() -> tuple[str, list[str]]:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "turn", "base": 60_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            return made["match"], made["tokens"]

    async def second(match: str, tokens: list[str]) -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            device = await hall.stranger().sit(match, *tokens)
            assert device.table.ply == 0
            assert device.table.clock.deadline == now[0] + 60_000

    match, tokens = asyncio.run(first())
    now[0] += 10_000_000
    asyncio.run(second(match, tokens))
