"""Seeks at two processes: nobody is in two matches, even if both let people meet or one dies."""

import asyncio

from serving import STONES_SLUG, Served, Visit
from tests.server.cluster.conftest import Play

from meadhall.server.meeting.seeks import Seeks
from meadhall.store.meeting.stored_seeks import SqlSeeks
from meadhall.store.ratings.stored_ratings import SqlRatings


def seeks_of(served: Served) -> Seeks:
    backend = served.hall.store.backend
    return Seeks(served.hall, SqlSeeks(backend), SqlRatings(backend))


async def begin(served: Served, name: str, stones: int) -> Visit:
    visit = await served.guest(name)
    body = {"game": STONES_SLUG, "options": {"stones": stones}}
    answer = await visit.ask("PUT", "/me/seek", body)
    assert answer.status_code == 200, answer.text
    return visit


async def meet(*halls: Served) -> None:
    """All processes let people meet at once, not only the one whose turn it is."""
    for _ in range(3):
        works = [seeks_of(hall) for hall in halls]
        everybody = await works[0].stored.all()
        await asyncio.gather(*(one.bring_together(everybody) for one in works for _ in range(2)))


def test_nobody_plays_twice_whichever_process_pairs(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        people = [
            await begin(hall, f"Seeker {number}", 14)
            for number, hall in enumerate((one, two, two, one, one, two))
        ]
        await meet(one, two)
        found = []
        for visit in people:
            seek = (await visit.get("/me/seek"))["seek"]
            found.append(seek["found"]["match"])
        assert sorted(map(found.count, found)) == [2] * 6

        # All agree at once, at both processes: each match begins once, with both of its people.
        async def agree(visit: Visit, match: str) -> None:
            answer = await visit.ask("PUT", "/me/seek/agreement", {"match": match})
            assert answer.status_code == 204, answer.text

        await asyncio.gather(*map(agree, people, found))
        await meet(one, two)
        seated = [await visit.post("/me/seek/seat") for visit in people]
        assert [made["match"] for made in seated] == found
        for visit in people:
            mine = (await visit.get("/matches?mine=true"))["matches"]
            assert len(mine) == 1

    play(test)


def test_a_match_that_a_dead_process_had_to_begin_begins_elsewhere_and_once(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann, bob = await begin(one, "Ann", 15), await begin(two, "Bob", 15)
        first, second = seeks_of(one), seeks_of(two)
        await first.bring_together(await first.stored.all())
        match = (await ann.get("/me/seek"))["seek"]["found"]["match"]
        now = one.hall.match_loop.clock()
        mine = [(await visit.get("/me"))["id"] for visit in (ann, bob)]
        # Both have agreed, and the process dies before it opens the match.
        for person in mine:
            assert await first.stored.agree(person, match, now)
        await second.bring_together(await second.stored.all())
        # It was only slow, and opens the match now.
        await first.complete(await first.stored.all())
        taken = [await visit.post("/me/seek/seat") for visit in (ann, bob)]
        assert [made["match"] for made in taken] == [match, match]
        # It died after it had opened the match, and before it said so.
        cid, dag = await begin(one, "Cid", 16), await begin(two, "Dag", 16)
        await first.bring_together(await first.stored.all())
        later = (await cid.get("/me/seek"))["seek"]["found"]["match"]
        for visit in (cid, dag):
            await first.stored.agree((await visit.get("/me"))["id"], later, now)
        await first._open(later, (await first.seeking_now()).encounter(later))
        await second.bring_together(await second.stored.all())
        taken = [await visit.post("/me/seek/seat") for visit in (cid, dag)]
        assert [made["match"] for made in taken] == [later, later]

    play(test)
