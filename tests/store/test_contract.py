"""The guarantees of every store, tested on a real SQLite file and a real PostgreSQL server."""

import asyncio

import asyncpg  # type: ignore[import-untyped] # it ships no types
import pytest
from tests.store.matches import chat, in_lobby, in_play, play_on
from tests.store.servers import disconnect_everybody, empty_database

from meadhall.cli.new_game.template import GAME
from meadhall.match.clock import PerTurn, Untimed
from meadhall.match.commands import Resign, Sit, StandUp
from meadhall.match.decide.handle import handle
from meadhall.match.decide.play import due
from meadhall.match.evolve import fold
from meadhall.match.facts import Abandoned, Player
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Append, MatchStore, Query, append_of, summary_of
from meadhall.store import Store, open_store

pytestmark = pytest.mark.anyio


async def test_the_store_keeps_the_ports_promises(store: Store) -> None:
    kept: MatchStore = store.matches
    assert kept is store.matches


async def test_what_was_appended_folds_to_the_same_match(store: Store) -> None:
    match, entry = in_play("m")
    assert await store.matches.append([entry]) == ()
    for _ in range(3):
        match, entry = play_on(match)
        assert await store.matches.append([entry]) == ()
    assert fold(GAME, await store.matches.facts("m")) == match


async def test_facts_survive_closing_and_opening_again(place: str) -> None:
    first = await open_store(place)
    match, entry = in_play("m")
    await first.matches.append([entry])
    await first.close()
    second = await open_store(place)
    assert fold(GAME, await second.matches.facts("m")) == match
    await second.close()


async def test_there_is_nothing_of_a_match_that_is_not_there(store: Store) -> None:
    assert await store.matches.facts("nothing") == ()
    assert await store.matches.append([]) == ()


async def test_a_conflict_is_found_and_touches_nobody_else(store: Store) -> None:
    match, entry = in_play("m")
    other, other_entry = in_play("other")
    await store.matches.append([entry, other_entry])
    winner, loser = chat(match, "first"), chat(match, "second")
    await store.matches.append([winner])
    other, other_entry = play_on(other)
    assert await store.matches.append([loser, other_entry]) == ("m",)
    assert (await store.matches.facts("m"))[-1] == winner.facts[0]
    assert fold(GAME, await store.matches.facts("other")) == other


async def test_a_gap_is_a_conflict_and_so_is_a_second_creation(store: Store) -> None:
    match, entry = in_play("m")
    await store.matches.append([entry])
    ahead = Append("m", match.version + 1, chat(match, "too early").facts)
    assert await store.matches.append([ahead]) == ("m",)
    assert await store.matches.append([entry]) == ("m",)
    assert await store.matches.append([chat(in_play("unknown")[0], "hello")]) == ("unknown",)
    _, unknown = in_play("unknown")
    second_fact = Append("unknown", 1, unknown.facts[1:2], unknown.summary)
    assert await store.matches.append([second_fact]) == ("unknown",)
    assert fold(GAME, await store.matches.facts("m")) == match


async def test_several_entries_of_one_match_in_one_tick_are_one(store: Store) -> None:
    match, first = in_play("m")
    match, second = play_on(match)
    match, third = play_on(match)
    assert await store.matches.append([first, second, third]) == ()
    assert fold(GAME, await store.matches.facts("m")) == match
    over = handle(match, Resign(0), match.at)
    assert isinstance(over, Outcome)
    talk = chat(match, "well played")
    with pytest.raises(ValueError, match="do not follow"):
        await store.matches.append([append_of(match, over.match, over.facts), talk])
    assert fold(GAME, await store.matches.facts("m")) == match


async def test_writers_at_the_same_time_lose_nothing_and_overwrite_nothing(place: str) -> None:
    stores = [await open_store(place) for _ in range(3)]
    match, entry = in_play("m")
    await stores[0].matches.append([entry])

    async def writes(store: Store, name: str) -> int:
        won = 0
        for number in range(10):
            facts = await store.matches.facts("m")
            talk = chat(match, f"{name} {number}").facts
            won += not await store.matches.append([Append("m", len(facts), talk)])
        return won

    won = await asyncio.gather(*(writes(store, str(i)) for i, store in enumerate(stores)))
    facts = await stores[0].matches.facts("m")
    assert len(facts) == match.version + sum(won)
    assert sum(won) >= 10
    for store in stores:
        await store.close()


async def test_batches_that_share_matches_in_any_order_do_not_block_each_other(place: str) -> None:
    one, two = [await open_store(place) for _ in range(2)]
    matches = [in_play(f"m{i}") for i in range(8)]
    await one.matches.append([entry for _, entry in matches])
    forward = [chat(match, "one") for match, _ in matches]
    backward = [chat(match, "two") for match, _ in reversed(matches)]
    lost = await asyncio.gather(one.matches.append(forward), two.matches.append(backward))
    assert sorted(lost[0] + lost[1]) == sorted(match.setup.id for match, _ in matches)
    for store in (one, two):
        await store.close()


