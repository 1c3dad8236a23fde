"""Opens the common address and runs the workers behind it."""

import asyncio
import contextlib
import os
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from functools import partial
from pathlib import Path

from meadhall.core.refusal import Refused
from meadhall.server.cluster.identity import ANOTHER_HALL
from meadhall.server.cluster.joining import fingerprint
from meadhall.server.listening import announce, hall_address, listening
from meadhall.server.metrics import log, set_up_logs
from meadhall.server.settings import PREFIX, Settings, flag_variables
from meadhall.server.workers.own_sockets import listen, reachable_here
from meadhall.server.workers.supervisor import Supervisor, Worker
from meadhall.store import open_store, secret_file
from meadhall.store.private_files import signing_secret

WRONG_SETTINGS = 2
"""The exit code."""
PROBE_SECONDS = 0.2
"""How often a new worker is asked whether it is ready."""
ANSWER_SECONDS = 10.0


def run_workers(settings: Settings, opened: Callable[[str], object] = str) -> None:
    """Run the workers until a signal stops them, and exit.

    Calls `opened` with the address once a worker is ready. Raises `Refused` before it touches the
    database if it cannot listen there.
    """
    set_up_logs(settings.log, as_json=settings.log_json)
    with listening(settings) as common:
        asyncio.run(_prepare(settings))
        sys.exit(asyncio.run(_supervise(settings, common, opened)))


async def _prepare(settings: Settings) -> None:
    """Create or migrate the database and write the signing key, once for all workers."""
    try:
        store = await open_store(settings.db)
        try:
            secret = settings.secret
            if not secret:
                file = Path(settings.secret_file or secret_file(settings.db))
                secret = await signing_secret(store.accounts, file)
            assert store.shared is not None  # noqa: S101 - the settings have been checked
            stranger = (await store.shared.members.others("", fingerprint(secret))).stranger
        finally:
            await store.close()
    except (Refused, ModuleNotFoundError):
        raise
    except Exception as error:  # noqa: BLE001 - drivers raise many types
        why = str(error).partition("\n")[0] or type(error).__name__
        sys.exit(f"Cannot open the database {settings.db_without_password()}: {why}")
    if stranger:
        log.error(ANOTHER_HALL.format(stranger))
        sys.exit(WRONG_SETTINGS)


async def _supervise(
    settings: Settings, common: list[socket.socket], opened: Callable[[str], object]
) -> int:
    read_end, _write_end = os.pipe()  # the other end is open as long as this process lives
    environment = {**os.environ, **flag_variables(settings), f"{PREFIX}WORKERS": "1"}
    if common[0].family != socket.AF_UNIX:  # it may be a free one
        environment[f"{PREFIX}PORT"] = str(common[0].getsockname()[1])
    start = partial(_start, common=common, lifeline=read_end, environment=environment)
    ports = own_ports(settings)
    log.info("the workers have ports of their own", ports=", ".join(map(str, ports)))
    workers = [Worker(number, port) for number, port in enumerate(ports, 1)]

    def announce_hall() -> None:
        address = hall_address(settings, common[0])
        announce(settings, address)
        opened(address)

    readiness = partial(_wait_until_ready, settings.host)
    return await Supervisor(workers, start, readiness, announce_hall).run()


def own_ports(settings: Settings) -> list[int]:
    """The ports after the common one, in order; free ones if that is to be a free one too."""
    if settings.port:
        return [settings.port + number for number in range(1, settings.workers + 1)]
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(listen(settings.host, 0)) for _ in range(settings.workers)]
        return [probe.getsockname()[1] for probe in probes]


async def _start(
    worker: Worker, common: list[socket.socket], lifeline: int, environment: dict[str, str]
) -> Process:
    inherited = [lifeline, *(one.fileno() for one in common)]
    numbers = map(str, (worker.port, *inherited))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "meadhall.server.workers", *numbers,
        pass_fds=inherited,
        env=environment,
        # Ctrl-C in a terminal goes to a whole session, and the supervisor passes it on in order.
        start_new_session=True,
    )  # fmt: skip


async def _wait_until_ready(host: str, worker: Worker) -> None:
    # No event tells that another process is ready.
    while not await _is_ready(reachable_here(host), worker.port):  # noqa: ASYNC110 - see above
        await asyncio.sleep(PROBE_SECONDS)


async def _is_ready(host: str, port: int) -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            status = (await reader.readline()).split()
            writer.close()
    except OSError:  # nobody listens yet; a timeout is one too
        return False
    return status[1:2] == [b"200"]
