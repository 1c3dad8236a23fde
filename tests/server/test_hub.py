"""What the hub does when memory and store disagree, and what it forgets."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Never

import pytest
from serving import STONES_SLUG, Served, Sitting, serving

import meadhall.server.hall
from meadhall.core.game import AnyGame
from meadhall.match.facts import Said, Undone
from meadhall.match.ports import Append
from meadhall.server import protocol
from meadhall.server.hall import AFTERMATH_MS
from meadhall.server.protocol import Step
from meadhall.server.room import Room
from meadhall.server.settings import Settings

IDLE = Settings().idle_minutes * 60_000


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
            later = hall.hall.hub.clock() + IDLE + 1
            hall.hall.forget_quiet_rooms(later)
            assert match in hall.hall.hub.rooms, "somebody is there"
            await device.leave()
            while hall.hall.hub.rooms[match].audience:  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + AFTERMATH_MS + 1)
            assert match in hall.hall.hub.rooms, "it may go on"
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + IDLE + 1)
            assert match not in hall.hall.hub.rooms
            back = await hall.stranger().sit(match, *tokens)
            assert [entry.text for entry in back.log[0]] == ["take 3"]

    asyncio.run(run())


def test_finished_matches_leave_the_memory_soon(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.do("resign", seat=0)
            await device.leave()
            while hall.hall.hub.rooms[match].audience:  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.01)
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + 1)
            assert match in hall.hall.hub.rooms, "somebody may come back to look at it"
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + AFTERMATH_MS + 1)
            assert match not in hall.hall.hub.rooms
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.result is not None

    asyncio.run(run())


def test_the_hall_forgets_finished_matches_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meadhall.server.hall, "FORGET_SECONDS", 0.01)
    monkeypatch.setattr(meadhall.server.hall, "AFTERMATH_MS", 0)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            await device.do("resign", seat=0)
            await asyncio.sleep(0.1)
            assert match in hall.hall.hub.rooms, "somebody is there"
            await device.leave()
            while match in hall.hall.hub.rooms:  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_running_clock_keeps_a_match_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "turn", "base": 60_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            hall.hall.forget_quiet_rooms(hall.hall.hub.clock() + IDLE + 1)
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


def test_clocks_have_run_while_the_hall_was_open_though_nothing_happened(tmp_path: Path) -> None:
    now = [1_000_000]

    async def first() -> str:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "days", "base": 86_400_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            now[0] += 50_000_000
            return str(made["match"])

    async def second(match: str) -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            watcher = await hall.stranger().sit(match)
            assert watcher.table.clock.deadline == now[0] + 86_400_000 - 50_000_000

    match = asyncio.run(first())
    now[0] += 10_000_000
    asyncio.run(second(match))


def with_game(room: Room, game: AnyGame) -> None:
    """Play on at the table with another game's rules."""
    room.game = game
    room.match = room.public = replace(room.match, game=game)


def crashing(*_: object) -> Never:
    raise ZeroDivisionError("a mistake in a game")


def test_a_game_that_breaks_down_over_an_action_says_so_and_stops_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            _, _, other = await one_device(hall)
            room = hall.hall.hub.rooms[match]
            sound = room.game
            with_game(room, replace(sound, apply=crashing))
            assert await device.code(device.act("take 1", 0)) == "CRASH"
            assert await other.code(other.act("take 1", 0)) == ""
            with_game(room, sound)
            assert await device.code(device.act("take 1", 0)) == "", "nothing was changed"

    asyncio.run(run())


def test_a_game_that_cannot_be_drawn_stops_no_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            _, _, other = await one_device(hall)
            room = hall.hall.hub.rooms[match]
            assert room.game.present is not None
            with_game(room, replace(room.game, present=replace(room.game.present, scene=crashing)))
            await device.send({"kind": "act", "id": "a", "seat": 0, "turn": 1, "text": "take 1"})
            assert await other.code(other.act("take 1", 0)) == ""
            assert await device.closed() == 1012
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.ply == 1, "it was stored before anybody was to see it"

    asyncio.run(run())


def test_what_is_asked_at_one_table_at_once_is_done_and_told_in_order(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            watcher = await hall.stranger().sit(match)
            for number in range(4):
                ask = {"id": str(number), "seat": number % 2, "turn": number + 1}
                await device.send({"kind": "act", "text": "take 1", **ask})
                await device.send(
                    {"kind": "say", "id": f"s{number}", "seat": 0, "text": str(number)}
                )
            heard = [await watcher.until((Step, protocol.Said)) for _ in range(8)]
            assert [message.version for message in heard] == sorted(m.version for m in heard)
            assert [type(message) for message in heard] == [Step, protocol.Said] * 4
            assert watcher.chat == ["0", "1", "2", "3"]
            newcomer = await hall.stranger().sit(match)
            assert newcomer.scenes == watcher.scenes
            assert newcomer.log == watcher.log

    asyncio.run(run())


def test_facts_that_do_not_add_up_are_reported_and_keep_nothing_else_away(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "turn", "base": 60_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            version = hall.hall.hub.rooms[made["match"]].match.version
            nonsense = Undone(0, -5)
            stored = [Append(made["match"], version, (nonsense,))]
            assert await hall.hall.store.matches.append(stored) == ()
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            assert await ann.refused("GET", f"/matches/{made['match']}") == (400, "DAMAGED_MATCH")
            await one_device(hall)

    asyncio.run(run())
