"""Stored tournaments on both databases: a round is paired once, nobody plays in two at a time."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select, update
from tests.store.matches import in_play
from tests.tournaments.playing import START, Course, plan

from meadhall.match.clock import Daily
from meadhall.match.facts import Player
from meadhall.match.ports import DamagedMatch
from meadhall.store import Store
from meadhall.store.account import FORMER
from meadhall.store.tournaments.forgetting_players import forget_in_tournaments
from meadhall.store.tournaments.stored_tournaments import Appended, SqlTournaments
from meadhall.store.tournaments.tournament_tables import TOURNAMENT_FACTS
from meadhall.tournaments.entering import close, withdraw
from meadhall.tournaments.tournament import Tournament, apply_to_tournament, fold_tournament
from meadhall.tournaments.tournament_facts import TournamentFact, Withdrew

pytestmark = pytest.mark.anyio


class Stored(Course):
    """A tournament that is stored as it goes on."""

    def __init__(
        self, tournaments: SqlTournaments, name: str, players: int, **more: object
    ) -> None:
        super().__init__(plan(**{"id": name, "title": name.title(), **more}), players)  # type: ignore[arg-type] # a plan's
        self.tournaments = tournaments
        self.saved: Tournament | None = None

    async def save(self) -> Appended:
        known = self.saved.version if self.saved else 0
        answer = await self.tournaments.append(self.saved, self.tournament, self.facts[known:])
        if answer == "stored":
            self.saved = self.tournament
        return answer


def best(_: object) -> tuple[int, ...]:
    return (1, -1)


async def test_a_tournament_comes_back_from_its_facts(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 5)
    cup.start()
    assert await cup.save() == "stored"
    cup.play(best)
    assert await cup.save() == "stored"
    facts = await stored.facts("cup")
    assert fold_tournament(facts) == cup.tournament
    assert facts[3:] == await stored.facts("cup", after=3)
    assert await stored.facts("other") == ()


async def test_of_several_who_pair_a_round_one_is_stored(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 4)
    await cup.save()
    rivals = [Stored(stored, "cup", 4) for _ in range(6)]
    for number, rival in enumerate(rivals):
        rival.saved = cup.saved
        rival.ids = (f"{number}-{index}" for index in range(9))
        rival.start()
    answers = await asyncio.gather(*(rival.save() for rival in rivals))
    assert sorted(answers) == ["beaten"] * 5 + ["stored"]
    winner = rivals[answers.index("stored")]
    assert fold_tournament(await stored.facts("cup")) == winner.tournament
    assert await Stored(stored, "cup", 4).save() == "beaten", "an id is used once"


async def test_nobody_is_paired_in_two_tournaments_at_a_time(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup, other = Stored(stored, "cup", 2), Stored(stored, "other", 3)
    for one in (cup, other):
        assert await one.save() == "stored"
    cup.start()
    other.start()
    assert await cup.save() == "stored"
    assert await other.save() == "engaged"
    assert await stored.find_engaged(["p1", "p2", "p3"], "other") == {"p1": "Cup", "p2": "Cup"}
    assert await stored.find_engaged(["p1"], "cup") == {}
    again = Stored(stored, "other", 3)
    again.saved = other.saved
    again.enter("p4")
    again.now = START
    again.due(elsewhere=[1, 2])
    assert await again.save() == "stored"


async def test_who_leaves_in_a_match_is_free_when_it_is_over(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 2)
    cup.start()
    cup.add(withdraw(cup.tournament, "p1", cup.now))
    await cup.save()
    assert await stored.find_engaged(["p1"], "") == {"p1": "Cup"}
    cup.score(best)
    await cup.save()
    assert await stored.find_engaged(["p1"], "") == {}
    cup.play(best)
    await cup.save()
    assert await stored.find_engaged(["p2"], "") == {}


async def test_a_tournament_of_days_keeps_nobody_from_others(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    slow, cup = Stored(stored, "slow", 2, clock=Daily(1)), Stored(stored, "cup", 2)
    for one in (slow, cup):
        one.start()
        assert await one.save() == "stored"


async def test_a_closed_tournament_is_looked_after_until_its_matches_are_called_off(
    store: Store,
) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 2)
    cup.start()
    cup.add(close(cup.tournament, "host", cup.now))
    await cup.save()
    assert await stored.versions(0) == {"cup": cup.tournament.version}
    assert await stored.find_engaged(["p1"], "") == {"p1": "Cup"}
    cup.score(best)
    await cup.save()
    assert await stored.versions(START * 2) == {}
    assert await stored.find_engaged(["p1"], "") == {}
    assert cup.tournament.order == (), "it does not count"


async def test_lists_have_what_comes_first_and_what_ended_last(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    for name, starts in (("later", 3), ("soon", 2), ("old", 1), ("older", 0)):
        cup = Stored(stored, name, 2, starts=START + starts)
        if name.startswith("old"):
            cup.now = START + starts
            cup.play(best)
        await cup.save()
    listed = await stored.summaries(over=False, limit=9)
    assert [(one.id, one.phase, one.players) for one in listed] == [
        ("soon", "announced", 2),
        ("later", "announced", 2),
    ]
    assert [one.id for one in await stored.summaries(over=True, limit=9)] == ["old", "older"]
    assert [one.id for one in await stored.summaries(over=True, limit=1)] == ["old"]
    assert await stored.of_holder("p1") == {"soon", "later"}
    assert await stored.count_hosted("host") == 2
    assert await stored.versions(START + 3) == {"soon": 3}


async def test_matches_are_found_that_are_over_or_missing(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    append = in_play("m1")[1]
    assert append.summary is not None
    over = replace(append, match="m2", summary=replace(append.summary, id="m2", phase="over"))
    await store.matches.append([append])
    await store.matches.append([over])
    assert await stored.find_over(["m1", "m2", "m3"]) == ("m2",)
    assert await stored.missing(["m1", "m2", "m3"]) == {"m3"}


async def test_a_deleted_account_leaves_no_name(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 3, host="p1", host_name="P1")
    cup.start()
    await cup.save()
    known = cup.tournament
    await store.backend.write(lambda database: forget_in_tournaments(database, "p1"))
    facts = await stored.facts("cup")
    assert "P1" not in repr(facts)
    assert "'p1'" not in repr(facts)
    kept = apply_to_tournament(known, await stored.facts("cup", after=known.version))
    for tournament in (fold_tournament(facts), kept):
        assert tournament.participant(1).player == Player(FORMER)
        assert not tournament.participant(1).is_present
    assert await stored.of_holder("p1") == frozenset()
    assert await stored.count_hosted("p1") == 0
    cup.saved = cup.tournament = kept
    cup.facts = [*facts]
    cup.add([Withdrew(cup.now, 2, "left")])
    assert await cup.save() == "stored", "it goes on"


async def test_a_damaged_fact_is_noticed(store: Store) -> None:
    stored = SqlTournaments(store.backend)
    cup = Stored(stored, "cup", 2)
    await cup.save()
    columns = TOURNAMENT_FACTS.c
    body = await store.backend.read(
        lambda database: database.scalar(select(columns.body).where(columns.version == 2))
    )
    changed = update(TOURNAMENT_FACTS).where(columns.version == 2)
    await store.backend.write(
        lambda database: database.execute(changed.values(body=str(body).replace("P1", "PX")))
    )
    with pytest.raises(DamagedMatch):
        await stored.facts("cup")
    other: list[TournamentFact] = [*await stored.facts("cup", after=2)]
    assert len(other) == 1
