"""Frames on the line: however they are cut, sent together or in pieces, messages are the same."""

import asyncio
import gc
from contextlib import suppress
from random import Random
from typing import Self

import pytest
from serving import PATIENCE, STONES_SLUG, Served, decode, served
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.uri import parse_uri

from meadhall.server.protocol import Pong, Rejected, Tables, Welcome


class Line:
    """A client that says when which byte is sent, and leaves the reading to the library."""

    def __init__(self, address: str, match: str) -> None:
        self.host, self.port = address.split(":")
        self.protocol = ClientProtocol(parse_uri(f"ws://{address}/api/matches/{match}/socket"))
        self.frames: list[Frame] = []

    async def open(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection(self.host, int(self.port))
        self.protocol.send_request(self.protocol.connect())
        await self.send(b"".join(self.protocol.data_to_send()))
        await self._receive()
        assert self.protocol.state.name == "OPEN"
        return self

    async def send(self, *pieces: bytes) -> None:
        """Each piece by itself."""
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def frame(self) -> Frame:
        """The next one that comes."""
        while not self.frames:
            await self._receive()
        return self.frames.pop(0)

    async def pongs(self, *names: str) -> None:
        """The answers to pings of these names come, in this order, and nothing else."""
        for name in names:
            heard = decode(bytes((await self.frame()).data))
            assert isinstance(heard, Pong)
            assert heard.id == name

    async def closed(self) -> int | None:
        """The code that the server closes with."""
        while self.protocol.close_rcvd is None:
            await self._receive()
        return self.protocol.close_rcvd.code

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def _receive(self) -> None:
        data = await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE)
        assert data, "the line is closed"
        self.protocol.receive_data(data)
        self.frames += [e for e in self.protocol.events_received() if isinstance(e, Frame)]


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def ping(name: str, size: int = 0) -> bytes:
    """A message of at least that size that is answered by `pong`."""
    return b'{"kind":"ping","id":"%s"}'.ljust(size) % name.encode()


JOIN = framed(b'{"kind":"join"}')


async def watcher(hall: Served, *, joined: bool = True) -> Line:
    guest = await hall.guest("Ann")
    made = await guest.match(STONES_SLUG, "mine", "mine")
    line = await Line(hall.address, made["match"]).open()
    hall._lines.push_async_callback(line.close)
    if joined:
        await line.send(JOIN)
        await line.frame()  # the welcome
        await line.frame()  # who is here now
    return line


@served()
async def test_a_line_that_is_listened_to_keeps_nothing_of_its_handshake(hall: Served) -> None:
    line = await watcher(hall)
    gc.collect()
    assert not [each for each in gc.get_objects() if type(each) is Request]
    await line.send(framed(ping("a")))
    await line.pongs("a")


@served()
async def test_messages_may_come_byte_by_byte(hall: Served) -> None:
    line = await watcher(hall)
    text = framed(ping("a"))
    await line.send(*(bytes((byte,)) for byte in text))
    await line.pongs("a")


@served()
async def test_messages_may_come_together_and_cut_anywhere(hall: Served) -> None:
    line, rng = await watcher(hall), Random(7)
    for number in range(20):
        names = [f"{number}-{n}" for n in range(4)]
        stream = b"".join(framed(ping(name, rng.choice((0, 200)))) for name in names)
        cuts = sorted(rng.sample(range(1, len(stream)), 2))
        await line.send(stream[: cuts[0]], stream[cuts[0] : cuts[1]], stream[cuts[1] :])
        await line.pongs(*names)


@served()
async def test_messages_may_follow_the_first_one_before_it_is_answered(hall: Served) -> None:
    line = await watcher(hall, joined=False)
    rest = framed(ping("b"))
    await line.send(JOIN + framed(ping("a")) + rest[:9], rest[9:])
    assert isinstance(decode(bytes((await line.frame()).data)), Welcome)
    assert isinstance(decode(bytes((await line.frame()).data)), Tables)
    await line.pongs("a", "b")


@served()
async def test_messages_of_any_length_are_read(hall: Served) -> None:
    line = await watcher(hall)
    for size in (125, 126, 127, 4000):
        await line.send(framed(ping(str(size), size)))
        await line.pongs(str(size))


@served()
async def test_a_message_in_pieces_is_one_and_pings_may_come_between(hall: Served) -> None:
    line = await watcher(hall)
    text = ping("a")
    await line.send(framed(text[:5], fin=False), framed(b"still there?", Opcode.PING))
    answer = await line.frame()
    assert (answer.opcode, bytes(answer.data)) == (Opcode.PONG, b"still there?")
    await line.send(framed(text[5:], Opcode.CONT), framed(ping("b")))
    await line.pongs("a", "b")


@served()
async def test_binary_messages_are_refused_and_plain_ones_still_heard(hall: Served) -> None:
    line = await watcher(hall)
    await line.send(framed(b"\x00\x01", Opcode.BINARY))
    refused = decode(bytes((await line.frame()).data))
    assert isinstance(refused, Rejected)
    assert refused.refusal.code == "BAD_MESSAGE"
    await line.send(framed(ping("a")))
    await line.pongs("a")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002, id="not masked"),
        pytest.param(b"\xf1" + framed(b"{}")[1:], 1002, id="reserved bits"),
        pytest.param(framed(b"a", fin=False) + framed(b"b"), 1002, id="text within a message"),
        pytest.param(framed(b"a", Opcode.CONT), 1002, id="the end of no message"),
        pytest.param(b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask", 1009, id="too long"),
    ],
)
def test_what_breaks_the_rules_is_hung_up(sent: bytes, code: int) -> None:
    @served()
    async def hung_up(hall: Served) -> None:
        line = await watcher(hall)
        await line.send(sent)
        assert await line.closed() == code

    hung_up()


@served()
async def test_what_follows_a_goodbye_is_not_heard(hall: Served) -> None:
    line = await watcher(hall)
    goodbye = framed((1000).to_bytes(2, "big"), Opcode.CLOSE)
    await line.send(goodbye + framed(ping("too late")))
    assert await line.closed() == 1000
    assert [frame.opcode for frame in line.frames] == [Opcode.CLOSE]
