"""How a server stops."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from serving import STONES_SLUG, serving
from stubborn import Process

from meadhall.server.protocol.messages import Closing


def test_a_server_that_stops_asks_clients_to_reconnect(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "mine")
            sitting = await ann.sit(made["match"], *made["tokens"])
            await sitting.act("take 1", 0)
            await hall.hall.stop()
            closing = await sitting.until(Closing)
            assert closing.retry > 0
            assert await sitting.closed() == 1012

    asyncio.run(run())


@pytest.mark.one_adapter("The signal reaches uvicorn, not the adapter.")
def test_a_signal_stops_the_process_and_closes_the_database(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        server.start()
        asyncio.run(server.wait())
        server.stop()
        assert not (tmp_path / "hall.db-wal").exists(), "the database was closed"


@pytest.mark.one_adapter("It is refused before anything listens.")
def test_a_second_server_on_one_database_is_refused_by_a_sentence(tmp_path: Path) -> None:
    with Process(tmp_path) as first:
        first.start()
        asyncio.run(first.wait())
        settings = {"MEADHALL_DB": str(tmp_path / "hall.db"), "MEADHALL_PORT": "0"}
        second = subprocess.run(
            [sys.executable, "-m", "meadhall.server"],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert second.returncode == 1
        expected = rf"Cannot open the database .*hall\.db: It is served by process {first.pid} on"
        assert re.match(expected, second.stderr)
        assert len(second.stderr.splitlines()) == 1
