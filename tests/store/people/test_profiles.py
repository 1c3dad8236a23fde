"""What is known of what a person played, on both databases."""

from functools import partial

import pytest
from tests.store.matches import in_play, play_on

from meadhall.match.commands import Resign
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import append_of
from meadhall.store import Store
from meadhall.store.account import Account
from meadhall.store.people import played_matches
from meadhall.store.people.forgetting import SqlDepartures
from meadhall.store.people.played_matches import PersonResult, SqlResults, add_results
from meadhall.store.people.stored_profiles import (
    HistoryQuery,
    OpeningTally,
    RivalTally,
    SeatTally,
    SqlProfiles,
)

pytestmark = pytest.mark.anyio
ANNA, BERT, BOT = Player("Anna", "anna"), Player("Bert", "bert"), Player("easy", bot="easy")


async def finished(store: Store, id_: str, at: int, *players: Player, loser: int) -> Match:
    """A match that the loser gave up after a move."""
    match, entry = in_play(id_, at=at, players=players)
    moved, move = play_on(match)
    gone = handle(moved, Resign(loser), moved.at)
    assert isinstance(gone, Outcome)
    await store.matches.append([entry])
    await store.matches.append([move])
    await store.matches.append([append_of(moved, gone.match, gone.facts)])
    return gone.match


async def test_results_are_noted_once_and_answer_for_profiles_and_histories(store: Store) -> None:
    results, profiles = SqlResults(store.backend), SqlProfiles(store.backend)
    await store.accounts.add(Account("anna", "Anna", "hash", 1))
    await store.accounts.add(Account("bert", "Bert", "hash", 2))
    await store.matches.append([in_play("running")[1]])
    for id_, at, players, loser in (
        ("m1", 10, (ANNA, BERT), 1), ("m2", 20, (BERT, ANNA), 0), ("m3", 30, (ANNA, BOT), 0),
        ("m4", 40, (ANNA, ANNA), 0),
    ):  # fmt: skip
        match = await finished(store, id_, at, *players, loser=loser)
        assert id_ in await results.matches_to_note(10)
        await results.note(id_, match)
        await results.note(id_, match)
    assert await results.matches_to_note(10) == ()
    tallies = await profiles.tallies("anna", public=True)
    assert [tally for tally in tallies if tally.seat == 1] == [SeatTally("template", 2, 1, 1, 0, 0)]
    assert await profiles.rivals("anna", 5, public=True) == (
        RivalTally("bert", "Bert", True, 2, 0, 0),  # noqa: FBT003 - has an account
        RivalTally("bot:easy", "", False, 0, 1, 0),  # noqa: FBT003 - has none
    )
    assert await profiles.streak("anna", public=True) == ("lost", 1)
    assert await profiles.streak("bert", public=True) == ("lost", 2)
    first = await profiles.history(HistoryQuery("anna", limit=2))
    assert [(one.match, one.outcome) for one in first] == [("m4", "open"), ("m3", "lost")]
    rest = await profiles.history(
        HistoryQuery("anna", before=(first[-1].ended, "m3"), opponent="bert", outcome="won")
    )
    assert [(one.match, one.players, one.accounts) for one in rest] == [
        ("m2", ("Bert", "Anna"), (0, 1)),
        ("m1", ("Anna", "Bert"), (0, 1)),
    ]
    everything = HistoryQuery("anna", longest=2**53, until=2**53)
    assert len(await profiles.history(everything)) == 4, "larger than a column of either database"
    await SqlDepartures(store.backend).depart("anna", "gone-1", 99)
    assert await profiles.history(HistoryQuery("anna")) == ()
    assert len(await profiles.history(HistoryQuery("bert"))) == 2, "others keep theirs"


async def test_a_match_that_cannot_be_read_is_not_asked_for_again(store: Store) -> None:
    results = SqlResults(store.backend)
    await finished(store, "m", 1, ANNA, BERT, loser=0)
    await results.note("m", None)
    assert await results.matches_to_note(10) == ()


async def test_the_most_frequent_openings_are_counted_with_outcomes(store: Store) -> None:
    chosen: tuple[tuple[str, played_matches.Outcome, bool], ...] = (
        ("Step", "won", True), ("Step", "lost", True), ("Step", "drawn", False),
        ("Hop", "won", False), ("Hop", "won", False), ("Leap", "open", True), ("", "won", True),
        ("Dance", "lost", True),
    )  # fmt: skip
    for number, (opening, outcome, listed) in enumerate(chosen):
        match, entry = in_play(f"m{number}", at=number, listed=listed)
        await store.matches.append([entry])
        result = PersonResult("anna", 0, outcome, ("bert",), opening)
        await store.backend.write(partial(add_results, match=match, results=[result]))
    profiles = SqlProfiles(store.backend)
    assert await profiles.openings("anna", 2, public=False) == (
        OpeningTally("template", "Step", 1, 1, 1), OpeningTally("template", "Hop", 2, 0, 0),
    )  # fmt: skip
    assert await profiles.openings("anna", 2, public=True) == (
        OpeningTally("template", "Step", 1, 1, 0), OpeningTally("template", "Dance", 0, 1, 0),
    )  # fmt: skip
    assert await profiles.openings("bert", 2, public=True) == ()
