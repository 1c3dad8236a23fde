"""The hall's chat and crowds on both databases."""

import pytest

from meadhall.store import Store
from meadhall.store.meeting.stored_crowds import SqlCrowds
from meadhall.store.meeting.stored_lines import HallLine, SqlHallLines, forget_hall_lines
from meadhall.store.meeting.stored_setups import SqlSetups

pytestmark = pytest.mark.anyio


async def test_the_newest_lines_are_kept(store: Store) -> None:
    lines = SqlHallLines(store.backend)
    written = [HallLine(f"line {at}", at, "ann" if at % 2 else "bob", "A", "hi") for at in range(6)]
    for line in reversed(written):
        await lines.add(line)
    assert await lines.newest(3) == tuple(written[3:])
    assert await lines.newest(9, since=4) == tuple(written[4:])
    await lines.keep_newest(6)
    assert len(await lines.newest(9)) == 6
    await lines.keep_newest(4)
    assert await lines.newest(9) == tuple(written[2:])
    await store.backend.write(lambda database: forget_hall_lines(database, "ann"))
    assert await lines.newest(9) == (written[2], written[4])


async def test_crowds_of_other_processes_add_up_while_they_are_fresh(store: Store) -> None:
    crowds = SqlCrowds(store.backend)
    await crowds.note("one", {"m": 2, "n": 1}, 100, 0)
    await crowds.note("two", {"m": 3}, 110, 0)
    assert await crowds.elsewhere("three", 100) == {"m": 5, "n": 1}
    assert await crowds.elsewhere("two", 100) == {"m": 2, "n": 1}
    assert await crowds.elsewhere("three", 105) == {"m": 3}
    await crowds.note("one", {}, 120, 111)
    assert await crowds.elsewhere("three", 0) == {}
    assert await SqlSetups(store.backend).last_moves(["m"]) == {}
