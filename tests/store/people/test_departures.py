"""What the store does when a person goes."""

import pytest
from tests.store.matches import chat, games, in_play, play_on

from meadhall.match.commands import Leave
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player
from meadhall.match.match import Outcome
from meadhall.match.ports import Query, append_of
from meadhall.store import Store
from meadhall.store.account import FORMER, Account
from meadhall.store.archive import export
from meadhall.store.people.forgetting import SqlDepartures

pytestmark = pytest.mark.anyio
PLAYERS = (Player("Anna", "anna"), Player("Bert", "bert"))


async def test_names_go_from_finished_matches_and_nothing_else_changes(store: Store) -> None:
    await store.accounts.add(Account("anna", "Anna", "hash", 1))
    match, first = in_play("done", players=PLAYERS)
    said = chat(match, "Anna greets Bert")
    await store.matches.append([first])
    await store.matches.append([said])
    running, entry = in_play("running", players=PLAYERS)
    await store.matches.append([entry])
    left = handle(match, Leave(1), match.at)
    assert isinstance(left, Outcome)
    facts = append_of(match, left.match, left.facts)
    await store.matches.append([type(facts)("done", facts.version + 1, facts.facts, facts.summary)])
    departures = SqlDepartures(store.backend)
    await departures.depart("anna", "gone-1", 10)
    assert await store.accounts.by_id("anna") is None
    assert await store.rights.is_void("any session", "anna")
    assert await departures.replace_names() == ("done",)
    assert await departures.replace_names() == ()
    (summary,) = await store.matches.find(Query(phases=("over",)))
    assert (summary.players, summary.holders) == ((FORMER, "Bert"), ("gone-1", "bert"))
    stored = repr(await store.matches.facts("done"))
    assert ("'Anna'" in stored, "Anna greets Bert" in stored) == (False, True)
    assert [line async for line in export(store.matches, games)], "the record can be read"
    still = await store.matches.find(Query(phases=("playing",)))
    assert still[0].players == ("Anna", "Bert"), "until it is over"
    more, move = play_on(running)
    assert await store.matches.append([move]) == ()
    ended = handle(more, Leave(0), more.at)
    assert isinstance(ended, Outcome)
    await store.matches.append([append_of(more, ended.match, ended.facts)])
    assert await departures.replace_names() == ("running",)
