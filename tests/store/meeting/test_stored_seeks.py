"""Seeks on both databases."""

import asyncio
from itertools import combinations

import pytest

from meadhall.store import Store
from meadhall.store.meeting import stored_seeks
from meadhall.store.meeting.stored_seeks import Seek, SqlSeeks, forget_seeks
from meadhall.store.people.friends.bonds import SqlBonds

pytestmark = pytest.mark.anyio


def seek(person: str, since: int = 0) -> Seek:
    return Seek(person, person, "jarls", 2, "usual", 1000, 600, since, since, f"of {person}", "ab")


async def test_two_meet_agree_and_play(store: Store) -> None:
    seeks = SqlSeeks(store.backend)
    for person in ("ann", "bob", "cid"):
        assert await seeks.start(seek(person), 3)
    assert not await seeks.start(seek("dag"), 3), "there are enough"
    assert await seeks.meet(("ann", "bob"), "of ann", 100)
    assert not await seeks.meet(("bob", "cid"), "of bob", 100)
    assert not await seeks.meet(("cid", "dag"), "of cid", 100)
    assert not await seeks.agree("ann", "of bob", 5)
    assert not await seeks.agree("cid", "", 5)
    assert await seeks.agree("ann", "of ann", 5)
    assert not await seeks.agree("bob", "of ann", 100), "too late"
    assert await seeks.agree("bob", "of ann", 99)
    assert await seeks.agree("bob", "of ann", 200), "twice does no harm"
    assert not await seeks.part_late("of ann", 200), "everybody has agreed"
    assert not await seeks.cancel("ann")
    assert await seeks.start(seek("ann", 7), 4), "nothing changes"
    assert (await seeks.of("ann")) == Seek(
        *("ann", "ann", "jarls", 2, "usual", 1000, 600, 0, 0, "of ann", "ab"),
        encounter="of ann", until=100, agreed=True,
    )  # fmt: skip
    for _ in range(2):
        await seeks.settle("of ann", 30, 200)
    assert [one.match for one in await seeks.all()] == ["of ann", "of ann", ""]
    assert not await seeks.cancel("ann"), "the match has begun, even if nobody has said so yet"
    assert await seeks.start(seek("ann", 9), 4), "the same"
    assert await seeks.agree("bob", "of ann", 900), "the answer to the first time was lost"
    assert [one.match for one in await seeks.all()] == ["of ann", "of ann", ""]
    await seeks.end("ann")
    assert not await seeks.cancel("bob"), "who comes later finds the match, too"
    await seeks.end("bob")
    assert await seeks.start(seek("bob", 9), 4)
    assert [(one.person, one.match) for one in await seeks.all()] == [("cid", ""), ("bob", "")]


async def test_who_does_not_come_to_a_match_that_has_begun_is_not_waited_for(store: Store) -> None:
    seeks = SqlSeeks(store.backend)
    for person in ("ann", "bob", "cid"):
        await seeks.start(seek(person), 9)
    await seeks.meet(("ann", "bob"), "of ann", 100)
    await seeks.settle("of ann", 30, 90)
    await seeks.note_presence(("ann", "bob", "cid"), 500)
    await seeks.forget_old(100, 0)
    assert len(await seeks.all()) == 3
    await seeks.forget_old(101, 0)
    assert [one.person for one in await seeks.all()] == ["cid"]


async def test_who_does_not_come_is_gone_and_the_other_looks_on(store: Store) -> None:
    seeks = SqlSeeks(store.backend)
    for person in ("ann", "bob"):
        await seeks.start(seek(person), 9)
    await seeks.meet(("ann", "bob"), "of ann", 100)
    await seeks.agree("bob", "of ann", 5)
    assert not await seeks.part_late("of ann", 99)
    assert await seeks.part_late("of ann", 100)
    assert not await seeks.part_late("of ann", 100)
    left = await seeks.all()
    assert [(one.person, one.encounter, one.agreed) for one in left] == [("bob", "", False)]
    await seeks.start(seek("ann", 3), 9)
    await seeks.meet(("ann", "bob"), "of bob", 200)
    assert await seeks.cancel("ann")
    assert await seeks.cancel("ann"), "that is none"
    assert [(one.person, one.encounter) for one in await seeks.all()] == [("bob", "")]
    await seeks.meet(("bob",), "of bob", 300)
    await seeks.fail("of bob", "No.")
    assert ((await seeks.all())[0].trouble, await seeks.meet(("bob",), "x", 1)) == ("No.", False)
    await seeks.note_presence(("bob",), 50)
    await seeks.forget_old(50, 0)
    assert len(await seeks.all()) == 1
    await store.backend.write(lambda database: forget_seeks(database, "bob"))
    assert await seeks.all() == ()


async def test_waits_give_an_estimate(store: Store) -> None:
    seeks = SqlSeeks(store.backend)
    for number, waited in enumerate((50, 10, 30)):
        assert await seeks.usual_waits() == {}
        for person in ("ann", "bob"):
            await seeks.start(seek(person), 9)
        await seeks.meet(("ann", "bob"), f"m{number}", 100)
        await seeks.settle(f"m{number}", waited, number)
        if number < 2:
            for person in ("ann", "bob"):
                await seeks.end(person)
    assert await seeks.usual_waits() == {"usual": 30}
    await seeks.forget_old(0, 1)
    assert await seeks.usual_waits() == {}


async def test_people_who_block_each_other_are_known(store: Store) -> None:
    seeks = SqlSeeks(store.backend)
    for person in ("ann", "bob", "cid"):
        await seeks.start(seek(person), 9)
    bonds = SqlBonds(store.backend)
    await bonds.block("bob", "ann", 0, 9)
    await bonds.block("bob", "nobody", 0, 9)
    assert await seeks.apart() == {("bob", "ann")}


async def test_nobody_is_in_two_encounters_if_several_ask_at_once(store: Store) -> None:
    seeks, people = SqlSeeks(store.backend), "abcdef"
    await asyncio.gather(*(seeks.start(seek(person), 9) for person in people))
    pairs = list(combinations(people, 2))
    pairs = pairs[::2] + pairs[1::2]
    met = await asyncio.gather(*(seeks.meet(pair, "".join(pair), 10) for pair in pairs))
    won = [person for pair, is_met in zip(pairs, met, strict=True) if is_met for person in pair]
    assert len(won) == len(set(won)) >= 4
    rows = {one.person: one.encounter for one in await seeks.all()}
    assert {person for person, encounter in rows.items() if encounter} == set(won)
    await asyncio.gather(*(work(person) for person in people for work in (seeks.cancel,) * 3))
    assert await seeks.all() == ()


async def test_who_cancels_while_being_met_leaves_nobody_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeks = SqlSeeks(store.backend)
    for person in ("ann", "bob"):
        await seeks.start(seek(person), 9)
    await seeks.meet(("ann", "bob"), "of ann", 100)
    known, stale = stored_seeks._one, [["ann"]]
    # What was read before the two have met.
    monkeypatch.setattr(
        stored_seeks,
        "_one",
        lambda database, person: stale.pop() if stale else known(database, person),
    )
    assert await seeks.cancel("ann")
    assert stale == []
    assert [(one.person, one.encounter) for one in await seeks.all()] == [("bob", "")]
