"""Where a server listens: it says so once it can be reached, or says why it cannot listen there."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from meadhall.core.refusal import Refused
from meadhall.server.listening import hall_address, listening
from meadhall.server.settings import Settings

pytestmark = pytest.mark.one_adapter("It is about what comes before any adapter.")
SERVE = (sys.executable, "-m", "meadhall", "serve")


@contextmanager
def started(*words: str | Path, folder: Path, **more: str) -> Iterator[str]:
    """The first line that `meadhall serve` prints, while it runs."""
    changed = {"MEADHALL_BOTS": "1", "MEADHALL_COMPILE_AHEAD": "no", **more}
    with subprocess.Popen(
        [*SERVE, *words], cwd=folder, env={**os.environ, **changed}, text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        try:
            yield process.stderr.readline()
        finally:
            process.terminate()


def test_the_address_that_is_printed_answers_at_once(tmp_path: Path) -> None:
    with started("--port", "0", "--prefix", "/hall", folder=tmp_path) as line:
        address = line.split()[4]
        assert line.startswith("The hall is at http://127.0.0.1:")
        assert httpx.get(f"{address}readyz").text == "ready"


def test_a_unix_socket_takes_the_place_of_a_port(tmp_path: Path) -> None:
    path = tmp_path / "hall.sock"
    with started("--unix-socket", path, folder=tmp_path, MEADHALL_LOG_JSON="1") as line:
        assert f'"address": "the Unix socket {path}, path /"' in line
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(path))) as http:
            assert http.get("http://localhost/readyz").text == "ready"
            assert http.get("http://localhost/metrics").status_code == 200
        assert path.stat().st_mode & 0o777 == 0o660


def test_a_port_in_use_is_one_sentence_and_no_database_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*SERVE], cwd=tmp_path, text=True, check=False,
            env={**os.environ, "MEADHALL_PORT": port}, capture_output=True, timeout=60,
        )  # fmt: skip
    sentence = f"Another program uses port {port} of 127.0.0.1: stop it, or choose another"
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_a_unix_socket_in_use_is_left_alone_and_an_old_one_is_replaced(tmp_path: Path) -> None:
    settings = Settings(unix_socket=str(tmp_path / "hall.sock"))
    with listening(settings), pytest.raises(Refused, match="Another program uses the Unix socket"):
        listening(settings).__enter__()
    assert Path(settings.unix_socket).is_socket(), "as a server leaves it"
    with listening(settings) as sockets:
        assert hall_address(settings, sockets[0]).endswith("hall.sock, path /")


def test_a_file_in_the_way_of_a_unix_socket_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")
    with pytest.raises(Refused, match="CANNOT_LISTEN"):
        listening(Settings(unix_socket=str(file))).__enter__()
    assert file.read_text() == "mine"


def test_a_host_that_is_not_here_is_one_sentence() -> None:
    with pytest.raises(Refused, match=r"Cannot listen on port 0 of 192\.0\.2\.1"):
        listening(Settings(host="192.0.2.1", port=0)).__enter__()


def test_an_address_of_ipv6_has_brackets() -> None:
    settings = Settings(host="::1", port=0)
    with listening(settings) as sockets:
        assert hall_address(settings, sockets[0]).startswith("http://[::1]:")
