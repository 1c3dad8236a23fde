"""Tournaments over a real server: made, entered, played, watched, left, closed, exported."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import combinations
from typing import Any

import msgspec
import pytest
from serving import PATIENCE, STONES_SLUG, Served, Sitting, Visit, served
from websockets.asyncio.client import ClientConnection, connect

from meadhall.server.protocol.hall_messages import FromHall
from meadhall.server.protocol.tournaments.tournament_bodies import TournamentCall, TournamentChange
from meadhall.store.people.moderation.stored_acts import HOST, ModerationAct, SqlModeration

CLOCK = {"mode": "fischer", "base": 300_000, "increment": 2_000}
PLAN = {
    "title": "Cup", "format": "swiss", "game": STONES_SLUG, "clock": CLOCK, "pause": 0,
    "starts_in": 3_600_000,
}  # fmt: skip
WIN: dict[str, Any] = {"options": {"stones": 4}}
"""So that taking three, and then one, wins by the second move."""


async def host(hall: Served, name: str) -> Visit:
    return await hall.member(name, "open sesame")


async def people(hall: Served, *names: str) -> list[Visit]:
    return [await host(hall, names[0]), *[await hall.guest(name) for name in names[1:]]]


async def tournament(visits: list[Visit], *, start: bool = True, **plan: Any) -> str:
    """A tournament that these people have entered, made by the first one."""
    made = await visits[0].post("/tournaments", {**PLAN, **plan})
    path: str = f"/tournaments/{made['id']}"
    for visit in visits:
        await visit.post(f"{path}/players")
    if start:
        await visits[0].post(f"{path}/start")
    return path


async def page_when(visit: Visit, path: str, *, round: int = 0, phase: str = "") -> Any:  # noqa: A002 - as it is called there
    """The page, once it is in that round or phase."""
    while True:
        page = await visit.get(path)
        state = page["state"]
        if state["round"] >= round and phase in ("", state["phase"]):
            return page
        await asyncio.sleep(0.05)


def number_of(page: Any, name: str) -> int:
    (number,) = [one["number"] for one in page["players"] if one["name"] == name]
    return int(number)


def playing(page: Any) -> list[Any]:
    return [one for one in page["pairings"] if not one["points"]]


async def seat_of(visit: Visit, page: Any) -> Sitting:
    """The person's seat in the match that is played now."""
    me = (await visit.get("/me"))["id"]
    (number,) = [one["number"] for one in page["players"] if one["person"] == me]
    (pairing,) = [one for one in playing(page) if number in one["seats"]]
    tokens = (await visit.get(f"/matches/{pairing['match']}/seats"))["tokens"]
    return await visit.sit(pairing["match"], *tokens)


async def lose(visit: Visit, page: Any) -> None:
    sitting = await seat_of(visit, page)
    assert await sitting.code(sitting.do("resign")) == ""
    await sitting.leave()


@asynccontextmanager
async def line_of(visit: Visit, path: str) -> AsyncIterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {visit.token}"}
    id_ = path.rpartition("/")[2]
    address = f"ws://{visit.address}/api/hall/socket?lists=none&tournament={id_}"
    async with connect(address, additional_headers=headers) as line:
        yield line


async def hear(line: ClientConnection, kind: type) -> Any:
    while True:
        message = msgspec.json.decode(await asyncio.wait_for(line.recv(), PATIENCE), type=FromHall)
        if isinstance(message, kind):
            return message


