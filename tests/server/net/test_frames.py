"""WebSocket frames: the same messages arrive however the bytes are cut or joined."""

import gc
from random import Random

import pytest
from serving import Served, decode, served
from tests.server.net.raw_lines import JOIN, framed, ping, watcher
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from meadhall.server.protocol.messages import Rejected, TableUpdate, Welcome


@pytest.mark.one_adapter("Plain ASGI servers keep the request.")
@served()
async def test_an_open_socket_keeps_nothing_of_its_handshake(hall: Served) -> None:
    line = await watcher(hall)
    gc.collect()
    assert not [each for each in gc.get_objects() if type(each) is Request]
    await line.send(framed(ping("a")))
    await line.pongs("a")


@served()
async def test_messages_can_arrive_byte_by_byte(hall: Served) -> None:
    line = await watcher(hall)
    text = framed(ping("a"))
    await line.send(*(bytes((byte,)) for byte in text))
    await line.pongs("a")


@served()
async def test_messages_can_arrive_together_and_cut_anywhere(hall: Served) -> None:
    line, rng = await watcher(hall), Random(7)
    for number in range(20):
        names = [f"{number}-{n}" for n in range(4)]
        stream = b"".join(framed(ping(name, rng.choice((0, 200)))) for name in names)
        cuts = sorted(rng.sample(range(1, len(stream)), 2))
        await line.send(stream[: cuts[0]], stream[cuts[0] : cuts[1]], stream[cuts[1] :])
        await line.pongs(*names)


@served()
async def test_messages_can_follow_the_first_before_it_is_answered(hall: Served) -> None:
    line = await watcher(hall, joined=False)
    rest = framed(ping("b"))
    await line.send(JOIN + framed(ping("a")) + rest[:9], rest[9:])
    assert isinstance(decode(bytes((await line.frame()).data)), Welcome)
    assert isinstance(decode(bytes((await line.frame()).data)), TableUpdate)
    await line.pongs("a", "b")


@served()
async def test_messages_of_any_length_are_read(hall: Served) -> None:
    line = await watcher(hall)
    for size in (125, 126, 127, 4000):
        await line.send(framed(ping(str(size), size)))
        await line.pongs(str(size))


@served()
async def test_a_fragmented_message_is_one_message_and_pings_can_come_between(hall: Served) -> None:
    line = await watcher(hall)
    text = ping("a")
    await line.send(framed(text[:5], fin=False), framed(b"still there?", Opcode.PING))
    answer = await line.frame()
    assert (answer.opcode, bytes(answer.data)) == (Opcode.PONG, b"still there?")
    await line.send(framed(text[5:], Opcode.CONT), framed(ping("b")))
    await line.pongs("a", "b")


@served()
async def test_binary_messages_are_refused_and_the_socket_stays_open(hall: Served) -> None:
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
        pytest.param(
            Frame(Opcode.TEXT, "ü".encode()).serialize(mask=False), 1002, id="not masked, not ASCII"
        ),
        pytest.param(b"\xf1" + framed(b"{}")[1:], 1002, id="reserved bits"),
        pytest.param(framed(b"a", fin=False) + framed(b"b"), 1002, id="text within a message"),
        pytest.param(framed(b"a", Opcode.CONT), 1002, id="the end of no message"),
        pytest.param(framed(b'{"kind":"ping","id":"\xff"}'), 1007, id="not UTF-8"),
        pytest.param(b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask", 1009, id="too long"),
    ],
)
def test_protocol_errors_close_the_socket(sent: bytes, code: int) -> None:
    @served()
    async def hung_up(hall: Served) -> None:
        line = await watcher(hall)
        await line.send(sent)
        assert await line.closed() == code

    hung_up()


@served()
async def test_messages_after_a_close_frame_are_ignored(hall: Served) -> None:
    line = await watcher(hall)
    goodbye = framed((1000).to_bytes(2, "big"), Opcode.CLOSE)
    await line.send(goodbye + framed(ping("too late")))
    assert await line.closed() == 1000
    assert [frame.opcode for frame in line.frames] == [Opcode.CLOSE]
