"""What happens at tables without anybody asking for it: who is away, and the next match."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from serving import STONES_SLUG, Later, Served, serving

import meadhall.server.hall
from meadhall.match.commands import Answer, Propose, Resign
from meadhall.match.ports import Append, Query
from meadhall.server import steward
from meadhall.server.lobby import DESERTED_MS
from meadhall.server.room import Room


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(0.01)


async def begun(hall: Served) -> tuple[Room, list[list[str]]]:
    """A match that two people play who have not connected yet, and the keys to their seats."""
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    first = await ann.post("/quick", {"game": STONES_SLUG})
    second = await bob.post("/quick", {"game": STONES_SLUG})
    room = await hall.hall.hub.room(first["match"])
    await until(lambda: room.public.phase == "playing")
    return room, [first["tokens"], second["tokens"]]


def over(room: Room) -> bool:
    return room.public.phase == "over"


async def being_played(hall: Served) -> list[str]:
    return [match.id for match in await hall.hall.store.matches.find(Query(phases=("playing",)))]


def test_who_never_came_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "ARRIVAL_SECONDS", 0.0)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            room, (tokens, _) = await begun(hall)
            one = await hall.stranger().sit(room.id, *tokens)
            assert await one.code(one.do("call-bot", target=1)) == "BACK_SOON"

    asyncio.run(run())


def test_the_hall_closes_deserted_tables_by_itself_also_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meadhall.server.hall, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(meadhall.server.hall, "SWEEPS_TO_TIDY", 1)
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock) as hall:
            ann, store = await hall.guest("Ann"), hall.hall.store.matches
            await ann.match(STONES_SLUG, "mine", "open")
            with monkeypatch.context() as broken:
                broken.setattr(store, "scan", None)
                clock.passed = DESERTED_MS + 1000
                await asyncio.sleep(0.1)
                assert await store.find(Query(phases=("lobby",)))
            while await store.find(Query(phases=("lobby",))):  # noqa: ASYNC110 - nobody tells us
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_who_does_not_come_back_to_a_new_server_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            room, keys = await begun(hall)
            one, _ = [await hall.stranger().sit(room.id, *tokens) for tokens in keys]
            assert await one.code(one.do("call-bot", target=1)) == "SEAT_TAKEN"
        monkeypatch.setattr(steward, "ARRIVAL_SECONDS", 0.0)
        async with serving(tmp_path) as hall:
            one = await hall.stranger().sit(room.id, *keys[0])
            assert await one.code(one.do("call-bot", target=1)) == "BACK_SOON"

    asyncio.run(run())


async def with_a_rematch_proposed(hall: Served) -> Room:
    """A match that seat 0 has given up and wants to play again."""
    room, _ = await begun(hall)
    await hall.hall.hub.carry_out(room, Resign(0))
    await hall.hall.hub.carry_out(room, Propose(0, "rematch"))
    return room


def test_who_declines_a_rematch_at_the_last_moment_leaves_none_behind(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            hub = hall.hall.hub
            room = await with_a_rematch_proposed(hall)
            no = Answer(0, "rematch", agree=False)
            agreed = Answer(1, "rematch", agree=True)
            hub.submit(room, agreed, lambda _: hub.submit(room, no, lambda _: None))
            await until(lambda: len(hub.rooms) == 2 and all(over(r) for r in hub.rooms.values()))
            assert await being_played(hall) == []
            await hub.carry_out(room, Propose(0, "rematch"))
            await hub.carry_out(room, agreed)
            await until(lambda: room.public.rematch)
            assert await being_played(hall) == [room.public.rematch]

    asyncio.run(run())


def test_a_rematch_and_the_way_to_it_are_stored_together(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            hub = hall.hall.hub
            room = await with_a_rematch_proposed(hall)
            lane, commits = hall.hall.store.lane, list[set[str]]()
            append = lane.append

            async def noting(batch: Sequence[Append]) -> tuple[str, ...]:
                commits.append({entry.match for entry in batch})
                return await append(batch)

            lane.append = noting  # type: ignore[method-assign] # to see what is stored at once
            await hub.carry_out(room, Answer(1, "rematch", agree=True))
            await until(lambda: room.public.rematch)
            assert {room.id, room.public.rematch} in commits

    asyncio.run(run())
