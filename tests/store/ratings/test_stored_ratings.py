"""Ratings on both databases: each result counts once, in its order, and can be worked out again."""

import asyncio
from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

import pytest
from sqlalchemy import Connection, select
from tests.store.matches import games
from tests.store.ratings.rated_matches import play

from meadhall.match.clock import DAY
from meadhall.ratings.rate import Pool
from meadhall.store import Store, open_store
from meadhall.store.ratings.counting import FIRST_MONDAY, Counting, week_of
from meadhall.store.ratings.rating_tables import HISTORY, RESULTS, STANDINGS
from meadhall.store.ratings.results import all_results, counting_of, level_anchors
from meadhall.store.ratings.stored_ratings import SITTINGS_KEPT, SqlRatings, forget_player

pytestmark = pytest.mark.anyio

POOL = Pool("template", "two")
ANCHORS = level_anchors(games)
MONDAY = FIRST_MONDAY + 2900 * 7 * DAY
PAIRS = (("anna", "bert"), ("cleo", "anna"), ("bert", "dan"), ("anna", "dan"), ("dan", "cleo"))
GAMES_PLAYED = [(f"m{n}", *PAIRS[n % len(PAIRS)], MONDAY + n * DAY) for n in range(12)]
Everything: TypeAlias = list[tuple[object, ...]]


async def store_all(store: Store, played: Iterable[tuple[str, str, str, int]]) -> list[Counting]:
    """Store the matches, and give what is to be counted of each."""
    countings = []
    for one in played:
        match, entries = play(*one)
        for entry in entries:
            assert await store.matches.append([entry]) == ()
        countings.append(counting_of([match.setup.id], [match]))
    return countings


async def everything(store: Store) -> Everything:
    """All that ratings are, to the last digit."""

    def read(database: Connection) -> Everything:
        found: Everything = []
        for table in (RESULTS, HISTORY, STANDINGS):
            found += map(tuple, database.execute(select(table).order_by(*table.primary_key)))
        return found

    return await store.backend.read(read)


async def test_ratings_are_the_same_in_any_order_of_counting_and_when_rebuilt(
    store: Store,
) -> None:
    ratings = SqlRatings(store.backend)
    countings = await store_all(store, GAMES_PLAYED)
    assert len(await ratings.find_uncounted(99)) == len(countings)
    for counting in countings:
        assert await ratings.count(counting, ANCHORS) == 1
    assert await ratings.find_uncounted(99) == ()
    first = await everything(store)
    assert len(first) > 40
    await ratings.rebuild(Counting([], [], {}), ANCHORS)
    assert await everything(store) == []
    late = [countings[n] for n in (3, 0, 7, 1, 11, 2, 5, 4, 10, 6, 9, 8)]
    for counting in late:
        assert await ratings.count(counting, ANCHORS) == 1
    assert await everything(store) == first
    await ratings.rebuild(await all_results(store.matches, games), ANCHORS)
    assert await everything(store) == first


async def test_a_result_counts_once_whoever_counts_and_whoever_dies(
    store: Store, place: str
) -> None:
    countings = await store_all(store, GAMES_PLAYED[:6])
    other = await open_store(place)
    ours, theirs = SqlRatings(store.backend), SqlRatings(other.backend)

    def die(_: Pool) -> dict[str, int]:
        raise KeyboardInterrupt  # in the middle of a transaction

    with pytest.raises(KeyboardInterrupt):
        await ours.count(countings[0], die)
    assert await everything(store) == []
    assert len(await ours.find_uncounted(99)) == 6
    both = [one.count(counting, ANCHORS) for counting in countings for one in (ours, theirs)]
    assert sum(await asyncio.gather(*both)) == 6
    counted = await everything(store)
    await ours.rebuild(await all_results(store.matches, games), ANCHORS)
    assert await everything(store) == counted
    await other.close()


async def test_standings_of_all_time_and_of_a_week_come_in_parts(store: Store) -> None:
    ratings = SqlRatings(store.backend)
    for counting in await store_all(store, GAMES_PLAYED):
        await ratings.count(counting, ANCHORS)
    best = await ratings.standings(POOL, 0, None, 9)
    assert {one.name for one in best} == {"Anna", "Bert", "Cleo", "Dan"}
    assert all(one.place > two.place for one, two in pairwise(best))
    parts = await ratings.standings(POOL, 0, (best[1].place, best[1].player), 9)
    assert parts == best[2:]
    weeks = [await ratings.standings(POOL, week_of(MONDAY) + n, None, 9) for n in (0, 1)]
    played = [sum(one.rating.matches for one in week) for week in weeks]
    assert played == [14, 10]
    assert week_of(MONDAY - 1) == week_of(MONDAY) - 1
    assert await ratings.of_player("anna") == tuple(one for one in best if one.player == "anna")
    history = await ratings.history(POOL, "anna", None, 3)
    assert [point.rating.matches for point in history] == [8, 7, 6]
    rest = await ratings.history(POOL, "anna", (history[-1].ended, history[-1].match), 9)
    assert len(rest) == 5
    seats = await ratings.at_tables(["m0", "nosuch"])
    assert [(one.seat, one.holder) for one in seats] == [(0, "anna"), (1, "bert")]
    assert seats[0].rating == next(one.rating for one in best if one.player == "anna")


async def test_two_guests_of_one_address_are_noted_and_addresses_forgotten(store: Store) -> None:
    ratings = SqlRatings(store.backend)
    countings = await store_all(store, GAMES_PLAYED[:2])
    for match, holder, address in (("m0", "anna", "x"), ("m0", "bert", "x"), ("m1", "cleo", "x")):
        await ratings.note_sitting(match, holder, address, 1)
        await ratings.note_sitting(match, holder, "changed", 1)
    for counting in countings:
        await ratings.count(counting, ANCHORS)
    (found,) = await ratings.suspicions(None, 9)
    assert (found.match, found.names) == ("m0", "Anna and Bert")
    assert await ratings.suspicions((found.at, found.match), 9) == ()
    await ratings.note_sitting("m9", "anna", "x", 1)
    await ratings.forget_old(SITTINGS_KEPT + 2)
    await store_all(store, [("m9", "anna", "bert", MONDAY)])


async def test_who_is_gone_is_in_no_standings_and_other_numbers_stay(store: Store) -> None:
    ratings = SqlRatings(store.backend)
    countings = await store_all(store, GAMES_PLAYED[:3])
    for counting in countings[:2]:
        await ratings.count(counting, ANCHORS)
    await store.backend.write(lambda database: forget_player(database, "anna"))
    assert "anna" not in [one.player for one in await ratings.standings(POOL, 0, None, 9)]
    await ratings.count(countings[2], ANCHORS)
    assert (await ratings.of_player("bert"))[0].rating.matches == 2
    assert "Anna" not in str(await everything(store))
