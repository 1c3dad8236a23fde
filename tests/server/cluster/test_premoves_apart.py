"""A premove that is chosen at one process is played by any, and once."""

import asyncio

from serving import STONES_SLUG, Served
from tests.server.cluster.conftest import Play

from meadhall.match.facts import Acted
from meadhall.server.premoves.premove_runner import PremoveRunner
from meadhall.store.premoves.stored_premoves import SqlPremoves


def test_two_processes_play_a_premove_once(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann, bob = await one.guest("Ann"), await two.guest("Bob")
        made = await ann.match(STONES_SLUG, "mine", "open", clock={"mode": "none"})
        match = made["match"]
        sat = await bob.post(f"/matches/{match}/seats", {})
        first, second = await ann.sit(match, *made["tokens"]), await bob.sit(match, *sat["tokens"])
        await first.do("ready")
        await second.do("ready")
        while first.table.phase != "playing":
            await first.hear()
        chosen = {"seat": 1, "turn": first.turn, "lines": [["take 1", "take 2"]]}
        assert (await bob.ask("PUT", f"/matches/{match}/premoves", chosen)).status_code == 200
        [found] = await SqlPremoves(one.hall.store.backend).at([match])
        halls = [served.hall for served in (one, two)]
        runners = [PremoveRunner(hall, SqlPremoves(hall.store.backend)) for hall in halls]
        await first.act("take 1")
        await asyncio.gather(*(runner.follow(found) for runner in runners))
        for sitting in (first, second):
            while len(sitting.log[sitting.seats[0]]) < 2:
                await sitting.hear()
        await asyncio.sleep(1.2)  # each process has looked again
        for hall in halls:
            room = await hall.match_loop.room(match)
            played = [ply.action for ply in room.match.plies if isinstance(ply, Acted)]
            assert played == ["take 1", "take 2"]
        assert await SqlPremoves(two.hall.store.backend).at([match]) == []

    play(test)