@served()
async def test_a_swiss_tournament_from_its_making_to_its_export(hall: Served) -> None:
    anna, *others = visits = await people(hall, "Anna", "Bert", "Cora", "Dirk")
    path = await tournament(visits, rounds=2, start=False)
    (card,) = [
        one for one in (await others[0].get("/tournaments"))["current"] if one["title"] == "Cup"
        and path.endswith(one["id"])
    ]  # fmt: skip
    assert (card["players"], card["entered"], card["game_title"]) == (4, True, "Last Stone")
    page = await anna.post(f"{path}/start")
    assert page["terms"]["clock"] == CLOCK
    assert [len(one["seats"]) for one in page["pairings"]] == [2, 2]
    for round_ in (1, 2):
        page = await page_when(anna, path, round=round_)
        losers = [max(one["seats"]) for one in page["pairings"]]
        for visit in visits:
            name = (await visit.get("/me"))["name"]
            if number_of(page, name) in losers:
                await lose(visit, page)
    page = await page_when(anna, path, phase="over")
    assert page["state"]["ending"] == "finished"
    assert page["players"][0]["name"] == "Anna"
    assert [one["score"][0] for one in page["players"]] == [4, 2, 2, 0]
    export = await anna.get(f"{path}/export")
    assert [len(one["pairings"]) for one in export["rounds"]] == [2, 2]
    assert (await anna.get(f"{path}/rounds/1")) == export["rounds"][0]
    assert await anna.refused("GET", f"{path}/rounds/3") == (400, "NO_SUCH_ROUND")
    table = (await anna.ask("GET", f"{path}/standings")).text.splitlines()
    assert table[0] == "place,name,points,Buchholz,Sonneborn-Berger,wins,played,won,byes"
    assert table[1].startswith("1,Anna,4,")
    assert path.endswith((await anna.get("/tournaments"))["past"][0]["id"])


@served()
async def test_what_changes_is_sent_and_players_are_called(hall: Served) -> None:
    eva, finn = visits = await people(hall, "Eva", "Finn")
    path = await tournament(visits, start=False)
    async with line_of(finn, path) as line:
        page = await finn.get(path)
        await eva.post(f"{path}/start")
        change = await hear(line, TournamentChange)
        while change.state.round == 0:
            change = await hear(line, TournamentChange)
        call = await hear(line, TournamentCall)
        assert (call.title, path.endswith(call.tournament)) == ("Cup", True)
        assert [one.match for one in change.pairings] == [call.match]
        sitting = await eva.sit(call.match)
        assert sitting.table.tournament is not None
        assert path.endswith(sitting.table.tournament.id)
        await lose(eva, await eva.get(path))
        while change.state.phase != "over":
            change = await hear(line, TournamentChange)
        assert change.state.ending == "finished"
        names = {one["number"]: one["name"] for one in page["players"]}
        scores = {names[one.number]: one.score[0] for one in change.players}
        assert scores["Finn"] == 2


@served()
async def test_an_arena_pairs_again_at_once_counts_haste_and_takes_late_joiners(
    hall: Served,
) -> None:
    gerd, hans = visits = await people(hall, "Gerd", "Hans")
    path = await tournament(visits, format="arena", minutes=5, berserk=True)
    page = await page_when(gerd, path, round=1)
    sitting = await seat_of(gerd, page)
    before = sitting.table.clock.left[sitting.seats[0]]
    assert await sitting.code(sitting.do("berserk")) == ""
    table = sitting.table
    while table.tournament is None or not table.tournament.hasty:
        await sitting.hear()
        table = sitting.table
    assert table.clock.left[sitting.seats[0]] <= before // 2
    await lose(hans, page)
    page = await page_when(gerd, path, round=2)
    assert {one["name"]: one["score"][0] for one in page["players"]} == {"Gerd": 3, "Hans": 0}
    late = await hall.guest("Ida")
    entered = await late.post(f"{path}/players")
    assert number_of(entered, "Ida") == 3
    closed = await gerd.post(f"{path}/close")
    assert (closed["state"]["phase"], closed["state"]["ending"]) == ("over", "closed")
    (match,) = [one["match"] for one in playing(page)]
    assert await over(gerd, match) == "abandoned"


async def over(visit: Visit, match: str) -> str:
    """Why the match ended, once it has."""
    while True:
        result = (await visit.get(f"/matches/{match}"))["result"]
        if result is not None:
            reason: str = result["reason"]
            return reason
        await asyncio.sleep(0.05)


