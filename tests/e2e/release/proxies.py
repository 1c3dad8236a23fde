"""nginx and Caddy from Debian's packages, with the files of `deploy/`, and a hall behind them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from ports import free_port
from programs.debian import HOST, certified, proxy

DEPLOY = Path(__file__).parents[3] / "deploy" / "one-server"
SOCKET = "/run/meadhall/hall.sock"
PATIENCE = 120.0
NGINX = """\
daemon off;
user root;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/meadhall.conf;
}}
"""
CADDY = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"


def changed(name: str, folder: Path, changes: dict[str, str]) -> str:
    """The file of `deploy/` with the names of this machine, each of which must be in it."""
    text = (DEPLOY / name).read_text("utf-8")
    for old, new in changes.items():
        assert old in text, (name, old)
        text = text.replace(old, new)
    path = folder / name
    path.write_text(text, "utf-8")
    return text


@contextmanager
def hall(folder: Path) -> Iterator[Path]:
    """The hall as its settings in `deploy/` say; gives its socket."""
    socket = folder / "hall.sock"
    database = folder / "hall.db"
    changed(
        "meadhall.toml",
        folder,
        {SOCKET: str(socket), "/var/lib/meadhall/meadhall.db": str(database)},
    )
    command = [sys.executable, "-m", "meadhall", "serve", "--config", str(folder / "meadhall.toml")]
    settings = {"MEADHALL_BOTS": "1", "MEADHALL_COMPILE_AHEAD": "no", "MEADHALL_BOT_MS": "60"}
    with running(command, env={**os.environ, **settings}):
        _wait(socket.exists)
        yield socket


@contextmanager
def nginx(folder: Path, socket: Path) -> Iterator[str]:
    """The address of the hall behind nginx."""
    port, (certificate, key) = free_port(), certified(folder)
    live = f"/etc/letsencrypt/live/{HOST}"
    text = changed("nginx.conf", folder, {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl", SOCKET: str(socket),
        f"{live}/fullchain.pem": str(certificate), f"{live}/privkey.pem": str(key),
    })  # fmt: skip
    (folder / "meadhall.conf").write_text(text, "utf-8")
    (folder / "main.conf").write_text(NGINX.format(folder=folder), "utf-8")
    with running([proxy("nginx"), "-c", str(folder / "main.conf"), "-p", str(folder)]):
        yield f"https://{HOST}:{port}/hall/"


@contextmanager
def caddy(folder: Path, socket: Path) -> Iterator[str]:
    """The address of the hall behind Caddy."""
    port, (certificate, key) = free_port(), certified(folder)
    site = f"{HOST}:{port} {{\n\ttls {certificate} {key}"
    text = changed("Caddyfile", folder, {f"{HOST} {{": site, SOCKET: str(socket)})
    (folder / "Caddyfile").write_text(CADDY + text, "utf-8")
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    command = [
        proxy("caddy"),
        "run",
        "--config",
        str(folder / "Caddyfile"),
        "--adapter",
        "caddyfile",
    ]
    with running(command, env={**os.environ, **homes}):
        yield f"https://{HOST}:{port}/hall/"


@contextmanager
def running(command: list[str], env: dict[str, str] | None = None) -> Iterator[None]:
    """A program, for as long as the block runs."""
    with subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.terminate()


def wait_until_ready(address: str) -> None:
    """Wait until the hall answers through the proxy."""
    port = address.split(":")[2].partition("/")[0]

    def ready() -> bool:
        try:
            url = f"https://127.0.0.1:{port}/hall/readyz"
            extensions = {"sni_hostname": HOST}
            with httpx.Client(verify=False) as http:  # noqa: S501 - signed by nobody
                answer = http.get(url, headers={"Host": f"{HOST}:{port}"}, extensions=extensions)
        except httpx.TransportError:
            return False
        return answer.text == "ready"

    _wait(ready)


def _wait(done: object) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it does not come up"
        time.sleep(0.1)
