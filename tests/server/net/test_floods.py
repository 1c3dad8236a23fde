"""One client cannot take the server from the others: floods, silence, and answers left unread."""

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from serving import STONES_SLUG, Served, served, serving
from tests.server.net.raw_lines import JOIN, Line, connect, framed, watcher
from websockets.exceptions import InvalidStatus
from websockets.frames import Opcode

from meadhall.server.net import uvicorn_plain
from meadhall.server.net.gate import descriptors
from meadhall.server.protocol.messages import TableUpdate

MANY = 4000
SOON = 60.0
"""Seconds after which an attack counts as successful; the limits in these tests are far lower."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


async def until(reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not reached():  # noqa: ASYNC110 - the server runs in another thread
            await asyncio.sleep(0.02)


async def answered(hall: Served, *pieces: bytes) -> bytes:
    """What the server sends until it closes, while the pieces are sent, one every 0.2 s."""
    host, port = hall.address.split(":")
    reader, writer = await connect(host, int(port))
    hall._lines.callback(writer.close)

    async def send() -> None:
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0.2)

    sending = asyncio.create_task(send())
    heard = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(SOON):
            while more := await reader.read(1 << 16):
                heard += more
    sending.cancel()
    return heard


async def silent(hall: Served, count: int) -> list[asyncio.StreamWriter]:
    """Connections that say nothing."""
    host, port = hall.address.split(":")
    before = hall.gate.open
    writers = [(await connect(host, int(port)))[1] for _ in range(count)]
    for writer in writers:
        hall._lines.callback(writer.close)
    await until(lambda: hall.gate.open >= min(before + count, hall.gate.limit))
    return writers


# Frames


@pytest.mark.parametrize("joined", [True, False], ids=["joined", "before joining"])
@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(framed(b"", Opcode.PING) * MANY, id="pings"),
        pytest.param(framed(b"?", Opcode.PONG) * MANY, id="pongs"),
        pytest.param(
            framed(b"{", fin=False) + framed(b"", Opcode.CONT, fin=False) * MANY,
            id="empty continuations",
        ),
    ],
)  # fmt: skip
def test_floods_of_frames_close_the_socket(flood: bytes, joined: bool) -> None:  # noqa: FBT001
    @served(message_rate=2)
    async def cut(hall: Served) -> None:
        line = await watcher(hall, joined=joined)
        await line.send(flood)
        assert await line.closed() == 4429
        assert not [frame for frame in line.frames if frame.opcode is Opcode.PONG][20:]

    cut()


@served(message_rate=2)
async def test_a_few_pings_are_answered(hall: Served) -> None:
    line = await watcher(hall)
    await line.send(framed(b"a", Opcode.PING) * 15)
    for _ in range(15):
        assert (await line.frame()).opcode is Opcode.PONG


# Readers that do not read


async def read_nothing(hall: Served) -> None:
    """Ask for much, and read none of it until the server has given up."""
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine")
    await hall.http.aclose()
    await until(lambda: hall.gate.open == 0)
    lines = [await Line(hall.address, made["match"]).open() for _ in range(3)]
    for line in lines:
        hall._lines.push_async_callback(line.close)
        line.reader._transport.pause_reading()  # type: ignore[attr-defined]
        looks = (b'{"kind":"look","id":"%d","ply":0}' % number for number in range(600))
        line.writer.write(framed(b'{"kind":"join"}') + b"".join(map(framed, looks)))
    peak = 0

    def gone() -> bool:
        nonlocal peak
        waiting = [each.get_write_buffer_size() for each in list(hall.gate._admitted)]
        peak = max(peak, *waiting, 0)
        return hall.gate.open == 0

    await until(gone)
    assert peak < 200_000, "a backlog and the last message"


def test_a_socket_that_is_not_read_is_aborted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the fast adapter it is the unanswered ping that tells.
    monkeypatch.setattr("meadhall.server.net.run.PING_SECONDS", 3)

    async def run() -> None:
        async with serving(tmp_path, backlog_bytes=100_000) as hall:
            await read_nothing(hall)

    asyncio.run(run())


def keep_little(hall: Served) -> None:
    """Make the server's kernel keep little of what is not read."""
    for line in list(hall.gate._admitted):
        line.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def read_late(hall: Served) -> None:
    """Read nothing until the server has given up, and then what it still has to say."""
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine")
    line = await Line(hall.address, made["match"]).open()
    hall._lines.push_async_callback(line.close)
    keep_little(hall)
    transport = line.reader._transport  # type: ignore[attr-defined]
    transport.pause_reading()
    channel = hall.hall.match_loop.rooms[made["match"]].channel
    line.writer.write(JOIN)
    await until(lambda: bool(list(channel.listeners())))
    looks = (b'{"kind":"look","id":"%d","ply":0}' % number for number in range(90))
    line.writer.write(b"".join(map(framed, looks)))
    await until(lambda: all(listener.closing for listener in list(channel.listeners())))
    transport.resume_reading()
    assert await line.closed() == 4503


def test_a_slow_reader_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Usually it has half a second to read the rest, which a busy test machine may need for itself.
    monkeypatch.setattr(uvicorn_plain, "LINGER_SECONDS", SOON)

    async def run() -> None:
        async with serving(tmp_path, backlog_bytes=100_000) as hall:
            await read_late(hall)

    asyncio.run(run())


def sockets_in_memory() -> int:
    gc.collect()
    return sum(isinstance(thing, uvicorn_plain.PlainSocket) for thing in gc.get_objects())


async def come_and_go(hall: Served) -> None:
    before = sockets_in_memory()
    lines = [await watcher(hall) for _ in range(3)]
    assert sockets_in_memory() > before
    for line in lines:
        await line.close()
    await until(lambda: sockets_in_memory() <= before)


