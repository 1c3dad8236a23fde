"""HTTP requests as bytes: malformed, endless and ambiguous ones are refused."""

import asyncio
import json
import re
from contextlib import suppress

import pytest
from serving import PATIENCE, Served, served

LONGEST = 65_536
QUEUE = 50

GUEST = b'{"name":"Ann"}'
JSON = "Content-Type: application/json"
LENGTH = f"Content-Length: {len(GUEST)}"
CHUNKED = "Transfer-Encoding: chunked"
FOREIGN = ("Connection: Upgrade", "Upgrade: h2c")
IN_CHUNKS = b"e\r\n" + GUEST + b"\r\n0\r\n"
MUCH = 4 * LONGEST


def head(line: str, *headers: str, host: str = "Host: localhost") -> bytes:
    lines = [f"{line} HTTP/1.1", *filter(None, (host, *headers))]
    return "".join(f"{text}\r\n" for text in (*lines, "")).encode()


def get(*headers: str) -> bytes:
    return head("GET /healthz", *headers)


def post(*headers: str) -> bytes:
    return head("POST /api/guests", JSON, *headers)


CLOSING = get("Connection: close")


async def answers(hall: Served, *pieces: bytes) -> list[int]:
    """The statuses of all answers until the server closes."""
    heard = await response_bytes(hall, *pieces)
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", heard)]


async def response_bytes(hall: Served, *pieces: bytes) -> bytes:
    """All bytes that the server answers until it closes."""
    host, port = hall.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    heard = b""
    with suppress(ConnectionError):  # the server may close before everything was sent
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        while more := await asyncio.wait_for(reader.read(1 << 16), PATIENCE):
            heard += more
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return heard


@pytest.mark.parametrize(
    ("pieces", "statuses"),
    [
        pytest.param([CLOSING], [200], id="at once"),
        pytest.param([bytes((byte,)) for byte in CLOSING], [200], id="byte by byte"),
        pytest.param([get(), get(), CLOSING], [200] * 3, id="one after the other"),
        pytest.param([get() * 20 + CLOSING], [200] * 21, id="without waiting for answers"),
        pytest.param([post(LENGTH) + GUEST + CLOSING], [201, 200], id="with a body"),
        pytest.param([post(CHUNKED) + IN_CHUNKS + b"\r\n", CLOSING], [201, 200], id="in chunks"),
        pytest.param([get(f"X: {'x' * (LONGEST - 100)}"), CLOSING], [200] * 2, id="with much"),
        pytest.param([b"GET /healthz HTTP/1.0\r\n\r\n"], [421], id="of the old kind, for no host"),
    ],
)
def test_requests_are_answered_one_by_one(pieces: list[bytes], statuses: list[int]) -> None:
    @served()
    async def answered(hall: Served) -> None:
        assert await answers(hall, *pieces) == statuses

    answered()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"hello\r\n\r\n", id="no request"),
        pytest.param(b"\r\n" * MUCH, id="lines without end"),
        pytest.param(b"GET /" + b"a" * MUCH, id="an address without end"),
        pytest.param(get()[:-2] + b"X: " + b"a" * MUCH, id="a header without end"),
        pytest.param(get()[:-2] + b"X: a\r\n" * MUCH, id="headers without end"),
        pytest.param(post(CHUNKED) + b"e;" + b"x" * MUCH, id="a chunk's head without end"),
        pytest.param(head("GET /healthz", host=""), id="for no host"),
        pytest.param(get("Host: another"), id="for two hosts"),
        pytest.param(post(LENGTH, "Content-Length: 3") + GUEST, id="two lengths"),
        pytest.param(post("Transfer-Encoding: xchunked") + IN_CHUNKS, id="almost chunks"),
        pytest.param(get("X : a"), id="a space before the colon"),
        pytest.param(get("X: a\0b"), id="a zero byte"),
    ],
)
def test_malformed_requests_are_refused_and_closed(sent: bytes) -> None:
    refuse(sent)


@pytest.mark.one_adapter("h11 accepts both: it reads the chunks, and joins the lines.")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(post(LENGTH, CHUNKED) + IN_CHUNKS + b"\r\n", id="length and chunks"),
        pytest.param(get("X: a\r\n b"), id="a folded line"),
    ],
)
def test_requests_that_h11_accepts_are_refused_too(sent: bytes) -> None:
    refuse(sent)


def refuse(sent: bytes) -> None:
    """Assert that what is sent is refused, and that the server serves on."""

    @served()
    async def refused(hall: Served) -> None:
        assert await answers(hall, sent) in ([400], []), "a reset may overtake the answer"
        assert await answers(hall, CLOSING) == [200]

    refused()


@pytest.mark.one_adapter("Plain HTTP parsers answer in plain text.")
@served()
async def test_a_malformed_request_gets_a_problem_document(hall: Served) -> None:
    top, _, body = (await response_bytes(hall, head("BREW /api/games"))).partition(b"\r\n\r\n")
    assert b"\r\ncontent-type: application/problem+json\r\n" in top
    assert f"\r\ncontent-length: {len(body)}\r\n".encode() in top
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (400, "BAD_HTTP")


@served()
async def test_trailers_are_ignored(hall: Served) -> None:
    foreign = b"Origin: http://evil.example\r\n"
    assert await answers(hall, post(CHUNKED) + IN_CHUNKS + foreign + b"\r\n", CLOSING) == [201, 200]
    endless = await answers(hall, post(CHUNKED) + IN_CHUNKS + foreign * LONGEST)
    assert endless in ([400], [201, 400], [201], [])


@served()
async def test_the_body_of_an_upgrade_request_is_not_a_request(hall: Served) -> None:
    hidden = get()
    wanted = post(f"Content-Length: {len(hidden)}", *FOREIGN)
    for pieces in ([wanted + hidden], [wanted, hidden]):
        assert await answers(hall, *pieces, CLOSING) == [400, 200], "no name in that body"
    assert await answers(hall, post(LENGTH, *FOREIGN) + GUEST, CLOSING) == [201, 200]
    assert await answers(hall, get(*FOREIGN), CLOSING) == [200, 200]
    connect = head("CONNECT /healthz", f"Content-Length: {len(hidden)}")
    assert await answers(hall, connect, hidden, CLOSING) == [405, 200]


@pytest.mark.one_adapter("h11 answers both requests in HTTP.")
@served()
async def test_an_upgrade_is_refused_while_an_answer_is_pending(hall: Served) -> None:
    assert await answers(hall, get() + get(*FOREIGN)) == [400]


@pytest.mark.one_adapter("h11 reads no request before the last one is answered.")
@served()
async def test_the_number_of_pipelined_requests_is_limited(hall: Served) -> None:
    assert await answers(hall, get() * (QUEUE + 2)) == [400]
