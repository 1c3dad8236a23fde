"""The lobby over HTTP: creating, finding and joining matches."""

import asyncio
from pathlib import Path

import pytest
from serving import STONES_SLUG, Later, Served, Visit, served, serving

from meadhall import registry
from meadhall.server.api.lobby import DESERTED_MS
from meadhall.server.protocol.messages import Reset, TableUpdate

DAY = 24 * 3_600_000
ARRIVAL_MS = 60_000
DESERTED_DAILY_MS = 30 * DAY

CHECKERS = "chinese-checkers"


@served()
async def test_games_are_listed_with_what_a_set_up_form_needs(hall: Served) -> None:
    games = {game["slug"]: game for game in await hall.stranger().get("/games")}
    checkers = games[CHECKERS]
    assert checkers["players"] == [2, 3, 4, 5, 6]
    assert [option["name"] for option in checkers["options"]] == ["rest", "lock_target", "starts"]
    levels = {level["name"]: level["rating"] for level in checkers["levels"]}
    assert levels["easy"] < levels["medium"]
    page = await hall.stranger().get(f"/games/{CHECKERS}")
    assert page["rules"].startswith("# ")
    first = await hall.stranger().get(f"/games/{CHECKERS}/position")
    assert first["scene"]["cells"]


@served()
async def test_open_tables_are_listed_filtered_and_found_by_code(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open")
    hidden = await ann.match(STONES_SLUG, "mine", "open", listed=False)
    found = (await bob.get(f"/matches?phase=open&game={STONES_SLUG}"))["matches"]
    assert made["match"] in [card["match"] for card in found]
    assert hidden["match"] not in [card["match"] for card in found]
    mine = (await ann.get("/matches?mine=true"))["matches"]
    assert {made["match"], hidden["match"]} <= {card["match"] for card in mine}
    assert mine[0]["mine"] == [0]
    assert (await bob.get(f"/codes/{hidden['code'].lower()}"))["match"] == hidden["match"]
    assert await bob.refused("GET", "/codes/NOSUCH") == (404, "NO_SUCH_MATCH")
    table = await bob.get(f"/matches/{made['match']}")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open"]


@served()
async def test_lists_tell_people_from_bots(hall: Served) -> None:
    ann = await hall.guest("Ann")
    solo = await ann.match(STONES_SLUG, "mine", "random")
    shared = await ann.match(STONES_SLUG, "mine", "mine")
    found = (await ann.get("/matches?phase=playing"))["matches"]
    people = {card["match"]: card["people"] for card in found}
    assert (people[solo["match"]], people[shared["match"]]) == (1, 2)


@served()
async def test_guided_matches_are_in_no_list(hall: Served) -> None:
    ann = await hall.guest("Ann")
    lesson = await ann.match(STONES_SLUG, "mine", "mine", guided=True)
    match = await ann.match(STONES_SLUG, "mine", "mine")
    for query in ("mine=true", "phase=playing"):
        listed = {card["match"] for card in (await ann.get(f"/matches?{query}"))["matches"]}
        assert listed & {lesson["match"], match["match"]} == {match["match"]}


@served(tables=1000)
async def test_long_lists_come_in_parts(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = [(await ann.match(STONES_SLUG, "mine", "open"))["match"] for _ in range(60)]
    first = await ann.get("/matches?mine=true")
    rest = await ann.get(f"/matches?mine=true&before={first['next']}")
    got = [card["match"] for card in first["matches"] + rest["matches"]]
    assert sorted(got) == sorted(made)
    assert rest["next"] is None
    assert await ann.refused("GET", "/matches?before=x") == (400, "BAD_BOOKMARK")


@served()
async def test_full_started_locked_and_unknown_tables_are_refused(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    locked = await ann.match(STONES_SLUG, "mine", "open", password="mead")
    seats = f"/matches/{locked['match']}/seats"
    assert await bob.refused("POST", seats, {}) == (403, "WRONG_PASSWORD")
    await bob.post(seats, {"password": "mead"})
    cleo = await hall.guest("Cleo")
    assert await cleo.refused("POST", seats, {"password": "mead"}) == (409, "TABLE_FULL")
    started = await ann.match(STONES_SLUG, "mine", "mine")
    assert await bob.refused("POST", f"/matches/{started['match']}/seats", {}) == (
        400,
        "ALREADY_STARTED",
    )
    assert await bob.refused("POST", "/matches/nowhere/seats", {}) == (404, "NO_SUCH_MATCH")
    watcher = await bob.connect(locked["match"])
    await watcher.send({"kind": "join"})
    assert await watcher.closed() == 4403
    await bob.sit(locked["match"], password="mead")


@served()
async def test_a_seat_is_given_once(hall: Served) -> None:
    ann, bob, cleo = [await hall.guest(name) for name in ("Ann", "Bob", "Cleo")]
    made = await ann.match(STONES_SLUG, "mine", "open")
    path = f"/matches/{made['match']}/seats"
    await bob.post(path, {"seat": 1})
    assert await cleo.refused("POST", path, {"seat": 1}) == (409, "SEAT_TAKEN")
    assert await cleo.refused("POST", path, {"seat": 7}) == (404, "NO_SUCH_SEAT")


@served()
async def test_two_quick_matches_meet_and_start(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    one = await ann.post("/quick", {"game": CHECKERS})
    two = await bob.post("/quick", {"game": CHECKERS})
    assert one["match"] == two["match"]
    sitting = await bob.sit(two["match"], *two["tokens"])
    if sitting.table.phase == "open":
        await sitting.until(Reset)
    assert sitting.table.phase == "playing"


def test_simultaneous_quick_matches_all_find_partners(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            people = [await hall.guest(f"Guest {number}") for number in range(6)]
            asked = [person.post("/quick", {"game": STONES_SLUG}) for person in people]
            matches = [seated["match"] for seated in await asyncio.gather(*asked)]
            assert sorted(map(matches.count, set(matches))) == [2, 2, 2]

    asyncio.run(run())


@served()
async def test_asking_twice_takes_no_second_seat(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    wish = {"game": CHECKERS, "seats": 3}
    assert await ann.post("/quick", wish) == await ann.post("/quick", wish)
    made = await ann.match(CHECKERS, "mine", "open", "open")
    seats = f"/matches/{made['match']}/seats"
    first, again = await bob.post(seats, {}), await bob.post(seats, {})
    assert len(first["tokens"]) == len(again["tokens"]) == 1


@served()
async def test_a_quick_match_has_default_options(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    seats = ("mine", "open", "open", "open", "open")
    timed = await ann.match(CHECKERS, *seats, clock={"mode": "turn", "base": 1000})
    other = await ann.match(CHECKERS, *seats, options={"rest": "free"})
    normal = await ann.match(CHECKERS, *seats)
    found = await bob.post("/quick", {"game": CHECKERS, "seats": 5})
    assert found["match"] == normal["match"] not in (timed["match"], other["match"])


@pytest.mark.parametrize("seats", [0, -1, 17, 10**12])
def test_a_quick_match_refuses_bad_seat_counts(seats: int) -> None:
    @served()
    async def check(hall: Served) -> None:
        ann = await hall.guest("Ann")
        wish = {"game": CHECKERS, "seats": seats}
        assert await ann.refused("POST", "/quick", wish) == (400, "BAD_REQUEST")

    check()


def test_a_quick_match_ignores_tables_where_nobody_waits(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock) as hall:
            ann, bob, cleo = [await hall.guest(name) for name in ("Ann", "Bob", "Cleo")]
            wish = {"game": STONES_SLUG}
            deserted = await ann.post("/quick", wish)
            clock.passed = ARRIVAL_MS
            fresh = await bob.post("/quick", wish)
            assert fresh["match"] != deserted["match"]
            clock.passed *= 2
            await bob.sit(fresh["match"], *fresh["tokens"])
            assert (await cleo.post("/quick", wish))["match"] == fresh["match"]

    asyncio.run(run())


async def open_tables(visit: Visit) -> dict[str, bool]:
    """The tables in the list, and whether someone is waiting there."""
    found = (await visit.get("/matches?phase=open"))["matches"]
    return {card["match"]: card["waiting"] for card in found}


def test_the_list_shows_where_someone_is_waiting(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock) as hall:
            ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
            made = await ann.match(STONES_SLUG, "mine", "open")
            table = made["match"]
            assert await open_tables(bob) == {table: True}, "she has just sat down"
            clock.passed = ARRIVAL_MS
            assert await open_tables(bob) == {table: False}
            watcher = await bob.sit(table)
            assert await open_tables(bob) == {table: False}, "a spectator is not waiting"
            await ann.sit(table, *made["tokens"])
            await watcher.until(TableUpdate, having=lambda update: update.table.seats[0].here)
            assert await open_tables(bob) == {table: True}
            empty = (await ann.match(STONES_SLUG, "open", "open"))["match"]
            assert await open_tables(bob) == {table: True, empty: False}
        async with serving(tmp_path, clock) as hall:
            stranger = await hall.guest("Cleo")
            assert await open_tables(stranger) == {table: False, empty: False}, (
                "nobody has reconnected"
            )

    asyncio.run(run())


def test_started_matches_that_everybody_left_are_ended(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock, deserted_days=3) as hall:
            ann, kinds = await hall.guest("Ann"), (STONES_SLUG, "mine", "mine")
            left, watched, recent = [(await ann.match(*kinds))["match"] for _ in range(3)]
            daily = {"mode": "days", "base": 9 * DAY}
            timed = (await ann.match(*kinds, clock=daily))["match"]
            clock.passed = 2 * DAY
            seat = await ann.sit(recent, *(await ann.get(f"/matches/{recent}/seats"))["tokens"])
            await seat.act("take 1", 0)
            await seat.leave()
        clock.passed = 3 * DAY + 1000
        async with serving(tmp_path, clock, deserted_days=3) as hall:
            back = hall.stranger()
            back.token = ann.token
            await back.sit(watched)
            await hall.hall.lobby.end_empty_matches()
            cards = (await back.get("/matches?mine=true"))["matches"]
            phases = {card["match"]: (card["phase"], card["result"]) for card in cards}
            assert phases[left] == ("finished", "abandoned")
            assert phases[watched] == phases[recent] == phases[timed] == ("playing", "")

    asyncio.run(run())


def test_tables_that_were_empty_for_long_are_closed(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock) as hall:
            ann = await hall.guest("Ann")
            kinds = STONES_SLUG, "mine", "open"
            deserted, watched = [(await ann.match(*kinds))["match"] for _ in range(2)]
            daily = (await ann.match(*kinds, clock={"mode": "days", "base": DAY}))["match"]
            unlisted = (await ann.match(*kinds, listed=False))["match"]
            begun = (await ann.match(STONES_SLUG, "mine", "mine"))["match"]
            clock.passed = DESERTED_MS // 2
            young = (await ann.match(*kinds))["match"]
        async with serving(tmp_path, clock) as hall:
            back = hall.stranger()
            back.token, clock.passed = ann.token, DESERTED_MS + 1000
            await back.sit(watched)
            await hall.hall.lobby.close_deserted()
            assert set(await open_tables(back)) == {watched, young, daily}
            cards = (await back.get("/matches?mine=true"))["matches"]
            phases = {card["match"]: (card["phase"], card["result"]) for card in cards}
            assert phases[deserted] == ("finished", "closed")
            assert phases[unlisted] == ("open", ""), "someone with the link may still come"
            assert phases[begun] == ("playing", "")
            clock.passed += DESERTED_DAILY_MS
            await hall.hall.lobby.close_deserted()
            assert set(await open_tables(back)) == {watched}

    asyncio.run(run())


def test_a_closed_table_is_finished(tmp_path: Path) -> None:
    clock = Later()

    async def run() -> None:
        async with serving(tmp_path, clock) as hall:
            ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
            made = await ann.match(STONES_SLUG, "mine", "open")
            clock.passed = DESERTED_MS + 1000
            await hall.hall.lobby.close_deserted()
            path = f"/matches/{made['match']}"
            assert await bob.refused("POST", f"{path}/seats", {}) == (400, "MATCH_OVER")
            assert await bob.refused("GET", f"{path}/replay") == (400, "NOT_STARTED")
            late = await ann.sit(made["match"], *made["tokens"])
            assert (late.table.phase, late.table.turn) == ("finished", 0)
            assert await late.code(late.do("rematch")) == "NOT_STARTED"
            assert await late.code(late.ask("look", ply=0, seat=0)) == "NO_SUCH_PLY"

    asyncio.run(run())


def test_a_match_of_an_uninstalled_game_stays_in_the_list(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            await ann.match(STONES_SLUG, "mine", "mine")
            hall.hall.match_loop.games = registry.game  # which does not have the template's
            (card,) = (await ann.get("/matches"))["matches"]
            assert card["title"] == STONES_SLUG

    asyncio.run(run())


@served()
async def test_a_link_moves_a_seat_to_another_device(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    link = await ann.post(f"/matches/{made['match']}/seats/0/link")
    opened = await hall.stranger().post("/links", {"link": link["link"]})
    elsewhere = await hall.stranger().sit(opened["match"], *opened["tokens"])
    await elsewhere.act("take 1")
    at_home = await ann.sit(made["match"], made["tokens"][1])
    assert at_home.seats == (1,), "the first device keeps its other seat"
    gone = await ann.connect(made["match"])
    await gone.send({"kind": "join", "tokens": made["tokens"]})
    assert await gone.closed() == 4411
    stolen = f"/matches/{made['match']}/seats/0/link"
    assert await bob.refused("POST", stolen) == (403, "NOT_YOUR_SEAT")
    assert await bob.refused("POST", "/links", {"link": made["tokens"][0]}) == (403, "BAD_TOKEN")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [{}]}, "UNKNOWN_GAME"),
        ({"game": STONES_SLUG, "seats": [{"kind": "mine"}]}, "BAD_SEAT_COUNT"),
        ({"game": STONES_SLUG, "seats": [{}, {}], "options": {"stones": 3}}, "BAD_OPTION"),
        ({"game": STONES_SLUG, "seats": [{}, {}], "options": {"rocks": 3}}, "UNKNOWN_OPTION"),
        ({"game": STONES_SLUG, "seats": [{}, {"kind": "bot", "level": "god"}]}, "UNKNOWN_BOT"),
        ({"game": STONES_SLUG, "seats": [{}, {}], "clock": {"mode": "turn"}}, "BAD_CLOCK"),
        ({"game": STONES_SLUG, "seats": [{"kind": "mine", "name": "\n"}, {}]}, "BAD_NAME"),
        ({"game": STONES_SLUG, "seats": [{}, {}], "seed": "known"}, "SEED_IS_KNOWN"),
        ({"game": STONES_SLUG, "seats": []}, "BAD_REQUEST"),
        ({"game": STONES_SLUG}, "BAD_REQUEST"),
        ({"game": STONES_SLUG, "seats": [{}, {}], "cheat": True}, "BAD_REQUEST"),
    ],
)
def test_bad_matches_are_refused_with_a_code(body: object, code: str) -> None:
    @served()
    async def check(hall: Served) -> None:
        ann = await hall.guest("Ann")
        status, found = await ann.refused("POST", "/matches", body)
        assert found == code
        assert status in (400, 404)

    check()


@served()
async def test_strangers_must_sign_in_to_play(hall: Served) -> None:
    nobody = hall.stranger()
    assert await nobody.refused("POST", "/quick", {"game": CHECKERS}) == (401, "NOT_SIGNED_IN")
    assert (await nobody.get("/matches?mine=true"))["matches"] == []


@served()
async def test_a_good_bot_may_take_over_where_the_host_allows_it(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for allowed, level in ((True, "medium"), (False, "")):  # the fourth of six
        made = await ann.match("jarls", "mine", "open", takeover=allowed)
        room = await hall.hall.match_loop.room(made["match"])
        assert room.match.setup.takeover == level
