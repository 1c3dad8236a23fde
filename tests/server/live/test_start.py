"""A start reads no facts of unfinished matches; rooms are loaded when a clock is due."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from serving import STONES_SLUG, Served, serving

from meadhall.core.refusal import Refused
from meadhall.match.facts import Reopened
from meadhall.match.question import FIRST_LOOK
from meadhall.server import assembly
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room

pytestmark = pytest.mark.one_adapter("It is about starting, not about sockets.")
HOUR = 3_600_000
CLOCKS = (
    {"mode": "none"},
    {"mode": "days", "base": 24 * HOUR},
    {"mode": "turn", "base": HOUR},
)


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.01)


async def three_matches(hall: Served) -> list[str]:
    """A match without a clock, one with days to think and one with an hour."""
    ann = await hall.guest("Ann")
    made = [await ann.match(STONES_SLUG, "mine", "mine", clock=clock) for clock in CLOCKS]
    return [match["match"] for match in made]


def test_a_match_is_loaded_when_its_clock_may_run_out_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "DUE_SECONDS", 0.01)
    now = [10 * HOUR]

    async def run() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            _, days, hour = await three_matches(hall)
        now[0] += 2 * HOUR
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            rooms = hall.hall.match_loop.rooms
            await until(lambda: hour in rooms)
            assert [*rooms] == [hour], "the others are not even read"
            assert rooms[hour].match.result is None, "its clock did not run while it was closed"
            now[0] += 23 * HOUR
            await until(lambda: days in rooms)
            assert {*rooms} == {hour, days}

    asyncio.run(run())


def test_a_match_that_cannot_be_read_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "DUE_SECONDS", 0.01)
    now, tried = [10 * HOUR], list[str]()

    async def refuse(_: MatchLoop, match: str) -> Room:
        tried.append(match)
        raise Refused.because("DAMAGED", "This match cannot be read.")

    async def run() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            _, _, hour = await three_matches(hall)
        now[0] += 2 * HOUR
        monkeypatch.setattr(MatchLoop, "room", refuse)
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            await until(lambda: tried)  # by the server itself
            await hall.hall.caretaker.load_due()
            assert tried == [hour]

    asyncio.run(run())


def test_a_match_that_was_not_loaded_for_a_while_skips_every_closure(tmp_path: Path) -> None:
    now = [10 * HOUR]

    async def run() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            _, days, _ = await three_matches(hall)
            now[0] += 1_000
        for pause in (5_000, 7_000):
            now[0] += pause
            async with serving(tmp_path, clock=lambda: now[0]) as hall:
                assert days not in hall.hall.match_loop.rooms
                now[0] += 1_000
        now[0] += 11_000
        async with serving(tmp_path, clock=lambda: now[0]) as hall:
            watcher = await hall.stranger().sit(days)
            assert watcher.table.clock.deadline == now[0] + FIRST_LOOK + 24 * HOUR - 3_000
            facts = await hall.hall.store.matches.facts(days)
            pauses = [fact.at - fact.since for fact in facts if isinstance(fact, Reopened)]
            assert pauses == [5_000, 7_000, 11_000]
            await hall.hall.caretaker.skip_closures(hall.hall.match_loop.rooms[days])
            assert await hall.hall.store.matches.facts(days) == facts, "none is skipped twice"

    asyncio.run(run())
