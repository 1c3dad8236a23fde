"""Lists with options and clocks, and the strongest matches to watch."""

import asyncio
from pathlib import Path

import msgspec
from serving import PATIENCE, STONES_SLUG, Later, Served, serving
from websockets.asyncio.client import connect

from meadhall.match import clock as clocks
from meadhall.server.meeting.listed_matches import LIVELY_MS, ListedMatches, clock_plan
from meadhall.server.protocol.bodies import ClockPlan, MatchCard
from meadhall.server.protocol.hall_messages import FromHall, ListChange
from meadhall.server.protocol.meeting.hall_talk import TopMatches
from meadhall.server.protocol.people.rating_cards import RatingCard
from meadhall.store.meeting.stored_crowds import SqlCrowds
from meadhall.store.meeting.stored_setups import SqlSetups

decode = msgspec.json.Decoder(FromHall).decode
TURNS = {"mode": "turn", "base": 60_000}


async def contest(hall: Served, one: str, other: str, **more: object) -> str:
    """Two people play."""
    first, second = await hall.guest(one), await hall.guest(other)
    made = await first.match(STONES_SLUG, "mine", "open", **more)
    await second.post(f"/matches/{made['match']}/seats", {"ready": True})
    sitting = await first.sit(made["match"], *made["tokens"])
    while sitting.table.phase != "playing":
        await sitting.hear()
    return str(made["match"])


def test_lists_name_options_and_clocks(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "open", clock=TURNS, options={"stones": 20})
            async with connect(f"ws://{hall.address}/api/hall/socket") as line:
                public = decode(await asyncio.wait_for(line.recv(), PATIENCE))
            assert isinstance(public, ListChange)
            card = next(one for one in public.put if one.match == made["match"])
            assert (card.options, card.clock) == ({"stones": 20}, ClockPlan("turn", 60_000))
            backend = hall.hall.store.backend
            setups = await SqlSetups(backend).of([made["match"], "unknown"])
            assert {setup.code for setup in setups.values()} == {made["code"]}

    asyncio.run(test())


def test_the_strongest_matches_are_lively_ones_of_people(tmp_path: Path) -> None:
    async def test() -> None:
        now = Later()
        async with serving(tmp_path, now) as hall:
            left = await contest(hall, "Ann", "Bob")
            now.passed += LIVELY_MS + 1_000
            ann = await hall.guest("Cleo")
            await ann.match(STONES_SLUG, "mine", "greedy", listed=True)
            daily = {"mode": "days", "base": clocks.DAY}
            played = await contest(hall, "Dag", "Eva", clock=daily)
            watcher = await hall.stranger().sit(played)
            now.passed += LIVELY_MS + 1_000
            address = f"ws://{hall.address}/api/hall/socket?lists=none&watch=yes"
            async with connect(address) as line:
                while True:
                    top = decode(await asyncio.wait_for(line.recv(), PATIENCE))
                    if isinstance(top, TopMatches):
                        break
            assert [(card.match, card.watching) for card in top.matches] == [(played, 1)]
            assert left != played
            await watcher.leave()

    asyncio.run(test())


def test_strength_is_what_is_sure(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as hall:
            weak = await contest(hall, "Ann", "Bob")
            strong = await contest(hall, "Cid", "Dag")
            listed = ListedMatches(
                hall.hall, "me", SqlSetups(hall.hall.store.backend),
                SqlCrowds(hall.hall.store.backend), hall.hall.hall_sockets.find,
            )  # fmt: skip
            sure = RatingCard(1300, 50, provisional=False, matches=40)
            unsure = RatingCard(1600, 600, provisional=True, matches=1)
            inner = listed.inner

            async def rated(holder: str, query: object) -> object:
                found = await inner(holder, query)  # type: ignore[arg-type] # it is a query
                for card in found.matches:
                    card.ratings = (sure, sure) if card.match == strong else (unsure, None)
                return found

            listed.inner = rated  # type: ignore[assignment] # it finds the same
            best: tuple[MatchCard, ...] = await listed.strongest()
            assert [card.match for card in best] == [strong, weak]

    asyncio.run(test())


def test_clocks_are_named_as_they_were_given() -> None:
    assert [
        clock_plan(rule)
        for rule in (
            clocks.ByRules(), clocks.Untimed(), clocks.PerTurn(5), clocks.Fischer(7, 3),
            clocks.Daily(2),
        )
    ] == [
        ClockPlan("rules"), ClockPlan("none"), ClockPlan("turn", 5), ClockPlan("fischer", 7, 3),
        ClockPlan("days", 2 * clocks.DAY),
    ]  # fmt: skip
