"""Only requests for this server's own host are answered; every answer has its headers."""

import socket

import pytest
from serving import STONES_SLUG, Served, Sitting, served
from websockets.asyncio.client import connect
from websockets.typing import Origin

from meadhall.server.net.hosts import is_local, is_own_host
from meadhall.server.settings import Settings

OWN = socket.gethostname()
EVIL = Origin("http://evil.example")


def asking_for(host: str) -> dict[str, object]:
    return {"headers": [(b"host", host.encode())]}


@pytest.mark.one_adapter("It asks no server.")
@pytest.mark.parametrize(
    ("listening", "hosts", "asked", "is_own"),
    [
        ("127.0.0.1", "", "127.0.0.1:8710", True),
        ("127.0.0.1", "", "LocalHost:8710", True),
        ("127.0.0.1", "", "[::1]:8710", True),
        ("127.0.0.1", "", "evil.example:8710", False),
        ("127.0.0.1", "", "192.168.0.5", False),
        ("127.0.0.1", "", "", False),
        ("0.0.0.0", "", "192.168.0.5:8710", True),
        ("0.0.0.0", "", f"{OWN}:8710", True),
        ("0.0.0.0", "", f"{OWN}.local", True),
        ("0.0.0.0", "", "evil.example", False),
        ("::", "", "[fd00::5]:8710", True),
        ("hall.lan", "", "hall.lan:8710", True),
        ("127.0.0.1", "hall.example, Other.example", "hall.example", True),
        ("127.0.0.1", "hall.example, Other.example", "other.example.", True),
        ("127.0.0.1", "hall.example", "localhost:8710", True),
        ("127.0.0.1", "hall.example", "sub.hall.example", False),
        ("0.0.0.0", "hall.example", "192.168.0.5", False),
        ("127.0.0.1", "*", "evil.example", True),
    ],
)
def test_a_server_answers_for_what_it_listens_on_or_for_its_hosts(
    listening: str, hosts: str, asked: str, is_own: object
) -> None:
    settings = Settings(host=listening, hosts=hosts)
    assert is_own_host(asking_for(asked), settings) is is_own  # type: ignore[arg-type] # all it looks at


@served()
async def test_requests_for_a_foreign_host_are_refused(hall: Served) -> None:
    foreign = {"Host": "evil.example"}
    for path in ("/", "/api/games", "/healthz", "/nowhere"):
        answer = await hall.http.get(f"http://{hall.address}{path}", headers=foreign)
        assert (answer.status_code, answer.json()["code"]) == (421, "FOREIGN_HOST")


@served()
async def test_sockets_of_a_foreign_host_are_closed(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    host, port = hall.address.split(":")
    # As a browser connects after the name of a foreign page was pointed to this server.
    address = f"ws://evil.example/api/matches/{made['match']}/socket"
    async with connect(address, host=host, port=int(port), origin=EVIL) as line:
        assert await Sitting(line).closed() == 4403


@served()
async def test_every_answer_has_the_headers_that_protect_it(hall: Served) -> None:
    for path in ("/", "/api/games", "/api/docs", "/api/nowhere", "/missing.js", "/healthz"):
        answer = await hall.http.get(f"http://{hall.address}{path}")
        policy = answer.headers["content-security-policy"].split("; ")
        assert {"connect-src 'self'", "base-uri 'none'", "form-action 'self'"} < {*policy}
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "strict-transport-security" not in answer.headers
        assert "server" not in answer.headers, "which program it is helps attackers only"


@served(https=True)
async def test_with_https_browsers_are_told_to_stay_with_it(hall: Served) -> None:
    answer = await hall.http.get(f"http://{hall.address}/api/games")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@served()
async def test_metrics_are_for_this_machine(hall: Served) -> None:
    root = f"http://{hall.address}/metrics"
    assert (await hall.http.get(root)).status_code == 200
    proxied = await hall.http.get(root, headers={"X-Forwarded-For": "203.0.113.5"})
    assert (proxied.status_code, proxied.json()["code"]) == (403, "LOCAL_ONLY")


@served(metrics="all")
async def test_metrics_can_be_opened(hall: Served) -> None:
    headers = {"X-Forwarded-For": "203.0.113.5"}
    answer = await hall.http.get(f"http://{hall.address}/metrics", headers=headers)
    assert answer.status_code == 200


@pytest.mark.one_adapter("It asks no server.")
@pytest.mark.parametrize(
    ("client", "local"),
    [("127.0.0.1", True), ("::1", True), ("192.168.0.5", False), ("testclient", False)],
)
def test_only_loopback_addresses_are_of_this_machine(client: str, local: object) -> None:
    assert is_local({"client": (client, 1), "headers": []}, Settings()) is local  # type: ignore[arg-type] # all it looks at
