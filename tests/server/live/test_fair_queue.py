"""Who is served when: nobody's work holds up the others for longer than one command."""

import asyncio
from pathlib import Path

import pytest
from serving import STONES_SLUG, Served, serving

from meadhall.core.refusal import Refused
from meadhall.match.commands import Say
from meadhall.server.live import fair_queue
from meadhall.server.live.fair_queue import SHARE_SECONDS, FairQueue
from meadhall.server.live.room import Room

HALF_LIFE = 1.0
MOST_WAITING = 100
TICK = 100

HEAVY = SHARE_SECONDS * 2


def ticks(queue: FairQueue[str]) -> list[list[str]]:
    """What each tick carries out until nothing waits."""
    taken = []
    while queue.filled.is_set():
        taken.append(queue.take(0.0))
    return taken


def queue_of(*jobs: str) -> FairQueue[str]:
    """A queue with jobs like `ann@a1`, the first one at table `a` for `ann`."""
    queue = FairQueue[str]()
    for job in jobs:
        person, _, where = job.partition("@")
        queue.put(where[0], person, where)
    return queue


def test_a_tick_takes_one_command_of_each_table() -> None:
    queue = queue_of("ann@a1", "ann@a2", "ann@a3", "bob@b1", "cy@c1", "cy@c2")
    assert len(queue) == 6
    assert ticks(queue) == [["a1", "b1", "c1"], ["a2", "c2"], ["a3"]]
    assert len(queue) == 0


def test_a_tick_has_a_largest_size_and_tables_take_turns() -> None:
    queue = FairQueue[str]()
    tables = [f"table {number}" for number in range(TICK + 1)]
    for table in (*tables, *tables):
        queue.put(table, "", table)
    assert queue.take(0.0) == tables[:TICK]
    assert queue.take(0.0)[0] == tables[TICK], "nobody is served twice before all are served once"


def test_others_wait_for_one_command_of_a_heavy_person_at_most() -> None:
    queue = queue_of(*(f"hog@{table}{n}" for n in (1, 2) for table in "pqrs"), "ann@a1", "ann@a2")
    queue.charge("p", "hog", HEAVY)
    first = [["a1"], ["p1"], ["a2"], ["q1"], ["r1"], ["s1"]]
    assert ticks(queue) == [*first, ["p2"], ["q2"], ["r2"], ["s2"]]


def test_a_person_is_heavy_with_more_than_a_fifth_of_a_second() -> None:
    for seconds, order in ((0.2, [["p1", "a1"]]), (0.21, [["a1"], ["p1"]])):
        queue = queue_of("ann@p1", "bob@a1")
        queue.charge("elsewhere", "ann", seconds)
        assert ticks(queue) == order


def test_heavy_people_share_what_is_left() -> None:
    queue = queue_of("hog@p1", "hog@q1", "pig@x1", "pig@x2", "ann@a1")
    queue.charge("p", "hog", HEAVY)
    queue.charge("x", "pig", HEAVY + 1)
    assert queue.take(0.0) == ["a1"]
    assert queue.take(0.0) == ["p1"], "the one who has used least comes first"
    queue.charge("p", "hog", 2.0)
    assert queue.take(0.0) == ["x1"], "several tables bring nobody more"


def test_a_table_without_people_can_be_heavy_too() -> None:
    queue = queue_of("@p1", "@p2", "@a1")
    queue.charge("p", "", HEAVY)
    assert ticks(queue) == [["a1"], ["p1"], ["p2"]]


def test_use_is_forgotten() -> None:
    queue = queue_of("hog@p1", "ann@a1")
    queue.charge("p", "hog", HEAVY)
    for later in (1, 2):
        queue.put("b", "", "b")
        queue.take(later * HALF_LIFE)
    assert queue.spent == {"p": HEAVY / 4, "hog": HEAVY / 4}
    for later in range(3, 40):
        queue.put("b", "", "b")
        queue.take(later * HALF_LIFE)
    assert queue.spent == {}


def test_no_more_than_a_number_of_commands_may_wait_at_a_table() -> None:
    queue = FairQueue[str]()
    for number in range(MOST_WAITING):
        queue.put("a", "ann", str(number))
    with pytest.raises(Refused) as caught:
        queue.put("a", "ann", "one more")
    assert caught.value.refusal.code == "TABLE_BUSY"
    queue.put("a", "", "a clock runs out")
    queue.put("b", "ann", "elsewhere")


async def room_of(hall: Served, name: str) -> Room:
    guest = await hall.guest(name)
    made = await guest.match(STONES_SLUG, "mine", "mine")
    return hall.hall.match_loop.rooms[made["match"]]


@pytest.mark.parametrize("kind", ["says", "looks"])
def test_one_persons_flood_of_four_tables_does_not_hold_up_another_table(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine even Ann's new table may take longer than the usual share.
    monkeypatch.setattr(fair_queue, "SHARE_SECONDS", 10.0)

    async def run() -> list[str]:
        async with serving(tmp_path) as hall:
            match_loop, served = hall.hall.match_loop, list[str]()
            flooded = [await room_of(hall, "Hog") for _ in range(4)]
            quiet = await room_of(hall, "Ann")
            match_loop.queue.charge(flooded[0].id, "hog", 1000.0)

            def ask(room: Room, name: str) -> None:
                if kind == "looks":
                    match_loop.read(room, lambda: served.append(name), name)
                else:
                    match_loop.submit(room, Say(0, "!"), lambda _: served.append(name), name)

            for room in flooded * 20:
                ask(room, "hog")
            for _ in range(5):
                ask(quiet, "ann")
            while len(served) < 85:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
            return served

    served = asyncio.run(run())
    assert served.index("ann") <= 1
    assert served[served.index("ann") :][:9] == ["ann", "hog"] * 4 + ["ann"]


def test_the_server_notes_who_uses_its_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "mine")
            device = await ann.sit(made["match"], *made["tokens"])
            await device.act("take 1", 0)
            room = hall.hall.match_loop.rooms[made["match"]]
            holder = room.match.players[0].holder if room.match.players[0] else ""
            spent = hall.hall.match_loop.queue.spent
            assert spent[holder] > 0.0
            assert spent[made["match"]] >= spent[holder]
            before = spent[holder]
            await device.ask("look", ply=0, seat=0)
            assert spent[holder] > before

    asyncio.run(run())
