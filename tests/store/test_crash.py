"""A writer that is killed loses nothing that it had acknowledged."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from meadhall.cli.new_game.template import GAME
from meadhall.match.evolve import fold
from meadhall.match.ports import Query
from meadhall.store import open_store, sqlite

KILLS = 3
AT_START = 6
WRITER = """
import asyncio, sys
from meadhall.store import open_store, sqlite
from tests.store.matches import in_play, play_on

async def write(place, name, many):
    sqlite.FLUSH_MAX = int(many)
    store = await open_store(place)
    tables = [in_play(f"{name}-{i}", options=(("stones", 50),)) for i in range(20)]
    await store.matches.append([entry for _, entry in tables])
    matches = [match for match, _ in tables]
    print("ready", flush=True)
    while matches[0].asked:
        steps = [play_on(match) for match in matches]
        matches = [match for match, _ in steps]
        assert await store.matches.append([entry for _, entry in steps]) == ()
        print(matches[0].version, flush=True)

asyncio.run(write(*sys.argv[1:]))
"""


def kill_writer(place: Path, name: str, after: int, many: int) -> int:
    """Kill a writer after `after` acknowledged ticks; returns the last version that it printed.

    It flushes `many` facts at once; with a small number it is likely to be killed during a flush.
    """
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WRITER, str(place), name, str(many)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        acknowledged = AT_START
        for _ in range(after):
            acknowledged = int(writer.stdout.readline())
        writer.kill()
        rest = writer.stdout.read().split()
    return int(rest[-1]) if rest else acknowledged


@pytest.mark.parametrize("many", [sqlite.FLUSH_MAX, 30])
def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(tmp_path: Path, many: int) -> None:
    place = tmp_path / "hall.db"
    printed = {str(n): kill_writer(place, str(n), 9 * n, many) for n in range(KILLS)}
    asyncio.run(check(place, printed))


async def check(place: Path, printed: dict[str, int]) -> None:
    store = await open_store(str(place))
    summaries = await store.matches.find(Query(limit=1000))
    assert len(summaries) == 20 * KILLS
    for summary in summaries:
        match = fold(GAME, await store.matches.facts(summary.id))
        acknowledged = printed[summary.id.partition("-")[0]]
        assert acknowledged <= match.version <= acknowledged + 1
    await store.close()