def test_a_connection_that_was_read_is_forgotten_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Thousands that are kept for a moment only make a pause of a second when they all go.
    monkeypatch.setattr(uvicorn_plain, "LINGER_SECONDS", 3600)

    async def run() -> None:
        async with serving(tmp_path) as hall:
            await come_and_go(hall)

    asyncio.run(run())


@pytest.mark.parametrize("answers", [1, 49])
def test_an_answer_that_is_not_read_is_aborted(answers: int) -> None:
    @served(stall_seconds=1)
    async def aborted(hall: Served) -> None:
        host, port = hall.address.split(":")
        reader, writer = await connect(host, int(port))
        hall._lines.callback(writer.close)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        await until(lambda: hall.gate.open == 1)
        keep_little(hall)
        ask = b"GET /api/docs/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        writer.write(ask * answers)
        await until(lambda: hall.gate.open == 0)

    aborted()


# Requests that do not come to an end


@pytest.mark.parametrize(
    ("pieces", "answer"),
    [
        pytest.param([], b"", id="nothing"),
        pytest.param([HEAD], b"", id="half a head"),
        pytest.param([HEAD, *([b"X: y\r\n"] * 100)], b"", id="a head that goes on"),
        pytest.param([HEAD + b"\r\n", HEAD], b"HTTP/1.1 200 OK", id="half a second head"),
        pytest.param([POST + b"Content-Length: 90\r\n\r\n{"], b"HTTP/1.1 408", id="half a body"),
        pytest.param(
            [POST + b"Content-Length: 90\r\n\r\n{", *([b" "] * 80)], b"HTTP/1.1 408",
            id="a body that goes on",
        ),
        pytest.param(
            [POST + b"Transfer-Encoding: chunked\r\n\r\n", *([b"1\r\n \r\n"] * 80)],
            b"HTTP/1.1 408",
            id="a body in chunks that goes on",
        ),
    ],
)  # fmt: skip
def test_requests_have_to_arrive_in_time(pieces: list[bytes], answer: bytes) -> None:
    @served(head_seconds=1, body_seconds=1)
    async def closed(hall: Served) -> None:
        assert (await answered(hall, *pieces)).startswith(answer)
        assert (await hall.http.get(f"http://{hall.address}/healthz")).status_code == 200

    closed()


@served(head_seconds=1, body_seconds=1)
async def test_a_request_in_slow_pieces_is_answered(hall: Served) -> None:
    wanted = POST + b"Connection: close\r\nContent-Length: 14\r\n\r\n"
    heard = await answered(hall, wanted[:20], wanted[20:], b'{"name":', b'"Ann"}')
    assert heard.startswith(b"HTTP/1.1 201")


@served(join_seconds=1)
async def test_a_socket_has_to_be_joined_in_time(hall: Served) -> None:
    line = await watcher(hall, joined=False)
    async with asyncio.timeout(SOON):
        assert await line.closed() == 4408


def test_a_client_that_answers_no_pings_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meadhall.server.net.run.PING_SECONDS", 0.5)

    async def run() -> None:
        async with serving(tmp_path) as hall, asyncio.timeout(SOON):
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "mine")
            answering = await ann.sit(made["match"], *made["tokens"])
            dumb = await Line(hall.address, made["match"]).open()
            await dumb.send(JOIN)
            await answering.until(TableUpdate, having=lambda message: message.table.watching)
            await answering.until(TableUpdate, having=lambda message: not message.table.watching)
            await until(lambda: hall.gate.open == 2)
            await answering.act("take 1", 0)
            await dumb.close()

    asyncio.run(run())


# More connections than there may be


@served(sockets=3)
async def test_connections_of_an_address_are_limited_but_health_checks_answered(
    hall: Served,
) -> None:
    site = f"http://{hall.address}"
    writers = await silent(hall, 6)
    assert (await hall.http.get(f"{site}/healthz")).status_code == 200
    refused = await hall.http.get(f"{site}/api/games")
    assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY_CONNECTIONS")
    assert int(refused.headers["retry-after"]) >= 1
    with pytest.raises(InvalidStatus):
        await hall.stranger().connect("nowhere")
    for writer in writers:
        writer.close()
    await until(lambda: hall.gate.open < 3)
    assert (await hall.http.get(f"{site}/api/games")).status_code == 200


@served(reserve=descriptors() - 5)
async def test_a_full_server_answers_health_checks(hall: Served) -> None:
    site = f"http://{hall.address}"
    await silent(hall, 5)
    assert (await hall.http.get(f"{site}/healthz")).text == "ok"
    assert (await hall.http.get(f"{site}/readyz")).text == "ready"
    refused = await hall.http.get(f"{site}/api/games")
    assert (refused.status_code, refused.json()["code"]) == (503, "SERVER_FULL")


@served(sockets=1, reserve=4)
async def test_silent_connections_cannot_fill_the_reserve(hall: Served) -> None:
    await silent(hall, 2)
    host, port = hall.address.split(":")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("meadhall.server.net.uvicorn_guards.RESERVE_SECONDS", 10 * SOON)
        crowd = [await connect(host, int(port)) for _ in range(10)]
        assert (await hall.http.get(f"http://{hall.address}/healthz")).status_code == 200
        for reader, _ in crowd[:8]:
            with suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), SOON) == b"", "it made room"
    assert hall.gate.open <= 4
    for _, writer in crowd:
        writer.close()


@served(proxy=True, sockets=1)
async def test_behind_a_proxy_connections_are_not_counted_by_address(hall: Served) -> None:
    await silent(hall, 10)
    answer = await hall.http.get(f"http://{hall.address}/api/games")
    assert answer.status_code == 200
    ann = await hall.guest("Ann")
    assert await ann.match(STONES_SLUG, "mine", "open")
