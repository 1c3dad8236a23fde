"""The examples for nginx and Caddy run, hash by match, pass sockets on, and go round the dead.

Behind the real programs are small servers that tell their names.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest
from ports import free_port
from programs.debian import HOST, certified, proxy

DEPLOY = Path(__file__).parents[2] / "deploy"
ADDRESSES = ("10.0.0.1:8711", "10.0.0.1:8712", "10.0.0.2:8711", "10.0.0.2:8712")
MATCHES = [f"match{number}" for number in range(12)]


class Backends:
    """Servers that answer with their number, and with the headers that they were sent."""

    def __init__(self) -> None:
        self.servers: list[asyncio.Server] = []
        self.heads: list[str] = []

    async def start(self) -> None:
        for number in range(len(ADDRESSES)):
            self.servers.append(await asyncio.start_server(self._answer(number), "127.0.0.1", 0))

    def port(self, number: int) -> int:
        return int(self.servers[number].sockets[0].getsockname()[1])

    def _answer(
        self, number: int
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.heads.append(head)
            if "upgrade: websocket" in head.lower():
                upgrade = "Upgrade: websocket\r\nConnection: Upgrade"
                writer.write(f"HTTP/1.1 101 Switching Protocols\r\n{upgrade}\r\n\r\n".encode())
                writer.write(await reader.readexactly(4))
            else:
                length = "Content-Length: 1\r\nConnection: close"
                writer.write(f"HTTP/1.1 200 OK\r\n{length}\r\n\r\n{number}".encode())
            await writer.drain()
            writer.close()

        return answer


def with_ports(text: str, backends: Backends) -> str:
    for number, address in enumerate(ADDRESSES):
        assert address in text
        text = text.replace(address, f"127.0.0.1:{backends.port(number)}")
    return text


def nginx(folder: Path, port: int, backends: Backends) -> list[str]:
    """The command that runs the example, with other names."""
    text = with_ports((DEPLOY / "nginx.conf").read_text("utf-8"), backends)
    live = "/etc/letsencrypt/live/hall.example.org"
    certificate, key = certified(folder)
    text = text.replace(f"{live}/fullchain.pem", str(certificate))
    text = text.replace(f"{live}/privkey.pem", str(key))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    whole = (
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;"
        f" events {{}} http {{ access_log off; {paths} {text} }}"
    )
    (folder / "nginx.conf").write_text(whole, "utf-8")
    files = ("-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf")
    return [proxy("nginx"), "-p", str(folder), *files]


def caddy(folder: Path, port: int, backends: Backends) -> list[str]:
    """The same for Caddy."""
    text = with_ports((DEPLOY / "Caddyfile").read_text("utf-8"), backends)
    certificate, key = certified(folder)
    tls = f"tls {certificate} {key}"
    text = text.replace(f"{HOST} {{", f"https://{HOST}:{port} {{\n\t{tls}", 1)
    options = "{\n\tadmin off\n\tauto_https off\n\tstorage file_system " + f"{folder}/storage\n}}\n"
    (folder / "Caddyfile").write_text(options + text, "utf-8")
    return [proxy("caddy"), "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


@asynccontextmanager
async def running(
    command: Callable[[Path, int, Backends], list[str]], folder: Path
) -> AsyncIterator[tuple[int, Backends]]:
    proxy(command.__name__)  # where there is none, nothing is started
    backends, port = Backends(), free_port()
    await backends.start()
    log = (folder / "log").open("wb")
    process = await asyncio.create_subprocess_exec(
        *command(folder, port, backends), stdout=log, stderr=log
    )
    try:
        for _ in range(200):
            try:
                await ask(port, "/healthz")
                break
            except OSError:
                assert process.returncode is None, (folder / "log").read_text("utf-8")
                await asyncio.sleep(0.05)
        yield port, backends
    finally:
        process.terminate()
        await process.wait()
        log.close()
        for server in backends.servers:
            server.close()


@cache
def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def ask(port: int, path: str, *headers: str) -> str:
    """The first line of the answer, and its last character."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=tls(), server_hostname=HOST
    )
    lines = (f"GET {path} HTTP/1.1", f"Host: {HOST}", "Connection: close", *headers)
    writer.write("\r\n".join((*lines, "", "")).encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer.partition("\r\n")[0] + answer[-1:]


async def shake(port: int, path: str) -> tuple[str, bytes]:
    """Open a socket, say four bytes and hear them again."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=tls(), server_hostname=HOST
    )
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{upgrade}{key}\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.write(b"mead")
    said = await reader.readexactly(4)
    writer.close()
    return head.partition("\r\n")[0], said


@pytest.mark.parametrize("command", [nginx, caddy], ids=lambda command: command.__name__)
def test_the_example_hashes_by_match_and_goes_round_the_dead(
    command: Callable[[Path, int, Backends], list[str]], tmp_path: Path
) -> None:
    async def places(port: int, paths: tuple[str, ...]) -> dict[str, set[str]]:
        return {
            match: {(await ask(port, path.format(match)))[-1] for path in paths}
            for match in MATCHES
        }

    async def run() -> None:
        async with running(command, tmp_path) as (port, backends):
            paths = ("/api/matches/{}", "/api/matches/{}/seats", "/api/matches/{}/socket?x=1")
            before = await places(port, paths)
            assert all(len(place) == 1 for place in before.values()), "one match, one worker"
            assert len(set.union(*before.values())) >= 3, "the matches are spread"
            opened, said = await shake(port, "/api/matches/match1/socket")
            assert opened.startswith("HTTP/1.1 101")
            assert said == b"mead"
            head = backends.heads[-1].lower()
            assert f"host: {HOST}" in head
            assert "x-forwarded-for: 127.0.0.1" in head
            assert (await ask(port, "/metrics")).startswith("HTTP/1.1 404")
            backends.servers[1].close()
            after = await places(port, paths[:1])
            assert all(place <= {"0", "2", "3"} for place in after.values())
            moved = [m for m in MATCHES if "1" not in before[m] and before[m] != after[m]]
            assert moved == [], "only the matches of the dead worker move"

    asyncio.run(run())
