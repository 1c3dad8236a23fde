"""The hall under a path of its host: addresses, cookies, sockets, and what is beside it."""

import asyncio
from pathlib import Path

import httpx
import pytest
from serving import STONES_SLUG, Served, Sitting, served, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from meadhall.core.refusal import Refused
from meadhall.server.settings import from_environment


@served(prefix="/north/hall/")
async def test_everything_is_under_the_prefix(hall: Served) -> None:
    root = f"http://{hall.address}/north/hall"
    async with httpx.AsyncClient(base_url=root) as http:
        assert "Meadhall" in (await http.get("/")).text
        signed_in = await http.post("/api/guests", json={"name": "Ann"})
        assert "Path=/north/hall/;" in signed_in.headers["set-cookie"]
        plan = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
        made = (await http.post("/api/matches", json=plan)).raise_for_status().json()
        described = (await http.get("/api/docs/openapi.json")).json()
        assert described["servers"] == [{"url": "/north/hall"}]
        page = (await http.get("/api/docs")).text
        assert "href='/north/hall/api/docs/openapi.json'" in page
        address = f"ws://{hall.address}/north/hall/api/matches/{made['match']}/socket"
        async with connect(address) as line:
            sitting = Sitting(line)
            await sitting.join(*made["tokens"])
            assert await sitting.code(sitting.act("take 1", 0)) == ""
        signed_out = await http.delete("/api/session")
        assert "Path=/north/hall/;" in signed_out.headers["set-cookie"]
        assert not http.cookies, "the cookie of the same path is gone"


@served(prefix="/north/hall/")
async def test_beside_the_prefix_there_is_nothing_but_health_and_metrics(hall: Served) -> None:
    root = f"http://{hall.address}"
    for path in ("/", "/api/games", "/north", "/north/hallway/", "/index.html"):
        answer = await hall.http.get(root + path)
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    for path in ("/healthz", "/readyz", "/metrics", "/north/hall/healthz"):
        assert (await hall.http.get(root + path)).status_code == 200
    moved = await hall.http.get(f"{root}/north/hall")
    assert (moved.status_code, moved.headers["location"]) == (308, "/north/hall/")
    with pytest.raises(InvalidStatus):
        await connect(f"ws://{hall.address}/api/hall/socket").__aenter__()


@pytest.mark.one_adapter("It asks no server.")
@pytest.mark.parametrize("prefix", ["hall", "/a//b", "/ä", "/a b", "//", "/a?b"])
def test_a_prefix_that_is_no_path_is_refused(prefix: str) -> None:
    with pytest.raises(Refused, match="such as /hall"):
        from_environment({}, prefix=prefix)


def test_a_hall_without_a_prefix_is_at_the_root(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, prefix="/") as hall:
            answer = await hall.http.get(f"http://{hall.address}/api/games")
            assert answer.status_code == 200

    asyncio.run(run())
