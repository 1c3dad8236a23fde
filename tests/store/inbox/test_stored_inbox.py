"""The stored inbox on both databases: its order, what was seen, and what nobody has noted."""

import asyncio
from dataclasses import replace

import pytest
from tests.store.matches import in_play

from meadhall.store import Store
from meadhall.store.inbox.stored_inbox import (
    GONE,
    GONE_KEPT_MS,
    NEWS,
    REQUEST,
    TURN,
    WAITING,
    InboxEntry,
    SqlInbox,
    forget_inbox,
)

pytestmark = pytest.mark.anyio


def entry(match: str, **more: object) -> InboxEntry:
    plain = InboxEntry(
        holder="anna", match=match, version=3, asked=False, due=None, at=10, plies=0, messages=0,
        over=False, wants="", last="",
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type] # handed on


async def listed(inbox: SqlInbox, holder: str = "anna") -> list[tuple[str, int]]:
    return [(one.entry.match, one.entry.rank) for one in await inbox.entries(holder, None, 99)]


async def test_the_most_urgent_comes_first_and_the_list_comes_in_parts(store: Store) -> None:
    inbox = SqlInbox(store.backend)
    entries = [
        entry("quiet", at=5),
        entry("later", asked=True, due=900),
        entry("untimed", asked=True, at=7),
        entry("soon", asked=True, due=100),
        entry("older untimed", asked=True, at=3),
        entry("talk", messages=2),
        entry("question", wants="draw"),
        entry("lively", at=8),
    ]
    for one in entries:
        await store.matches.append([in_play(one.match)[1]])
    await inbox.put(entries, [], 1000)
    expected = [
        ("soon", TURN), ("later", TURN), ("older untimed", TURN), ("untimed", TURN),
        ("question", REQUEST), ("talk", NEWS), ("lively", WAITING), ("quiet", WAITING),
    ]  # fmt: skip
    assert await listed(inbox) == expected
    third = (await inbox.entries("anna", None, 3))[-1].entry
    rest = await inbox.entries("anna", (third.rank, third.instant, third.match), 99)
    assert [one.entry.match for one in rest] == [match for match, _ in expected[3:]]
    assert rest[0].players == ("Anna", "Bert")
    assert rest[0].mine == (0,)
    assert await inbox.turns("anna") == 4
    assert await inbox.turns("bert") == 0


async def test_what_was_seen_at_the_table_is_no_news(store: Store) -> None:
    inbox = SqlInbox(store.backend)
    await store.matches.append([in_play("m")[1]])
    await inbox.put([entry("m", plies=4, messages=3)], {("anna", "m")}, 1)
    await inbox.put([entry("m", version=4, plies=6, messages=4)], [], 2)
    (one,) = await inbox.entries("anna", None, 9)
    assert (one.entry.plies_seen, one.entry.messages_seen, one.entry.rank) == (4, 3, NEWS)
    await inbox.put([entry("m", version=3, asked=True)], [], 3)  # of a slower process
    assert await listed(inbox) == [("m", NEWS)]
    await inbox.put([entry("m", version=5, plies=7, messages=4, over=True)], [], 4)
    assert await listed(inbox) == [("m", NEWS)]
    await inbox.put([entry("m", version=5, plies=7, messages=4, over=True)], {("anna", "m")}, 5)
    assert await listed(inbox) == []
    found, turns = await inbox.changed_since(5, {"anna", "bert"})
    assert ([one.entry.rank for one in found], turns) == ([GONE], {})
    assert await inbox.changed_since(6, {"anna"}) == ((), {})
    await inbox.tidy(5 + GONE_KEPT_MS + 1)
    assert (await inbox.changed_since(0, {"anna"}))[0] == ()


async def test_processes_that_write_at_once_lose_nothing(store: Store) -> None:
    """Found by the nemesis: two processes noted the same match, and one of them failed."""
    inbox = SqlInbox(store.backend)
    await store.matches.append([in_play("m")[1]])
    versions = range(1, 21)
    await asyncio.gather(
        *(
            inbox.put(
                [entry("m", version=n, plies=n, messages=1)], {("anna", "m")} if n == 1 else (), n
            )
            for n in versions
        )
    )
    (one,) = await inbox.entries("anna", None, 9)
    assert (one.entry.version, one.entry.plies) == (versions[-1], versions[-1])


async def test_matches_that_nobody_has_noted_are_found(store: Store) -> None:
    inbox = SqlInbox(store.backend)
    match, made = in_play("m")
    await store.matches.append([made])
    assert await inbox.stale("anna", 9) == ("m",)
    await inbox.put([entry("m", version=match.version)], [], 1)
    assert await inbox.stale("anna", 9) == ()
    await store.backend.write(lambda database: forget_inbox(database, "anna"))
    assert await listed(inbox) == []
    assert await inbox.stale("anna", 9) == ("m",)


async def test_an_end_without_a_move_is_news_and_an_old_match_is_none(store: Store) -> None:
    inbox = SqlInbox(store.backend)
    for match in ("drawn", "old"):
        await store.matches.append([in_play(match)[1]])
    await inbox.put([entry("drawn", plies=4)], {("anna", "drawn")}, 1)
    await inbox.put([entry("drawn", version=4, plies=4, over=True)], [], 2)
    await inbox.put([entry("old", plies=9, over=True)], [], 2)  # somebody looks at it once more
    assert await listed(inbox) == [("drawn", NEWS)]
    await inbox.put([entry("drawn", version=4, plies=4, over=True)], {("anna", "drawn")}, 3)
    assert await listed(inbox) == []
