"""What is stored about rights that ended, on both databases."""

import asyncio

import pytest
from tests.store.matches import in_play

from meadhall.store import Store

pytestmark = pytest.mark.anyio


async def test_an_ended_session_stays_ended_until_its_tokens_expire(store: Store) -> None:
    assert not await store.rights.is_void("one", "anna")
    await store.rights.end_session("one", until=100)
    await store.rights.end_session("one", until=200)
    await store.rights.end_session("two", until=200)
    assert await store.rights.is_void("one", "anna")
    await store.rights.forget_old(100)
    assert await store.rights.is_void("one", "anna")
    await store.rights.forget_old(101)
    assert not await store.rights.is_void("one", "anna")
    assert await store.rights.is_void("two", "anna")


async def test_a_seat_moves_once_per_count(store: Store) -> None:
    await store.matches.append([in_play("m")[1]])
    assert await store.rights.count_moves("m", 0) == 0
    results = await asyncio.gather(*(store.rights.move_seat("m", 0, 0) for _ in range(3)))
    assert sorted(results) == [False, False, True]
    results = await asyncio.gather(*(store.rights.move_seat("m", 0, 1) for _ in range(3)))
    assert sorted(results) == [False, False, True]
    assert not await store.rights.move_seat("m", 0, 3)
    assert await store.rights.count_moves("m", 0) == 2
    assert await store.rights.count_moves("m", 1) == 0
