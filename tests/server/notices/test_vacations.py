"""Vacations over HTTP: clocks of a person's matches wait, and opponents see it."""

import asyncio
from typing import Any

from serving import STONES_SLUG, Served, served

from meadhall.match.clock import DAY
from meadhall.match.decide.play import due
from meadhall.server.notices.vacations import Vacations
from meadhall.store.notices.vacations import SqlVacations

DAILY = {"clock": {"mode": "days", "base": 2 * DAY}}


async def daily_match(hall: Served, **more: Any) -> tuple[Any, Any, str]:
    anna, bert = await hall.guest("Anna"), await hall.guest("Bert")
    seats = await anna.match(STONES_SLUG, "mine", "open", **{**DAILY, **more})
    match: str = seats["match"]
    taken = await bert.post(f"/matches/{match}/seats", {"seat": 1})
    for visit, token in ((anna, seats["tokens"][0]), (bert, taken["tokens"][0])):
        sitting = await visit.sit(match, token)
        await sitting.do("ready")
    while (await anna.get(f"/matches/{match}"))["phase"] != "playing":
        await asyncio.sleep(0.01)
    return anna, bert, match


@served()
async def test_a_vacation_stops_the_clock_and_everybody_sees_it(hall: Served) -> None:
    anna, bert, match = await daily_match(hall)
    assert await anna.get("/me/vacation") == {
        "until": 0, "days_left": 21, "days_per_year": 21,
    }  # fmt: skip
    begun = await anna.ask("PUT", "/me/vacation", {"days": 5})
    assert begun.json()["days_left"] == 16
    clock = (await bert.get(f"/matches/{match}"))["clock"]
    until = begun.json()["until"]
    assert (clock["paused"], clock["vacations"]) == (True, [until, 0])
    room = await hall.hall.match_loop.room(match)
    late = due(room.match)
    assert late is not None
    assert late > until
    ended = await anna.ask("DELETE", "/me/vacation")
    assert ended.json() == {"until": 0, "days_left": 20, "days_per_year": 21}
    assert (await bert.get(f"/matches/{match}"))["clock"]["vacations"] == []
    earlier = due(room.match)
    assert earlier is not None
    assert earlier < late - 4 * DAY


@served()
async def test_there_are_only_so_many_vacation_days(hall: Served) -> None:
    assert (await hall.stranger().ask("GET", "/me/vacation")).status_code == 401
    anna = await hall.guest("Anna")
    assert await anna.refused("PUT", "/me/vacation", {"days": 22}) == (400, "TOO_LONG")
    assert (await anna.refused("PUT", "/me/vacation", {"days": 0}))[0] == 400
    for days, left in ((20, 1), (3, 18), (3, 18)):
        answer = await anna.ask("PUT", "/me/vacation", {"days": days})
        # A changed vacation counts from now on, and the day that has begun before is gone.
        assert answer.json()["days_left"] <= left


@served()
async def test_a_match_that_begins_during_a_vacation_waits_too(hall: Served) -> None:
    anna, _, match = await daily_match(hall)
    room = await hall.hall.match_loop.room(match)
    holder = room.match.players[0]
    assert holder is not None
    begun = await anna.ask("PUT", "/me/vacation", {"days": 2})
    await anna.ask("DELETE", "/me/vacation")
    assert room.match.vacations[0] <= hall.hall.match_loop.clock()
    # As if the process had died between the vacation and the matches.
    stored = SqlVacations(hall.hall.store.backend)
    until = await stored.begin(holder.holder, hall.hall.match_loop.clock(), 2, 21)
    assert until >= begun.json()["until"]
    await Vacations(stored, hall.hall.match_loop, 21).sweep()
    assert room.match.vacations[0] == until
