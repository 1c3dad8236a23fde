"""A process that dies: the others go on with its work, and its people lose no time."""

import asyncio

from serving import STONES_SLUG, Served
from tests.server.cluster.conftest import Play, known, until

from meadhall.match.facts import Acted, Reopened
from meadhall.server.cluster.together import Together


async def kill(served: Served) -> None:
    """The process is heard of no more, and has no patience left."""
    cluster = served.hall.cluster
    assert isinstance(cluster, Together)
    for task in cluster._tasks:
        task.cancel()
    await cluster.shared.members.join(*cluster.me._replace(patience=1))
    await cluster.shared.members._fetch(
        "UPDATE processes SET patience = 1 WHERE id = $1", cluster.me.process
    )


def test_another_process_goes_on_and_no_clock_charges_the_fault(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann = await two.guest("Ann")
        clock = {"mode": "turn", "base": 60_000}
        timed = await ann.match(STONES_SLUG, "mine", "mine", clock=clock)
        first = await ann.sit(timed["match"], *timed["tokens"])
        # Bots alone, at the process that dies: they stop there, and go on elsewhere.
        bots = await ann.match(STONES_SLUG, "greedy", "greedy", clock={"mode": "none"})
        stopped = two.hall.match_loop.rooms[bots["match"]]
        two.hall.caretaker._end_tasks(stopped)
        await asyncio.sleep(0.05)
        before = two.hall.match_loop.rooms[timed["match"]].match.clock_state
        await kill(two)
        await until(lambda: known(one) == 1)
        again = await one.stranger().sit(timed["match"], *timed["tokens"], since=first.version)
        room = one.hall.match_loop.rooms[timed["match"]]
        await until(lambda: room.channel.match.clock_state != before)  # once it is stored
        facts = await one.hall.match_loop.store.facts(timed["match"])
        assert any(isinstance(fact, Reopened) for fact in facts)
        assert again.seats == (0, 1)

        def is_over() -> bool:
            played = one.hall.match_loop.rooms.get(bots["match"])
            return played is not None and played.match.result is not None

        await until(is_over)
        turns = [
            (fact.seat, fact.turn)
            for fact in await one.hall.match_loop.store.facts(bots["match"])
            if isinstance(fact, Acted)
        ]
        assert len(turns) == len(set(turns))

    play(test)
