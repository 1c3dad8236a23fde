"""Matches that have left memory are loaded in slices, by turns, and not too many at once."""

import asyncio
from pathlib import Path

import pytest
from serving import STONES_SLUG, Visit, serving

from meadhall.match.facts import Fact
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.live import match_loop, room
from meadhall.server.live.room import Room, load_room

MESSAGES = 60


async def long_match(visit: Visit, count: int) -> str:
    """A match with many facts."""
    made = await visit.match(STONES_SLUG, "mine", "mine")
    device = await visit.sit(made["match"], *made["tokens"])
    for number in range(count):
        await device.ask("say", seat=0, text=f"message {number}")
    await device.leave()
    return str(made["match"])


@pytest.mark.one_adapter("It is about loading, not about sockets.")
def test_the_event_loop_is_free_between_the_slices_of_a_load_and_loads_take_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SLICE_SECONDS", 0.0)  # one fact at a time

    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            long, short = await long_match(ann, MESSAGES), await long_match(ann, 1)
        async with serving(tmp_path) as hall:
            loop = hall.hall.match_loop
            loading = asyncio.create_task(loop.room(long))
            assert await turns_until_done(loading) > MESSAGES, "others had their turn each time"
            assert len((await loading).channel.chat) == MESSAGES
            # The facts are read beforehand: how long the store takes says nothing about turns.
            game, turn, order = loop.games(STONES_SLUG), asyncio.Lock(), list[str]()
            stored = [await loop.store.facts(match) for match in (long, short)]

            async def load(facts: tuple[Fact, ...]) -> None:
                order.append((await load_room(game, facts, Encoder(game), turn)).id)

            await asyncio.gather(*map(load, stored))
            assert order == [short, long], "the short one did not wait for the long one"

    asyncio.run(play())


async def turns_until_done(task: "asyncio.Task[Room]") -> int:
    """How often the event loop serves others before the task is done."""
    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns


def test_when_too_many_matches_are_being_loaded_people_are_asked_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_loop, "MOST_LOADING", 0)

    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "mine")
            hall.hall.match_loop.rooms.clear()
            answer = await ann.ask("GET", f"/matches/{made['match']}")
            assert (answer.status_code, answer.json()["code"]) == (503, "BUSY")
            assert int(answer.headers["retry-after"]) > 0
            sitting = await ann.connect(made["match"])
            await sitting.send({"kind": "join", "tokens": made["tokens"]})
            assert await sitting.closed() == 1013

    asyncio.run(play())
