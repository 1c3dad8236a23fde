"""The application runs under any ASGI server, and in the process of a test client."""

import sys
from pathlib import Path

import pytest
from litestar.testing import TestClient
from outside import hall_by, open_match, play_a_match, play_on
from ports import free_port

from meadhall.server.app import make_app
from meadhall.server.net import uvicorn_ws
from meadhall.server.settings import Settings

BIN = Path(sys.executable).parent
SERVERS = {
    "uvicorn": (BIN / "uvicorn", "--factory", "meadhall.server.app:create_app", "--port", "{port}"),
    "hypercorn": (BIN / "hypercorn", "meadhall.server.app:create_app()", "-b", "127.0.0.1:{port}"),
}


@pytest.mark.one_adapter("other servers know the plain one only")
@pytest.mark.parametrize("name", SERVERS)
def test_a_match_is_played_under_another_server(name: str, tmp_path: Path) -> None:
    port = free_port()
    command = [str(word).format(port=port) for word in SERVERS[name]]
    with hall_by(command, port, tmp_path) as (address, logged):
        assert play_a_match(address) > 12
    assert not [line for line in logged if "Traceback" in line], logged


@pytest.mark.one_adapter("no match is played")
@pytest.mark.parametrize(
    ("library", "known", "unknown"),
    [
        ("uvicorn", ("0.53.0", "0.54.9"), ("0.52.1", "0.55.0", "1.53.0")),
        ("websockets", ("16.0", "17.0.1"), ("15.0.1", "18.0")),
    ],
)
def test_the_fast_adapter_serves_with_versions_it_was_tested_with(
    library: str, known: tuple[str, ...], unknown: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for release in (*known, *unknown):
        installed = {"uvicorn": "0.53.0", "websockets": "16.0", library: release}
        monkeypatch.setattr(uvicorn_ws, "version", installed.__getitem__)
        named = [f"{library} {release}"] if release in unknown else []
        assert uvicorn_ws.unknown_versions() == named


class InProcess:
    """A socket of the test client, as `play_on` wants it."""

    def __init__(self, session: object) -> None:
        self.session = session

    def send(self, text: str) -> None:
        self.session.send_text(text)  # type: ignore[attr-defined]

    def recv(self) -> str:
        return str(self.session.receive_text(timeout=60))  # type: ignore[attr-defined]


@pytest.mark.one_adapter("a test client knows the plain one only")
def test_a_match_is_played_in_process(tmp_path: Path) -> None:
    app = make_app(Settings(db=str(tmp_path / "hall.db"), bots=1, hosts="testserver.local"))
    with TestClient(app, base_url="http://testserver.local/api") as client:
        match, tokens = open_match(client)
        with client.websocket_connect(f"/api/matches/{match}/socket") as session:
            assert play_on(InProcess(session), tokens) > 12
