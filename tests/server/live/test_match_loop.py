"""The match loop: what happens when memory and store disagree, and what is unloaded."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Never

import pytest
from serving import STONES_SLUG, Served, Sitting, serving

import meadhall.server.assembly
import meadhall.server.live.caretaker
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal
from meadhall.match.commands import Act, Say
from meadhall.match.facts import Said, Undone
from meadhall.match.log import Log
from meadhall.match.match import Outcome
from meadhall.match.ports import Append
from meadhall.match.question import FIRST_LOOK
from meadhall.server.live.match_loop import NOT_STORED
from meadhall.server.live.room import Room
from meadhall.server.protocol import messages
from meadhall.server.protocol.messages import StepMessage
from meadhall.server.settings import Settings

FINISHED_MS = 5_000

IDLE = Settings().idle_minutes * 60_000


async def one_device(hall: Served) -> tuple[str, list[str], Sitting]:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    return made["match"], made["tokens"], await ann.sit(made["match"], *made["tokens"])


def test_a_match_that_another_process_changed_is_loaded_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            version = hall.hall.match_loop.rooms[match].match.version
            foreign = Said(0, 0, "Ann", "everyone", (0, 1), "from elsewhere", 1)
            assert await hall.hall.store.matches.append([Append(match, version, (foreign,))]) == ()
            await device.send({"kind": "act", "id": "a", "seat": 0, "turn": 1, "text": "take 1"})
            assert await device.closed() == 1012
            back = await hall.stranger().sit(match, *tokens)
            assert back.chat == ["from elsewhere"]
            assert back.table.ply == 0, "what was not stored did not happen"
            await back.act("take 1", 0)

    asyncio.run(run())


def test_nothing_acknowledged_is_lost_when_the_store_fails(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.act("take 1", 0)
            matches = hall.hall.store.matches
            working = matches.append
            matches.append = failing  # type: ignore[assignment] # a disk that is full
            await device.send({"kind": "act", "id": "b", "seat": 1, "turn": 2, "text": "take 1"})
            assert await device.closed() == 1012
            matches.append = working  # and has room again
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.ply == 1
            await back.act("take 1", 1)

    asyncio.run(run())


def test_commands_that_wait_for_a_room_that_was_dropped_are_not_stored(tmp_path: Path) -> None:
    async def run() -> list[Outcome | Refusal]:
        async with serving(tmp_path) as hall:
            match, _, _ = await one_device(hall)
            match_loop, answers = hall.hall.match_loop, list[Outcome | Refusal]()
            room = match_loop.rooms[match]
            working, matches = hall.hall.store.matches.append, hall.hall.store.matches
            matches.append = failing  # type: ignore[assignment] # a disk that is full
            match_loop.submit(room, Say(0, "lost"), answers.append)
            match_loop.submit(room, Say(0, "lost too"), answers.append)
            while not answers:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0)
            matches.append = working  # and has room again
            while len(answers) < 2:  # noqa: ASYNC110 - the same
                await asyncio.sleep(0)
            assert (await match_loop.room(match)).match.messages == Log()
            return answers

    assert asyncio.run(run()) == [NOT_STORED, NOT_STORED]


async def failing(_: object) -> tuple[str, ...]:
    raise OSError("no space left on device")


def test_idle_matches_are_unloaded_and_load_again_unchanged(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.act("take 3", 0)
            later = hall.hall.match_loop.clock() + IDLE + 1
            await hall.hall.caretaker.unload_idle_rooms(later)
            assert match in hall.hall.match_loop.rooms, "someone is connected"
            await device.leave()
            while hall.hall.match_loop.rooms[match].channel.audience:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            last_used = hall.hall.match_loop.rooms[match].used
            await hall.hall.caretaker.unload_idle_rooms(last_used + IDLE)
            assert match in hall.hall.match_loop.rooms, "it may go on"
            await hall.hall.caretaker.unload_idle_rooms(last_used + IDLE + 1)
            assert match not in hall.hall.match_loop.rooms
            back = await hall.stranger().sit(match, *tokens)
            assert [entry.text for entry in back.log[0]] == ["take 3"]

    asyncio.run(run())


def test_finished_matches_are_unloaded_after_seconds(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            await device.do("resign", seat=0)
            await device.leave()
            while hall.hall.match_loop.rooms[match].channel.audience:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
            last_used = hall.hall.match_loop.rooms[match].used
            await hall.hall.caretaker.unload_idle_rooms(last_used + FINISHED_MS)
            assert match in hall.hall.match_loop.rooms, "its page may be reloaded"
            await hall.hall.caretaker.unload_idle_rooms(last_used + FINISHED_MS + 1)
            assert match not in hall.hall.match_loop.rooms
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.result is not None

    asyncio.run(run())


def test_the_server_unloads_finished_matches_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meadhall.server.assembly, "UNLOAD_SECONDS", 0.01)
    monkeypatch.setattr(meadhall.server.live.caretaker, "FINISHED_MS", 0)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            await device.do("resign", seat=0)
            await asyncio.sleep(0.1)
            assert match in hall.hall.match_loop.rooms, "someone is connected"
            await device.leave()
            while match in hall.hall.match_loop.rooms:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_match_leaves_memory_until_its_clock_is_due(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann, loop, caretaker = (
                await hall.guest("Ann"),
                hall.hall.match_loop,
                hall.hall.caretaker,
            )
            base = IDLE + 30_000
            made = await ann.match(
                STONES_SLUG, "mine", "mine", clock={"mode": "turn", "base": base}
            )
            match, began = made["match"], loop.clock()
            await caretaker.unload_idle_rooms(began + IDLE + 1)
            assert match in loop.rooms, "its clock is due soon"
            loop.rooms[match].used = began - IDLE - 1
            await caretaker.unload_idle_rooms(began)
            assert match not in loop.rooms
            assert await loop.store.due_before(began + base) == ()
            assert await loop.store.due_before(loop.clock() + base + 60_000) == (match,)

    asyncio.run(run())


def test_clocks_do_not_run_while_the_server_is_down(tmp_path: Path) -> None:
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
            assert device.table.clock.deadline == now[0] + FIRST_LOOK + 60_000

    match, tokens = asyncio.run(first())
    now[0] += 10_000_000
    asyncio.run(second(match, tokens))


def test_clocks_count_the_time_up_to_the_stop_of_the_server(tmp_path: Path) -> None:
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
            assert watcher.table.clock.deadline == now[0] + FIRST_LOOK + 86_400_000 - 50_000_000

    match = asyncio.run(first())
    now[0] += 10_000_000
    asyncio.run(second(match))


def with_game(room: Room, game: AnyGame) -> None:
    """Play on at the table with another game's rules."""
    room.game = game
    room.match = room.channel.match = replace(room.match, game=game)


