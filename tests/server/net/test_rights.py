"""Rights end: sessions, the seat tokens given to them, and the connections opened with those."""

import asyncio
from itertools import count
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner
from serving import STONES_SLUG, Served, Sitting, Visit, served, serving
from typing_extensions import override
from websockets.asyncio.client import connect

from meadhall.server.protocol.messages import RematchedMessage

NOT_YOUR_SEAT = 4401
SEAT_MOVED = 4411
SESSION_ENDED = 4410

NAMES = count(1)
PASSWORD = "correct horse"
SOON = 1.0
"""Seconds within which a right has ended everywhere."""


async def member(hall: Served) -> tuple[Visit, str]:
    name = f"Owner {next(NAMES)}"
    return await hall.member(name, PASSWORD), name


async def again(hall: Served, name: str) -> Visit:
    """The same person on another device."""
    visit = hall.stranger()
    visit.token = (await visit.post("/session", {"name": name, "password": PASSWORD}))["token"]
    hall.http.cookies.clear()
    return visit


async def at_table(visit: Visit, match: str) -> Sitting:
    seated = await visit.get(f"/matches/{match}/seats")
    return await visit.sit(match, *seated["tokens"])


async def ended(sitting: Sitting, code: int) -> None:
    async with asyncio.timeout(SOON):
        assert await sitting.closed() == code


async def refused_at_the_door(visit: Visit, match: str, *tokens: str) -> int | None:
    sitting = await visit.connect(match)
    await sitting.send({"kind": "join", "tokens": tokens})
    return await sitting.closed()


@served()
async def test_signing_out_ends_this_session_and_no_other(hall: Served) -> None:
    home, name = await member(hall)
    phone = await again(hall, name)
    made = await home.match(STONES_SLUG, "mine", "open")
    at_home, on_phone = await at_table(home, made["match"]), await at_table(phone, made["match"])
    assert (await home.ask("DELETE", "/session")).status_code == 204
    await ended(at_home, SESSION_ENDED)
    hall.http.cookies.clear()
    assert await home.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    assert await refused_at_the_door(home, made["match"], *made["tokens"]) == SESSION_ENDED
    assert (await phone.get("/me"))["name"] == name
    assert not await on_phone.code(on_phone.do("unready", 0)), "the other session goes on"


@served()
async def test_a_guest_who_signs_out_leaves_no_right_behind(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "open")
    sitting = await ann.sit(made["match"], *made["tokens"])
    renamed = (await ann.ask("PUT", "/me/name", {"name": "Anna"})).json()["token"]
    await ann.ask("DELETE", "/session?everywhere=true")
    await ended(sitting, SESSION_ENDED)
    hall.http.cookies.clear()
    for token in (ann.token, renamed):
        ann.token = token
        assert await ann.refused("GET", "/me") == (401, "NOT_SIGNED_IN")


@served()
async def test_signing_out_everywhere_closes_all_connections(hall: Served) -> None:
    home, name = await member(hall)
    phone = await again(hall, name)
    made = await home.match(STONES_SLUG, "mine", "open")
    sittings = [await at_table(visit, made["match"]) for visit in (home, phone)]
    await home.ask("DELETE", "/session?everywhere=true")
    for sitting in sittings:
        await ended(sitting, SESSION_ENDED)


@served()
async def test_a_new_password_ends_all_sessions_and_gives_a_new_one(hall: Served) -> None:
    home, name = await member(hall)
    phone = await again(hall, name)
    made = await home.match(STONES_SLUG, "mine", "open")
    sittings = [await at_table(visit, made["match"]) for visit in (home, phone)]
    change = {"old": PASSWORD, "new": "battery staple"}
    home.token = (await home.ask("PUT", "/me/password", change)).json()["token"]
    for sitting in sittings:
        await ended(sitting, SESSION_ENDED)
    hall.http.cookies.clear()
    assert await phone.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
    assert await refused_at_the_door(phone, made["match"], *made["tokens"]) == SESSION_ENDED
    assert (await at_table(home, made["match"])).seats == (0,)


@served()
async def test_a_deleted_account_has_no_seats(hall: Served) -> None:
    home, name = await member(hall)
    made = await home.match(STONES_SLUG, "mine", "open")
    sitting = await at_table(home, made["match"])
    await home.ask("POST", "/me/farewell", {"name": name, "password": PASSWORD})
    await ended(sitting, SESSION_ENDED)
    assert await refused_at_the_door(home, made["match"], *made["tokens"]) == NOT_YOUR_SEAT


@served()
async def test_a_spectator_who_signs_out_is_let_go_too(hall: Served) -> None:
    host, ann = await hall.guest("Host"), await hall.guest("Ann")
    made = await host.match(STONES_SLUG, "mine", "open")
    stranger = await hall.stranger().sit(made["match"])
    address = f"ws://{hall.address}/api/matches/{made['match']}/socket"
    async with connect(address, additional_headers={"Cookie": f"meadhall={ann.token}"}) as line:
        watching = Sitting(line)
        await watching.join()
        await ann.ask("DELETE", "/session")
        await ended(watching, SESSION_ENDED)
    hall.http.cookies.clear()
    # A session that has ended counts for nothing: its holder may still watch, as a stranger.
    async with connect(address, additional_headers={"Cookie": f"meadhall={ann.token}"}) as line:
        await Sitting(line).join()
    assert stranger.line.close_code is None


