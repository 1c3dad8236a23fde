"""Seeks over HTTP and over the hall's socket: people search, are asked, and play."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from serving import PATIENCE, STONES_SLUG, Served, Visit, served
from websockets.asyncio.client import ClientConnection, connect

from meadhall.server.meeting.seeks import AGREE_MS
from meadhall.server.protocol.hall_messages import FromHall
from meadhall.server.protocol.meeting.seek_cards import SeekCard, SeekNews

decode = msgspec.json.Decoder(FromHall).decode
TURNS = {"mode": "turn", "base": 60_000}


class Searching:
    """A person at the hall's socket, and the seek as a page would know it."""

    def __init__(self, visit: Visit, line: ClientConnection) -> None:
        self.visit, self.line = visit, line
        self.seek: SeekCard | None = None

    async def until(self, **wanted: Any) -> SeekCard | None:
        """The seek once it is as wanted; `found=True`: somebody has been found."""
        while True:
            if "gone" in wanted and self.seek is None:
                return None
            found = self.seek and self.seek.found
            state = {"found": found is not None, "begun": bool(found and found.begun)}
            if self.seek and all(state.get(key) == value for key, value in wanted.items()):
                return self.seek
            message = decode(await asyncio.wait_for(self.line.recv(), PATIENCE))
            if isinstance(message, SeekNews):
                self.seek = message.seek

    async def agree(self) -> None:
        seek = await self.until(found=True)
        assert seek
        assert seek.found
        body = {"match": seek.found.match}
        answer = await self.visit.ask("PUT", "/me/seek/agreement", body)
        assert answer.status_code == 204, answer.text


async def start(visit: Visit, **more: Any) -> Any:
    answer = await visit.ask("PUT", "/me/seek", {"game": STONES_SLUG, "clock": TURNS, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["seek"]


@asynccontextmanager
async def searching(visit: Visit, **more: Any) -> AsyncIterator[Searching]:
    headers = {"Authorization": f"Bearer {visit.token}"}
    address = f"ws://{visit.address}/api/hall/socket?lists=none"
    async with connect(address, additional_headers=headers) as line:
        await start(visit, **more)
        one = Searching(visit, line)
        await one.until()
        yield one


@served()
async def test_two_who_want_the_same_are_asked_and_play(hall: Served) -> None:
    ann, bob, cid = [await hall.guest(name) for name in ("Ann", "Bob", "Cid")]
    reserved = await ann.post("/reservations")
    mine = {"share": "aa" * 32, "reservation": reserved["token"]}
    async with searching(ann, **mine) as anns, searching(cid, clock={"mode": "none"}):
        seek = anns.seek
        assert seek is not None
        assert (seek.searching, seek.lowest, seek.highest) == (1, 524, 1476)
        assert (seek.terms.seats, seek.terms.options) == (2, {"stones": 12})
        assert (await cid.get("/me/seek"))["seek"]["others"] == 1
        async with searching(bob, share="bb" * 32) as bobs:
            found = await anns.until(found=True)
            assert found is not None
            assert found.found is not None
            assert (found.found.match, found.found.agreed) == (reserved["match"], False)
            assert [one.name for one in found.found.opponents] == ["Bob"]
            assert 0 < found.found.left <= AGREE_MS
            await anns.agree()
            assert await ann.refused("POST", "/me/seek/seat") == (404, "NO_SUCH_MATCH")
            await bobs.agree()
            for one in (anns, bobs):
                await one.until(begun=True)
                seated = await one.visit.post("/me/seek/seat")
                assert seated["match"] == reserved["match"]
                sitting = await one.visit.sit(seated["match"], *seated["tokens"])
                assert sitting.table.phase == "playing"
                assert {seat.name for seat in sitting.table.seats} == {"Ann", "Bob"}
                await one.until(gone=True)
            assert (await bob.get("/me/seek"))["seek"] is None


@served()
async def test_who_cancels_lets_the_other_look_on(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    options = {"options": {"stones": 13}}
    async with searching(ann, **options) as anns, searching(bob, **options) as bobs:
        await bobs.until(found=True)
        assert (await ann.ask("DELETE", "/me/seek")).status_code == 204
        await anns.until(gone=True)
        await bobs.until(found=False)
        match = {"match": "unknown"}
        assert await bob.refused("PUT", "/me/seek/agreement", match) == (409, "TOO_LATE")
        await start(ann, **options)
        for one in (bobs, anns):
            await one.agree()
        await bobs.until(begun=True)


@served()
async def test_what_cannot_begin_cannot_be_looked_for(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for body, code in (
        ({"game": "nothing"}, (404, "UNKNOWN_GAME")),
        ({"game": STONES_SLUG, "seats": 5}, (400, "BAD_SEAT_COUNT")),
        ({"game": STONES_SLUG, "options": {"stones": 1}}, (400, "BAD_OPTION")),
        ({"game": STONES_SLUG, "rated": True}, (400, "NOT_RATEABLE")),
        ({"game": STONES_SLUG, "reservation": "x"}, (403, "BAD_TOKEN")),
        ({"game": STONES_SLUG, "share": "not hexadecimal"}, (400, "BAD_SHARE")),
    ):
        assert await ann.refused("PUT", "/me/seek", body) == code
    assert (await ann.get("/me/seek"))["seek"] is None
    stranger = hall.stranger()
    hall.http.cookies.clear()
    assert await stranger.refused("PUT", "/me/seek", {"game": STONES_SLUG}) == (
        401, "NOT_SIGNED_IN",
    )  # fmt: skip