def crashing(*_: object) -> Never:
    raise ZeroDivisionError("a mistake in a game")


def test_a_game_that_crashes_on_an_action_does_not_affect_others(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            _, _, other = await one_device(hall)
            room = hall.hall.match_loop.rooms[match]
            sound = room.game
            with_game(room, replace(sound, apply=crashing))
            assert await device.code(device.act("take 1", 0)) == "CRASH"
            assert await other.code(other.act("take 1", 0)) == ""
            with_game(room, sound)
            assert await device.code(device.act("take 1", 0)) == "", "nothing was changed"

    asyncio.run(run())


def test_a_game_that_crashes_when_drawn_does_not_affect_others(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, tokens, device = await one_device(hall)
            _, _, other = await one_device(hall)
            room = hall.hall.match_loop.rooms[match]
            assert room.game.present is not None
            with_game(room, replace(room.game, present=replace(room.game.present, scene=crashing)))
            await device.send({"kind": "act", "id": "a", "seat": 0, "turn": 1, "text": "take 1"})
            assert await other.code(other.act("take 1", 0)) == ""
            assert await device.closed() == 1012
            back = await hall.stranger().sit(match, *tokens)
            assert back.table.ply == 1, "it was stored before it was sent"

    asyncio.run(run())


def test_what_is_stored_but_cannot_be_sent_is_answered_as_stored(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match, _, device = await one_device(hall)
            room = hall.hall.match_loop.rooms[match]
            assert room.game.present is not None
            with_game(room, replace(room.game, present=replace(room.game.present, scene=crashing)))
            command = Act(0, room.game.notation.parse("take 1"), 1)
            outcome = await hall.hall.match_loop.carry_out(room, command)
            assert await device.closed() == 1012
            assert outcome.facts[0] in await hall.hall.store.matches.facts(match)

    asyncio.run(run())


def test_simultaneous_commands_at_one_table_are_stored_and_sent_in_order(tmp_path: Path) -> None:
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
            heard = [await watcher.until((StepMessage, messages.SaidMessage)) for _ in range(8)]
            assert [message.version for message in heard] == sorted(m.version for m in heard)
            assert [type(message) for message in heard] == [StepMessage, messages.SaidMessage] * 4
            assert watcher.chat == ["0", "1", "2", "3"]
            newcomer = await hall.stranger().sit(match)
            assert newcomer.scenes == watcher.scenes
            assert newcomer.log == watcher.log

    asyncio.run(run())


def test_damaged_facts_are_reported_and_do_not_affect_other_matches(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            clock = {"mode": "turn", "base": 60_000}
            made = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
            version = hall.hall.match_loop.rooms[made["match"]].match.version
            nonsense = Undone(0, -5)
            stored = [Append(made["match"], version, (nonsense,))]
            assert await hall.hall.store.matches.append(stored) == ()
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            assert await ann.refused("GET", f"/matches/{made['match']}") == (400, "DAMAGED_MATCH")
            await one_device(hall)

    asyncio.run(run())
