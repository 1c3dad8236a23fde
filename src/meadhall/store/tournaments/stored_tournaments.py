"""Tournaments in a database. An append has a version check, so that a round is paired once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from meadhall.core.codec import decode, encode
from meadhall.match.ports import Damage, DamagedMatch
from meadhall.store.backend import Backend, checksum
from meadhall.store.schema import MATCHES
from meadhall.store.tournaments.tournament_tables import (
    TOURNAMENT_FACTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Number, TournamentFact

Appended: TypeAlias = Literal["stored", "beaten", "engaged"]
"""`beaten`: somebody else stored facts first. `engaged`: a player plays in another tournament."""
CLOSING = "closing"
"""The stored phase of a tournament that is over, while its last matches are called off."""
UNFINISHED = ("announced", "running", CLOSING)


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament as lists show it."""

    id: str
    phase: str
    starts: int
    title: str
    game: str
    format: str
    players: int


class SqlTournaments:
    """Keeps the facts of all tournaments."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def append(
        self, before: Tournament | None, after: Tournament, facts: Sequence[TournamentFact]
    ) -> Appended:
        """Store the facts that led from one to the other, all or none of them."""

        def store(database: Connection) -> Appended:
            if not _put_summary(database, before, after):
                return "beaten"
            version = before.version if before else 0
            rows = [_fact_row(after.plan.id, n, fact) for n, fact in enumerate(facts, version + 1)]
            database.execute(insert(TOURNAMENT_FACTS), rows)
            _put_players(database, before, after)
            return "stored"

        try:
            return await self._backend.write(store)
        except IntegrityError:
            # With a version check that holds, only the index of those who play can refuse a row.
            return "engaged" if before else "beaten"

    async def facts(self, tournament: str, after: int = 0) -> tuple[TournamentFact, ...]:
        """The facts after that version. Raises `DamagedMatch` for one that cannot be read."""
        columns = TOURNAMENT_FACTS.c
        wanted = (
            select(columns.version, columns.body, columns.crc)
            .where(columns.tournament == tournament, columns.version > after)
            .order_by(columns.version)
        )
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(
            _read_fact(tournament, expected, row.version, row.body, row.crc)
            for expected, row in enumerate(rows, after + 1)
        )

    async def versions(self, starting_before: int) -> dict[str, int]:
        """The tournaments that run or should start before that time, with their versions."""
        columns = TOURNAMENTS.c
        wanted = select(columns.id, columns.version).where(
            columns.phase.in_(UNFINISHED),
            (columns.phase != "announced") | (columns.starts < starting_before),
        )
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return {row.id: row.version for row in rows}

    async def summaries(self, *, over: bool, limit: int) -> tuple[TournamentSummary, ...]:
        """Tournaments to come and those that run, the next to start first; or the last ones."""
        columns = TOURNAMENTS.c
        wanted = _summaries().limit(limit)
        if over:
            ordered = wanted.where(columns.phase.in_(("over", CLOSING)))
            ordered = ordered.order_by(columns.starts.desc(), columns.id)
        else:
            ordered = wanted.where(columns.phase.in_(("announced", "running")))
            ordered = ordered.order_by(columns.starts, columns.id)
        return await self._backend.read(lambda database: _read_summaries(database, ordered))

    async def of_holder(self, holder: str) -> frozenset[str]:
        """The tournaments that are not over and that the person has entered."""
        players = TOURNAMENT_PLAYERS.c
        wanted = (
            select(players.tournament)
            .join(TOURNAMENTS, TOURNAMENTS.c.id == players.tournament)
            .where(players.holder == holder, TOURNAMENTS.c.phase.in_(UNFINISHED))
        )
        return await self._backend.read(lambda database: frozenset(database.scalars(wanted)))

    async def count_hosted(self, host: str) -> int:
        """How many tournaments of the person are not over."""
        columns = TOURNAMENTS.c
        wanted = select(columns.id).where(columns.host == host, columns.phase.in_(UNFINISHED))
        return await self._backend.read(lambda database: len(database.scalars(wanted).all()))

    async def find_engaged(self, holders: Collection[str], but: str) -> dict[str, str]:
        """Those of these people who play in a tournament, and in which; `but` one is left out."""
        players = TOURNAMENT_PLAYERS.c
        wanted = select(players.holder, TOURNAMENTS.c.title).join(
            TOURNAMENTS, TOURNAMENTS.c.id == players.tournament
        )
        wanted = wanted.where(
            players.engaged, players.holder.in_(holders), players.tournament != but
        )
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return {row.holder: row.title for row in rows}

    async def find_over(self, matches: Collection[str]) -> tuple[str, ...]:
        """Those of these matches that are over."""
        wanted = select(MATCHES.c.id).where(MATCHES.c.id.in_(matches), MATCHES.c.phase == "over")
        return await self._backend.read(lambda database: tuple(database.scalars(wanted)))

    async def missing(self, matches: Collection[str]) -> frozenset[str]:
        """Those of these matches that are not stored."""
        wanted = select(MATCHES.c.id).where(MATCHES.c.id.in_(matches))
        known = await self._backend.read(lambda database: frozenset(database.scalars(wanted)))
        return frozenset(matches) - known


def stored_phase(tournament: Tournament) -> str:
    """The phase as lists and the organiser look for it."""
    return CLOSING if tournament.phase == "over" and tournament.playing else tournament.phase


def engaged_holders(tournament: Tournament) -> dict[Number, bool]:
    """The people by number, and whether each is kept from playing elsewhere."""
    seated = {number for one in tournament.playing.values() for number in one.seats}
    running = tournament.phase == "running"
    return {
        one.number: tournament.plan.is_live
        and (one.number in seated or (running and one.is_present))
        for one in tournament.participants
        if one.player.holder
    }


def _put_summary(database: Connection, before: Tournament | None, after: Tournament) -> bool:
    columns, plan = TOURNAMENTS.c, after.plan
    values = {
        "version": after.version,
        "phase": stored_phase(after),
        "starts": plan.starts,
        "players": len(after.present),
    }
    if before is None:
        fixed = {"id": plan.id, "title": plan.title, "game": plan.game, "host": plan.host}
        database.execute(insert(TOURNAMENTS).values(**values, **fixed, format=plan.format))
        return True
    here = (columns.id == plan.id) & (columns.version == before.version)
    return bool(database.execute(update(TOURNAMENTS).where(here).values(values)).rowcount)


def _put_players(database: Connection, before: Tournament | None, after: Tournament) -> None:
    """Write the rows that changed. Who stops to play is written first, so that others may begin."""
    old = _player_rows(before) if before else {}
    changed = [row for key, row in _player_rows(after).items() if old.get(key) != row]
    columns = TOURNAMENT_PLAYERS.c
    for row in sorted(changed, key=lambda row: bool(row["engaged"])):
        place = (columns.tournament == after.plan.id) & (columns.number == row["number"])
        database.execute(delete(TOURNAMENT_PLAYERS).where(place))
    if changed:
        database.execute(insert(TOURNAMENT_PLAYERS), changed)


def _player_rows(tournament: Tournament) -> dict[Number, dict[str, object]]:
    engaged = engaged_holders(tournament)
    return {
        number: {
            "tournament": tournament.plan.id,
            "number": number,
            "holder": tournament.participant(number).player.holder,
            "engaged": is_engaged,
        }
        for number, is_engaged in engaged.items()
    }


def _fact_row(tournament: str, version: int, fact: TournamentFact) -> dict[str, object]:
    body = encode(fact).decode()
    return {
        "tournament": tournament,
        "version": version,
        "at": fact.at,
        "kind": fact.kind,
        "body": body,
        "crc": checksum(tournament, version, body),
    }


def _read_fact(tournament: str, expected: int, version: int, body: str, crc: int) -> TournamentFact:
    if version != expected or checksum(tournament, version, body) != crc:
        raise DamagedMatch(Damage(tournament, expected, "The fact is not as it was written."))
    fact: TournamentFact = decode(TournamentFact, body)
    return fact


def _summaries() -> Select[tuple[object, ...]]:
    columns = TOURNAMENTS.c
    return select(
        columns.id, columns.phase, columns.starts, columns.title, columns.game, columns.format,
        columns.players,
    )  # fmt: skip


def _read_summaries(
    database: Connection, wanted: Select[tuple[object, ...]]
) -> tuple[TournamentSummary, ...]:
    return tuple(TournamentSummary(**row) for row in database.execute(wanted).mappings())
