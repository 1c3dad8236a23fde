"""Takes the name of somebody who deleted the account out of tournaments."""

from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from meadhall.core.codec import decode, encode
from meadhall.match.facts import Player
from meadhall.store.account import FORMER
from meadhall.store.backend import checksum
from meadhall.store.tournaments.tournament_tables import (
    TOURNAMENT_FACTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from meadhall.tournaments.tournament_facts import (
    Announced,
    Entered,
    Renamed,
    TournamentFact,
)

NAMING = ("announced", "entered")
"""The kinds of facts that name a person."""


def forget_in_tournaments(database: Connection, person: str) -> None:
    """Nobody finds the person in a tournament any more. Points stay, under no name."""
    players = TOURNAMENT_PLAYERS.c
    entered = select(players.tournament, players.number).where(players.holder == person)
    for row in database.execute(entered).all():
        _rewrite(database, row.tournament, person)
        _append_alias(database, row.tournament, row.number)
    for tournament in database.scalars(
        select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.host == person)
    ).all():
        _rewrite(database, tournament, person)
    hosted = update(TOURNAMENTS).where(TOURNAMENTS.c.host == person)
    database.execute(hosted.values(host=""))
    database.execute(delete(TOURNAMENT_PLAYERS).where(players.holder == person))


def _rewrite(database: Connection, tournament: str, person: str) -> None:
    columns = TOURNAMENT_FACTS.c
    naming = select(columns.version, columns.body).where(
        columns.tournament == tournament, columns.kind.in_(NAMING)
    )
    for version, body in database.execute(naming).all():
        fact: TournamentFact = decode(TournamentFact, body)
        text = encode(_without(fact, person)).decode()
        place = (columns.tournament == tournament) & (columns.version == version)
        values = {"body": text, "crc": checksum(tournament, version, text)}
        database.execute(update(TOURNAMENT_FACTS).where(place).values(values))


def _without(fact: TournamentFact, person: str) -> TournamentFact:
    if isinstance(fact, Entered) and fact.player.holder == person:
        return replace(fact, player=replace(fact.player, name=FORMER, holder=""))
    if isinstance(fact, Announced) and fact.plan.host == person:
        return replace(fact, plan=replace(fact.plan, host="", host_name=FORMER))
    return fact


def _append_alias(database: Connection, tournament: str, number: int) -> None:
    """A fact of its own, so that processes which have the tournament in memory learn of it."""
    columns = TOURNAMENTS.c
    raised = update(TOURNAMENTS).where(columns.id == tournament)
    database.execute(raised.values(version=columns.version + 1))
    version = database.scalar(select(columns.version).where(columns.id == tournament)) or 0
    facts = TOURNAMENT_FACTS.c
    last = select(facts.at).where(facts.tournament == tournament, facts.version == version - 1)
    fact = Renamed(database.scalar(last) or 0, number, Player(FORMER))
    body = encode(fact).decode()
    row = {"tournament": tournament, "version": version, "at": fact.at, "kind": fact.kind}
    database.execute(
        insert(TOURNAMENT_FACTS).values(**row, body=body, crc=checksum(tournament, version, body))
    )