async def halls(store: Store) -> dict[str, Match]:
    """One match of each phase and some more, all created at different times."""
    lobby, lobby_entry = in_lobby("lobby", at=10, code="ABC", lock="hash")
    hidden, hidden_entry = in_lobby("hidden", at=20, listed=False)
    playing, playing_entry = in_play("playing", at=30)
    over, over_entry = in_play(
        "over", at=40, players=(Player("Cleo", "cleo"), Player("Anna", "anna"))
    )
    ended = handle(over, Resign(0), 50)
    assert isinstance(ended, Outcome)
    await store.matches.append([lobby_entry, hidden_entry, playing_entry, over_entry])
    await store.matches.append([append_of(over, ended.match, ended.facts)])
    return {"lobby": lobby, "hidden": hidden, "playing": playing, "over": ended.match}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(), ["over", "playing", "hidden", "lobby"]),
        (Query(limit=2), ["over", "playing"]),
        (Query(before=(30, "playing")), ["hidden", "lobby"]),
        (Query(phases=("lobby", "playing")), ["playing", "hidden", "lobby"]),
        (Query(phases=("lobby",), listed=True, free_seat=True), ["lobby"]),
        (Query(listed=False), ["hidden"]),
        (Query(code="ABC"), ["lobby"]),
        (Query(holder="anna"), ["over", "playing"]),
        (Query(holder="cleo", phases=("over",)), ["over"]),
        (Query(holder="dora"), []),
        (Query(game="template", limit=1), ["over"]),
        (Query(game="chess"), []),
    ],
)
async def test_matches_are_found(store: Store, query: Query, expected: list[str]) -> None:
    matches = await halls(store)
    found = await store.matches.find(query)
    assert [summary.id for summary in found] == expected
    assert found == tuple(summary_of(matches[id_]) for id_ in expected)


async def test_unfinished_matches_of_a_person_are_counted_once_each(store: Store) -> None:
    await halls(store)
    assert [await store.matches.count_unfinished(person) for person in ("anna", "dora")] == [1, 0]
    both = (Player("Anna", "anna"), Player("Bert", "anna"))
    await store.matches.append([in_play("alone", players=both)[1], in_lobby("empty")[1]])
    assert await store.matches.count_unfinished("anna") == 2


async def test_pages_of_a_list_follow_each_other_also_within_one_instant(store: Store) -> None:
    entries = [in_lobby(f"m{i}", at=7)[1] for i in range(5)]
    await store.matches.append(entries)
    seen: list[str] = []
    page = await store.matches.find(Query(limit=2))
    while page:
        seen += [summary.id for summary in page]
        page = await store.matches.find(Query(limit=2, before=(page[-1].created, page[-1].id)))
    assert sorted(seen) == [f"m{i}" for i in range(5)]


async def test_a_seat_that_is_given_up_is_nobodys_in_lists_too(store: Store) -> None:
    match, entry = in_lobby("m")
    await store.matches.append([entry])
    for command, holders in (
        (Sit(1, Player("Anna", "anna")), ("", "anna")),
        (StandUp(1), ("", "")),
    ):
        outcome = handle(match, command, 5)
        assert isinstance(outcome, Outcome)
        await store.matches.append([append_of(match, outcome.match, outcome.facts)])
        match = outcome.match
        (summary,) = await store.matches.find(Query(free_seat=True))
        assert summary.holders == holders
    assert await store.matches.find(Query(holder="anna")) == ()


async def test_all_matches_are_scanned_whatever_the_limit(store: Store) -> None:
    matches = await halls(store)
    scanned = [found async for found in store.matches.scan(Query(limit=1))]
    assert len(scanned) == len(matches)
    for found in scanned:
        assert isinstance(found, tuple)
        id_, facts = found
        assert fold(GAME, facts) == matches[id_]


async def test_text_of_any_kind_comes_back_as_it_was(store: Store) -> None:
    match, entry = in_play("m")
    await store.matches.append([entry])
    talk = chat(match, "þæt wæs gōd 🍯 'x'; DROP TABLE facts; -- \\ \" %s :x $1 ? \0 \u2028")
    await store.matches.append([talk])
    assert (await store.matches.facts("m"))[-1] == talk.facts[0]


async def test_a_batch_that_fails_leaves_nothing_behind(store: Store) -> None:
    match, entry = in_play("m")
    other, other_entry = in_play("other")
    await store.matches.append([entry, other_entry])
    too_late = Append("m", match.version, (Abandoned(2**70),))  # no database has such integers
    with pytest.raises((OverflowError, asyncpg.DataError)):
        await store.matches.append([play_on(other)[1], too_late])
    assert fold(GAME, await store.matches.facts("other")) == other
    assert await store.matches.append([play_on(other)[1]]) == ()


async def test_a_new_match_needs_its_summary(store: Store) -> None:
    match, entry = in_play("m")
    assert await store.matches.append([Append("m", 0, entry.facts)]) == ("m",)
    assert await store.matches.facts(match.setup.id) == ()


async def test_a_connection_lost_between_two_ticks_is_made_anew(postgres: str) -> None:
    store = await open_store(await empty_database(postgres))
    match, entry = in_play("m")
    await store.matches.append([entry])
    await disconnect_everybody(postgres)
    match, entry = play_on(match)
    assert await store.matches.append([entry]) == ()
    await disconnect_everybody(postgres)
    assert fold(GAME, await store.matches.facts("m")) == match
    await store.close()


async def test_a_match_is_due_when_a_clock_may_run_out_and_not_before(store: Store) -> None:
    timed, entry = in_play("timed", clock=PerTurn(10_000))
    await store.matches.append([entry, in_play("untimed", clock=Untimed())[1]])
    instant = due(timed)
    assert instant is not None
    assert [*await store.matches.due_before(instant)] == []
    assert [*await store.matches.due_before(instant + 1)] == ["timed"]