@served()
async def test_a_moderator_closes_a_tournament_and_that_is_logged(hall: Served) -> None:
    visits = await people(hall, "Ulla", "Volker")
    path = await tournament(visits, title="Rude words")
    judge = await host(hall, "Xaver")
    assert await judge.refused("POST", f"{path}/close") == (400, "NOT_THE_HOST")
    stored, me = SqlModeration(hall.hall.store.backend), await judge.get("/me")
    right = ModerationAct(id="right", at=1, moderator=HOST, kind="grant", person=me["id"])
    await stored.act(right)
    closed = await judge.post(f"{path}/close")
    assert closed["state"]["ending"] == "closed"
    (act, *_) = await stored.log(None, 9)
    expected = ("Xaver", "close", "Closed the tournament 'Rude words'.")
    assert (act.moderator, act.kind, act.reason) == expected


@served()
async def test_who_leaves_gives_up_the_match_and_is_not_paired_again(hall: Served) -> None:
    visits = await people(hall, "Jan", "Kai", "Lea")
    path = await tournament(visits, rounds=3)
    page = await page_when(visits[0], path, round=1)
    paired = {n for one in playing(page) for n in one["seats"]}
    leaver = next(v for v, n in zip(visits, ("Jan", "Kai", "Lea"), strict=True)
                  if number_of(page, n) in paired)  # fmt: skip
    await leaver.ask("DELETE", f"{path}/players/me")
    page = await page_when(visits[0], path, round=2)
    me = (await leaver.get("/me"))["name"]
    assert number_of(page, me) not in {n for one in page["pairings"] for n in one["seats"]}
    assert [one["gone"] for one in page["players"] if one["name"] == me] == ["left"]
    back = await leaver.post(f"{path}/players")
    assert [one["gone"] for one in back["players"] if one["name"] == me] == [""]


@served()
async def test_nobody_plays_in_two_live_tournaments_at_a_time(hall: Served) -> None:
    visits = await people(hall, "Max", "Nils", "Olaf")
    first = await tournament(visits[:2])
    second = await tournament(visits, start=False)
    page = await visits[0].post(f"{second}/start")
    assert page["state"]["ending"] == "tooFew", "Max and Nils are playing elsewhere"
    third = await tournament([visits[0]], start=False, format="arena", minutes=5)
    for visit in (visits[2], await hall.guest("Pia")):
        await visit.post(f"{third}/players")
    await visits[0].post(f"{third}/start")
    assert await visits[1].refused("POST", f"{third}/players") == (400, "PLAYS_ELSEWHERE")
    await visits[1].ask("DELETE", f"{first}/players/me")
    await page_when(visits[0], first, phase="over")
    await visits[1].post(f"{third}/players")
    for path in (first, third):
        await visits[0].ask("POST", f"{path}/close")


@served()
async def test_draws_undo_and_rematch_in_tournaments(hall: Served) -> None:
    visits = await people(hall, "Rita", "Sven")
    path = await tournament(visits, format="knockOut", **WIN)
    page = await page_when(visits[0], path, round=1)
    rita, sven = [await seat_of(visit, page) for visit in visits]
    first, second = (rita, sven) if rita.seats == (0,) else (sven, rita)
    assert await first.code(first.do("offer-draw")) == "NO_DRAWS"
    assert await first.code(first.do("berserk")) == "NO_BERSERK"
    assert await first.code(first.act("take 3")) == ""
    assert await first.code(first.do("undo")) == "TOURNAMENT"
    while not second.moves[second.seats[0]]:
        await second.hear()
    assert await second.code(second.act("take 1")) == ""
    page = await page_when(visits[0], path, phase="over")
    assert [one["score"] for one in page["players"]] == [[1, 2], [0, 0]]


