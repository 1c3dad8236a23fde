"""The hall's chat: who writes, who reads, and the limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec
from serving import PATIENCE, Served, Visit, served
from websockets.asyncio.client import ClientConnection, connect

from meadhall.server.meeting import hall_chat
from meadhall.server.net.conduct import EverybodyWelcome
from meadhall.server.protocol.hall_messages import FromHall
from meadhall.server.protocol.meeting.hall_talk import HallTalk

decode = msgspec.json.Decoder(FromHall).decode
NAMES = count(1)


class Reader:
    def __init__(self, line: ClientConnection) -> None:
        self.line, self.read = line, list[str]()

    async def hear(self) -> HallTalk:
        while True:
            message = decode(await asyncio.wait_for(self.line.recv(), PATIENCE))
            if isinstance(message, HallTalk):
                self.read += [line.text for line in message.lines]
                return message


@asynccontextmanager
async def reading(visit: Visit) -> AsyncIterator[Reader]:
    headers = {"Authorization": f"Bearer {visit.token}"} if visit.token else {}
    address = f"ws://{visit.address}/api/hall/socket?lists=none&chat=yes"
    async with connect(address, additional_headers=headers) as line:
        reader = Reader(line)
        assert (await reader.hear()).whole
        yield reader


async def write(visit: Visit, text: str) -> Any:
    return await visit.post("/hall/lines", {"text": text})


@served()
async def test_what_somebody_writes_everybody_reads_once_and_in_order(hall: Served) -> None:
    ann = await hall.guest("Ann")
    async with reading(hall.stranger()) as early, reading(ann) as own:
        for text in ("first", "  second  "):
            line = await write(ann, text)
            assert (line["name"], line["text"]) == ("Ann", text.strip())
        for reader in (early, own):
            while "second" not in reader.read:
                assert not (await reader.hear()).whole
            assert [one for one in reader.read if one in ("first", "second")] == ["first", "second"]
        async with reading(hall.stranger()) as late:
            assert late.read[-2:] == ["first", "second"]


@served()
async def test_who_blocks_somebody_does_not_read_them(hall: Served) -> None:
    name = f"Noisy{next(NAMES)}"
    noisy = await hall.member(name, "correct horse")
    hall.http.cookies.clear()
    ann = await hall.member(f"Quiet{next(NAMES)}", "correct horse")
    hall.http.cookies.clear()
    answer = await ann.ask("PUT", f"/me/blocks/{name}")
    assert answer.status_code == 204
    async with reading(ann) as reader, reading(hall.stranger()) as other:
        await write(noisy, "buy this")
        await write(ann, "peace")
        for one in (reader, other):
            while "peace" not in one.read:
                await one.hear()
        assert "buy this" in other.read
        assert "buy this" not in reader.read
    async with reading(ann) as again:
        assert "buy this" not in again.read


@served()
async def test_texts_that_are_none_and_strangers_are_refused(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for text in ("", "   "):
        assert await ann.refused("POST", "/hall/lines", {"text": text}) == (400, "BAD_TEXT")
    assert (await ann.refused("POST", "/hall/lines", {"text": "x" * 2001}))[0] == 400
    hall.http.cookies.clear()
    stranger = hall.stranger()
    assert await stranger.refused("POST", "/hall/lines", {"text": "hi"}) == (401, "NOT_SIGNED_IN")


@served()
async def test_who_is_muted_does_not_write(hall: Served) -> None:
    name = f"Mute{next(NAMES)}"
    member = await hall.member(name, "correct horse")
    muted = (await member.get("/me"))["id"]
    rights = hall.hall.rights
    until = hall.hall.match_loop.clock() + 60_000

    class Shouting(EverybodyWelcome):
        async def mute(self, person: str) -> tuple[int, str]:  # type: ignore[explicit-override] # Python 3.11 has none
            return (until, "shouting") if person == muted else (0, "")

    rights.conduct, kept = Shouting(), rights.conduct
    try:
        assert await member.refused("POST", "/hall/lines", {"text": "hi"}) == (403, "MUTED")
    finally:
        rights.conduct = kept


@served(chat_rate=2)
async def test_nobody_writes_more_than_at_tables(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for text in ("one", "two"):
        await write(ann, text)
    assert await ann.refused("POST", "/hall/lines", {"text": "three"}) == (429, "TOO_MANY_REQUESTS")
    assert hall_chat.SHOWN < hall_chat.KEPT
