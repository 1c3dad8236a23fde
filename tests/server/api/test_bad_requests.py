"""Whatever a request has in it, the answer is never 500, on both databases."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from serving import Served, serving
from tests.store.servers import running_postgres

NUL = "a\0b"
LONG = "x" * 60_000
DEEP = b"[" * 100_000
PATHS = [
    "/%00", "/a%00.js", "/assets/%00", "/%ff%fe", "/%c3%28.js", f"/{LONG}", f"/{LONG}.js",
    "/" + "a/" * 20_000, "/api/%00", "/api/games/%00", "/api/games/%ff", f"/api/games/{LONG}",
    "/api/games/%00/skin", "/api/matches/%00", "/api/matches/%ff", f"/api/matches/{LONG}",
    "/api/matches/%00/record", "/api/matches/%00/replay", "/api/matches/%00/seats",
    "/api/codes/%00", "/api/codes/%ff", f"/api/codes/{LONG}", "/api/analyses/%00",
    "/api/matches?game=%00", "/api/matches?game=%ff", f"/api/matches?game={LONG}",
    "/api/matches?before=1-%00", "/api/matches?before=1-%ff", f"/api/matches?before=1-{LONG}",
    "/api/matches?phase=%00", "/api/matches?mine=%00", "/api/matches?%00=1", "/api/matches?%ff",
    "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
]  # fmt: skip
SEATS = [{"kind": "mine"}, {"kind": "mine"}]
BODIES: list[tuple[str, object]] = [
    ("/guests", {"name": NUL}),
    ("/accounts", {"name": NUL, "password": "12345678"}),
    ("/accounts", {"name": "Ann", "password": "1234\0" * 3}),
    ("/session", {"name": NUL, "password": "12345678"}),
    ("/session", {"name": "Ann", "password": "1234\0" * 3}),
    ("/matches", {"game": NUL, "seats": SEATS}),
    ("/matches", {"game": "chinese-checkers", "seats": SEATS, "seed": NUL}),
    ("/matches", {"game": "chinese-checkers", "seats": SEATS, "password": NUL}),
    ("/matches", {"game": "chinese-checkers", "seats": SEATS, "options": {NUL: NUL}}),
    ("/matches", {"game": "chinese-checkers", "seats": [{"kind": "mine", "name": NUL}] * 2}),
    ("/quick", {"game": NUL}),
    ("/links", {"link": NUL}),
    ("/replays", {"record": NUL}),
    ("/records", {"record": NUL}),
    ("/records", {"record": "[" * 100_000}),
    ("/replays", {"record": "[" * 100_000}),
    ("/analyses", {"match": NUL}),
    ("/continuations", {"match": NUL, "ply": 0, "seats": SEATS}),
]
RAW = [
    b"\xff", b'{"name": "\xff\xfe"}', b'{"name": "\xc3\x28"}', b'{"name": "\\ud800"}',
    b'{"name": "\\udc00\\ud800"}', DEEP, b'{"name":' + DEEP, b"\0", b"", b"{",
    b'{"name": ' + b"9" * 5000 + b"}", b'{"name": 1e999}',
]  # fmt: skip
HEADERS: list[dict[bytes, bytes]] = [
    {b"Authorization": b"Bearer \xff\xfe"},
    {b"Authorization": b"Bearer " + b"a" * 30_000},
    {b"Cookie": b"meadhall=\xff; =; ;;"},
    {b"Content-Type": b"\xff"},
    {b"Content-Type": b"application/json; charset=\xff"},
    {b"Accept": b"\xff/\xff"},
    {b"If-None-Match": b"\xff"},
    {b"Range": b"bytes=\xff"},
]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("bad")
    if request.param == "sqlite":
        yield str(folder / "hall.db")
    else:
        with running_postgres(folder) as address:
            yield address


def check(answer: httpx.Response) -> None:
    what = f"{answer.request.method} {str(answer.request.url)[:80]}: {answer.text[:200]}"
    assert answer.status_code < 500, what


async def attack(hall: Served) -> None:
    root = f"http://{hall.address}"
    token = (await hall.guest("Ann")).token
    person = {"Authorization": f"Bearer {token}"}
    for path in PATHS:
        for method in ("GET", "POST", "DELETE"):
            url = httpx.URL(root, raw_path=path.encode())
            check(await hall.http.request(method, url, headers=person))
    for path, body in BODIES:
        check(await hall.http.post(f"{root}/api{path}", json=body, headers=person))
    for raw in RAW:
        for path in ("/guests", "/session", "/matches", "/replays"):
            headers = {**person, "Content-Type": "application/json"}
            check(await hall.http.post(f"{root}/api{path}", content=raw, headers=headers))
    for given in HEADERS:
        check(await hall.http.get(f"{root}/api/me", headers=given))
        check(await hall.http.post(f"{root}/api/guests", headers=given, json={"name": "Ann"}))
        check(await hall.http.get(f"{root}/", headers=given))


def test_no_request_breaks_the_server(place: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, db=place, secret="for tests") as hall:
            await attack(hall)

    asyncio.run(run())


@pytest.mark.parametrize("address", ["/api/matches/%00/socket", "/api/matches/%ff/socket"])
def test_no_address_of_a_socket_breaks_the_server(place: str, tmp_path: Path, address: str) -> None:
    async def run() -> None:
        async with serving(tmp_path, db=place, secret="for tests") as hall:
            sitting = await hall.stranger().connect(address.split("/")[3])
            await sitting.send(json.loads('{"kind": "join"}'))
            assert await sitting.closed() == 4404

    asyncio.run(run())