@served()
async def test_a_link_moves_a_seat_once_and_the_old_device_is_let_go(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "open")
    old = await ann.sit(made["match"], *made["tokens"])
    place = f"/matches/{made['match']}/seats/0/link"
    links = [(await ann.post(place))["link"] for _ in range(2)]
    moved = await hall.stranger().post("/links", {"link": links[0]})
    await ended(old, SEAT_MOVED)
    assert await refused_at_the_door(ann, made["match"], *made["tokens"]) == SEAT_MOVED
    new = await hall.stranger().sit(made["match"], *moved["tokens"])
    assert new.seats == (0,)
    for link in links:
        answer = await hall.stranger().refused("POST", "/links", {"link": link})
        assert answer == (409, "LINK_USED"), "nor does a link work that was made before the move"
    third = (await ann.post(place))["link"]
    await hall.stranger().post("/links", {"link": third})
    await ended(new, SEAT_MOVED)
    assert (await at_table(ann, made["match"])).seats == (0,), "its owner can always ask for it"


@served()
async def test_what_a_session_gave_away_ends_with_it(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    place = f"/matches/{made['match']}/seats"
    links = [(await ann.post(f"{place}/{seat}/link"))["link"] for seat in (0, 1)]
    moved = await hall.stranger().post("/links", {"link": links[0]})
    device = await hall.stranger().sit(made["match"], *moved["tokens"])
    await ann.ask("DELETE", "/session")
    await ended(device, SESSION_ENDED)
    hall.http.cookies.clear()
    assert await hall.stranger().refused("POST", "/links", {"link": links[1]}) == (403, "BAD_TOKEN")


@served()
async def test_the_tokens_of_a_rematch_end_with_the_session_too(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open")
    taken = await bob.post(f"/matches/{made['match']}/seats", {})
    anns = await ann.sit(made["match"], *made["tokens"])
    bobs = await bob.sit(made["match"], *taken["tokens"])
    await bobs.do("ready")
    await anns.until(object, having=lambda _: anns.table.phase == "playing")
    await anns.do("resign")
    await anns.do("rematch")
    await bobs.until(object, having=lambda _: bobs.table.offer is not None)
    await bobs.do("rematch")
    next_match = await anns.until(RematchedMessage)
    following = await ann.sit(next_match.match, *next_match.tokens)
    await ann.ask("DELETE", "/session")
    await ended(following, SESSION_ENDED)
    await ended(anns, SESSION_ENDED)
    assert bobs.line.close_code is None


@served(secret="known", link_minutes=1)
@pytest.mark.one_adapter("no socket is opened")
async def test_links_expire(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "open")
    answer = await ann.post(f"/matches/{made['match']}/seats/0/link")
    ahead = answer["expires"] - hall.hall.match_loop.clock()
    assert 50_000 < ahead <= 60_000
    old = resign(answer["link"], -61)
    assert await hall.stranger().refused("POST", "/links", {"link": old}) == (403, "BAD_TOKEN")
    await hall.stranger().post("/links", {"link": resign(answer["link"], -50)})


def resign(link: str, seconds: int) -> str:
    """The same link, as if it had been signed at another time."""

    class Earlier(TimestampSigner):
        @override
        def get_timestamp(self) -> int:
            return super().get_timestamp() + seconds

    return Earlier("known", salt="link").sign(link.partition(".")[0]).decode()


def test_an_ended_session_is_not_forgotten_while_its_token_would_count(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            await ann.ask("DELETE", "/session")
            hall.http.cookies.clear()
            rights = hall.hall.rights
            await rights.ended.forget_old(rights.clock())
            assert await ann.refused("GET", "/me") == (401, "NOT_SIGNED_IN")

    asyncio.run(run())


def test_what_has_ended_stays_ended_after_a_restart(tmp_path: Path) -> None:
    asyncio.run(restart(tmp_path))


async def restart(folder: Path) -> None:
    async with serving(folder) as hall:
        ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
        made = await ann.match(STONES_SLUG, "mine", "open")
        bobs = await bob.match(STONES_SLUG, "mine", "open")
        await ann.ask("DELETE", "/session")
        link = await bob.post(f"/matches/{bobs['match']}/seats/0/link")
        moved = await hall.stranger().post("/links", {"link": link["link"]})
    async with serving(folder) as hall:
        visit = hall.stranger()
        assert await refused_at_the_door(visit, made["match"], *made["tokens"]) == SESSION_ENDED
        assert await refused_at_the_door(visit, bobs["match"], *bobs["tokens"]) == SEAT_MOVED
        assert (await visit.sit(bobs["match"], *moved["tokens"])).seats == (0,)
        visit.token = ann.token
        assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
