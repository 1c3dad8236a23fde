"""What happens at tables by itself: absences, deserted tables, rematches."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from serving import STONES_SLUG, Later, Served, serving

import meadhall.server.assembly
from meadhall.match.commands import Answer, Propose, Resign, Say
from meadhall.match.decide import play
from meadhall.match.facts import Created, Fact, Rematched
from meadhall.match.ports import Append, Query
from meadhall.server.api.lobby import DESERTED_MS
from meadhall.server.live import caretaker
from meadhall.server.live.fair_queue import TICK
from meadhall.server.live.room import Room


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.01)


async def begun(hall: Served) -> tuple[Room, list[list[str]]]:
    """A match of two people who have not connected yet, and the tokens of their seats."""
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    first = await ann.post("/quick", {"game": STONES_SLUG})
    second = await bob.post("/quick", {"game": STONES_SLUG})
    room = await hall.hall.match_loop.room(first["match"])
    await until(lambda: room.channel.match.phase == "playing")
    return room, [first["tokens"], second["tokens"]]


def over(room: Room) -> bool:
    return room.channel.match.phase == "over"


async def being_played(hall: Served) -> list[str]:
    return [match.id for match in await hall.hall.store.matches.find(Query(phases=("playing",)))]


def test_a_player_who_never_connected_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "ARRIVAL_SECONDS", 0.0)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            room, (tokens, _) = await begun(hall)
            one = await hall.stranger().sit(room.id, *tokens)
            assert await one.code(one.do("call-bot", target=1)) == "BACK_SOON"

    asyncio.run(run())


def test_the_server_closes_deserted_tables_even_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meadhall.server.assembly, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(meadhall.server.assembly, "SWEEPS_TO_TIDY", 1)
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
            while await store.find(Query(phases=("lobby",))):  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_player_who_does_not_reconnect_after_a_restart_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            room, seats = await begun(hall)
            one, _ = [await hall.stranger().sit(room.id, *tokens) for tokens in seats]
            assert await one.code(one.do("call-bot", target=1)) == "SEAT_TAKEN"
        monkeypatch.setattr(caretaker, "ARRIVAL_SECONDS", 0.0)
        async with serving(tmp_path) as hall:
            one = await hall.stranger().sit(room.id, *seats[0])
            assert await one.code(one.do("call-bot", target=1)) == "BACK_SOON"

    asyncio.run(run())


async def with_a_rematch_proposed(hall: Served) -> Room:
    """A match that seat 0 has given up and wants to play again."""
    room, _ = await begun(hall)
    await hall.hall.match_loop.carry_out(room, Resign(0))
    await hall.hall.match_loop.carry_out(room, Propose(0, "rematch"))
    return room


def test_a_rematch_declined_at_the_last_moment_is_abandoned(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match_loop = hall.hall.match_loop
            room = await with_a_rematch_proposed(hall)
            no = Answer(0, "rematch", agree=False)
            agreed = Answer(1, "rematch", agree=True)
            match_loop.submit(room, agreed, lambda _: match_loop.submit(room, no, lambda _: None))
            await until(
                lambda: (
                    len(match_loop.rooms) == 2 and all(over(r) for r in match_loop.rooms.values())
                )
            )
            assert await being_played(hall) == []
            await match_loop.carry_out(room, Propose(0, "rematch"))
            await match_loop.carry_out(room, agreed)
            await until(lambda: room.channel.match.rematch)
            assert await being_played(hall) == [room.channel.match.rematch]

    asyncio.run(run())


@pytest.mark.parametrize("waiting", [0, TICK - 1, 2 * TICK - 1])
def test_a_rematch_and_the_link_to_it_are_stored_in_one_commit(
    tmp_path: Path, waiting: int
) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            match_loop = hall.hall.match_loop
            room = await with_a_rematch_proposed(hall)
            matches, commits = hall.hall.store.matches, list[set[type[Fact]]]()
            append = matches.append

            async def noting(batch: Sequence[Append]) -> tuple[str, ...]:
                commits.append({type(fact) for entry in batch for fact in entry.facts})
                return await append(batch)

            matches.append = noting

            def fill_the_tick(_: object) -> None:
                for _ in range(waiting):
                    match_loop.submit(room, Say(0, "Well played!"), lambda _: None)

            match_loop.submit(room, Answer(1, "rematch", agree=True), fill_the_tick)
            await until(lambda: room.channel.match.rematch)
            assert [{Created, Rematched} <= facts for facts in commits if Created in facts] == [
                True
            ]

    asyncio.run(run())


def test_a_bot_that_never_stops_changing_its_mind_has_to_finish_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MOST_CHANGES", 1)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match("secret-toaster", "random", "random")
            room = await hall.hall.match_loop.room(made["match"])
            await until(lambda: room.channel.match.turn > 2)
            plies = [ply.turn for ply in room.channel.match.plies]
            assert max(map(plies.count, plies)) <= 4

    asyncio.run(run())