@served()
async def test_computers_play_and_groups_of_more_than_two_do(hall: Served) -> None:
    (tom,) = await people(hall, "Tom")
    path = await tournament(
        [tom], game="chinese-checkers", seats=3, computers=["random", "random"], rounds=1
    )
    page = await page_when(tom, path, round=1)
    (pairing,) = page["pairings"]
    assert len(pairing["seats"]) == 3
    assert [one["level"] for one in page["players"] if not one["person"]] == ["random"] * 2
    await lose(tom, page)
    page = await tom.get(path)
    assert page["terms"]["sizes"] == [2, 3]
    await tom.post(f"{path}/close")


@served()
async def test_seven_play_a_round_robin_at_tables_of_three_and_two(hall: Served) -> None:
    names = ("Saga 1", "Saga 2", "Saga 3", "Saga 4", "Saga 5", "Saga 6", "Saga 7")
    visits = await people(hall, *names)
    plan: dict[str, Any] = {"game": "chinese-checkers", "seats": 3, "most": 8}
    path = await tournament(visits, format="roundRobin", **plan)
    by_name = dict(zip(names, visits, strict=True))
    numbers, met, round_ = dict[int, Visit](), Counter[frozenset[int]](), 0
    while (page := await page_when(visits[0], path))["state"]["phase"] != "over":
        if page["state"]["round"] == round_ or not playing(page):
            await asyncio.sleep(0.05)
            continue
        round_ = page["state"]["round"]
        numbers = {number_of(page, name): visit for name, visit in by_name.items()}
        assert sorted(len(one["seats"]) for one in page["pairings"]) == [2, 2, 3]
        for one in page["pairings"]:
            met.update(map(frozenset, combinations(one["seats"], 2)))
            for number in sorted(one["seats"])[1:]:  # the first number always wins
                await lose(numbers[number], page)
    assert (page["state"]["ending"], page["state"]["rounds"]) == ("finished", round_)
    assert len(met) == 21, "everybody has met everybody"
    assert max(met.values()) <= 2
    assert page["players"][0]["name"] == "Saga 1", "who has won all matches"
    assert {one["played"] for one in page["players"]} == {round_}


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"title": " "}, "BAD_TOURNAMENT"),
        ({"clock": {"mode": "none"}}, "BAD_TOURNAMENT"),
        ({"game": "no-such-game"}, "UNKNOWN_GAME"),
        ({"seats": 6}, "BAD_SEAT_COUNT"),
        ({"format": "arena", "minutes": 0}, "BAD_TOURNAMENT"),
        ({"computers": ["no such level"]}, "UNKNOWN_BOT"),
        ({"options": {"stones": 5}, "rated": True}, "NOT_RATEABLE"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(plan: dict[str, Any], code: str) -> None:
    @served()
    async def ask(hall: Served) -> None:
        uwe = await host(hall, f"Uwe{abs(hash(str(plan)))}"[:20])
        status, given = await uwe.refused("POST", "/tournaments", {**PLAN, **plan})
        assert (status, given) == (status, code)
        assert status in (400, 404)

    ask()


@served()
async def test_who_may_do_what(hall: Served) -> None:
    vera, willi = await people(hall, "Vera", "Willi")
    assert await willi.refused("POST", "/tournaments", PLAN) == (400, "NO_ACCOUNT")
    hall.http.cookies.clear()
    assert (await hall.stranger().refused("POST", "/tournaments", PLAN))[1] == "NOT_SIGNED_IN"
    path = await tournament([vera], start=False)
    assert await vera.refused("POST", f"{path}/start") == (400, "TOO_FEW_PLAYERS")
    assert await willi.refused("POST", f"{path}/start") == (400, "NOT_THE_HOST")
    assert await willi.refused("POST", f"{path}/close") == (400, "NOT_THE_HOST")
    assert await willi.refused("DELETE", f"{path}/players/me") == (400, "NOT_ENTERED")
    assert await willi.refused("GET", "/tournaments/nosuch") == (400, "NO_SUCH_TOURNAMENT")
    for _ in range(4):
        await tournament([vera], start=False)
    assert await vera.refused("POST", "/tournaments", PLAN) == (400, "TOO_MANY_TOURNAMENTS")
