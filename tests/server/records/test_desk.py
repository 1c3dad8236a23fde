"""Long work on records, in a real process: limits, waiting, crashes."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from recording import crash, hoard, refuse, spin, stumble, work_until
from serving import games

from meadhall.core.refusal import Refused
from meadhall.server.records import desk as desks
from meadhall.server.records.desk import RecordDesk

pytestmark = pytest.mark.anyio
PATIENCE = 60.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def open_desk(seconds: float = 30.0) -> AsyncIterator[RecordDesk]:
    desk = RecordDesk(games, seconds)
    try:
        yield desk
    finally:
        await desk.stop()


async def code_of(desk: RecordDesk, work: object) -> str:
    with pytest.raises(Refused) as error:
        await asyncio.wait_for(desk.run(work), PATIENCE)  # type: ignore[arg-type]
    return error.value.refusal.code


async def test_work_leaves_the_event_loop_free_and_others_wait_their_turn(tmp_path: Path) -> None:
    async with open_desk() as desk:
        begun = [
            asyncio.create_task(desk.run(work_until, str(tmp_path / str(number))))
            for number in range(desks.MOST_WAITING + 1)
        ]
        await asyncio.sleep(0)
        assert await code_of(desk, refuse) == "BUSY", "the queue is full"
        # The event loop itself ends the work: if it were not free, this would never end.
        for number in range(desks.MOST_WAITING + 1):
            (tmp_path / str(number)).touch()
        pids = await asyncio.wait_for(asyncio.gather(*begun), PATIENCE)
        assert len({*pids}) == 1
        assert os.getpid() not in pids
        assert await code_of(desk, refuse) == "NO", "there is room again"


async def test_work_that_takes_too_much_is_stopped_and_the_next_is_done(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    async with open_desk(seconds=0.2) as desk:
        for work, code in (
            (spin, "TOO_MUCH_WORK"),
            (hoard, "TOO_MUCH_WORK"),
            (stumble, "BAD_RECORD"),
            (crash, "TOO_MUCH_WORK"),
        ):
            assert await code_of(desk, work) == code
            assert await desk.run(work_until, str(tmp_path / "go")) > 0


async def test_somebody_who_goes_away_keeps_their_place_until_the_work_is_done(
    tmp_path: Path,
) -> None:
    async with open_desk() as desk:
        first, *others = [
            asyncio.create_task(desk.run(work_until, str(tmp_path / "go")))
            for _ in range(desks.MOST_WAITING + 1)
        ]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait((first,))
        assert await code_of(desk, refuse) == "BUSY"
        (tmp_path / "go").touch()
        await asyncio.wait_for(asyncio.gather(*others), PATIENCE)
        assert await code_of(desk, refuse) == "NO"


async def test_a_desk_that_stops_does_not_begin_what_waits(tmp_path: Path) -> None:
    desk = RecordDesk(games)
    begun = [asyncio.create_task(desk.run(work_until, str(tmp_path / "go"))) for _ in range(5)]
    await asyncio.sleep(0)
    stopping = asyncio.create_task(desk.stop())
    # Nothing that has begun ends before it may, so the first to end is one that never began.
    ended, _ = await asyncio.wait(begun, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    (tmp_path / "go").touch()
    await stopping
    assert ended
    assert all(task.cancelled() for task in ended)


OWNER = """
import asyncio, os
from serving import games
from meadhall.server.records.desk import RecordDesk
from recording import work_until

async def main():
    print(await RecordDesk(games).run(work_until, os.devnull), flush=True)
    await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def is_running(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def test_the_process_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "owner.py"
    program.write_text(OWNER)
    paths = os.pathsep.join(sys.path)
    command, env = [sys.executable, str(program)], {**os.environ, "PYTHONPATH": paths}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert is_running(worker)
        server.kill()
    deadline = time.monotonic() + PATIENCE
    while is_running(worker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(worker)
