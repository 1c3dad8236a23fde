"""The line to the database can be cut: bytes wait and arrive, in the right order, or never."""

import asyncio
from pathlib import Path

import pytest
from nemesis.line import HOST
from nemesis.proxy import End, Proxy, proxy_to

MOMENT = 0.1
pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer every line in capitals."""
    while line := await reader.readline():
        writer.write(line.upper())
    writer.close()


class Visitor:
    """Asks through the proxy."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def come(cls, proxy: Proxy) -> "Visitor":
        return cls(*await asyncio.open_connection(HOST, proxy.port))

    async def hears(self) -> bytes:
        """The next line; empty if none comes for a moment, or never again."""
        try:
            return await asyncio.wait_for(self.reader.readline(), MOMENT)
        except (TimeoutError, ConnectionError):
            return b""


@pytest.mark.parametrize("direction", [{"down": False}, {"up": False}, {}])
async def test_what_meets_a_cut_arrives_when_it_is_mended(
    tmp_path: Path, direction: dict[str, bool]
) -> None:
    socket = str(tmp_path / "socket")
    async with await asyncio.start_unix_server(echo, socket), proxy_to(socket) as proxy:
        early = await Visitor.come(proxy)
        early.writer.write(b"one\n")
        assert await early.reader.readline() == b"ONE\n"
        proxy.cut(**direction)
        late = await Visitor.come(proxy)
        for visitor in (early, late):
            visitor.writer.write(b"two\n")
            visitor.writer.write(b"three\n")
            assert await visitor.hears() == b""
        proxy.mend()
        for visitor in (early, late):
            assert await visitor.reader.readline() == b"TWO\n"
            assert await visitor.reader.readline() == b"THREE\n"
            visitor.writer.close()


async def test_severed_connections_end_and_new_ones_work(tmp_path: Path) -> None:
    socket = str(tmp_path / "socket")
    async with await asyncio.start_unix_server(echo, socket), proxy_to(socket) as proxy:
        before = await Visitor.come(proxy)
        before.writer.write(b"one\n")
        assert await before.reader.readline() == b"ONE\n"
        proxy.cut(up=False)
        before.writer.write(b"lost\n")
        proxy.sever()
        proxy.mend()
        assert await before.hears() == b""
        assert before.reader.at_eof() or before.reader.exception() is not None
        after = await Visitor.come(proxy)
        after.writer.write(b"two\n")
        assert await after.reader.readline() == b"TWO\n"
        after.writer.close()


async def test_who_cannot_reach_the_database_is_sent_away(tmp_path: Path) -> None:
    async with proxy_to(str(tmp_path / "nobody")) as proxy:
        visitor = await Visitor.come(proxy)
        assert await visitor.reader.read() == b""
        visitor.writer.close()


def test_nothing_is_written_to_a_connection_that_has_ended() -> None:
    """Found by the nemesis: uvloop raises an error, and asyncio does not."""

    class Ended(asyncio.Transport):
        def is_closing(self) -> bool:  # type: ignore[explicit-override] # as in nemesis.proxy
            return True

    end = End(Proxy(""))
    end.transport = Ended()
    end.write(b"late")  # else it raises NotImplementedError
