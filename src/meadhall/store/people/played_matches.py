"""What people played, taken from matches that are over."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import Connection, delete, false, insert, select, text, update

from meadhall.match.match import Match
from meadhall.match.openings import opening_of
from meadhall.store.backend import Backend
from meadhall.store.people.people_tables import OPPONENTS, PLAYED, PROFILES
from meadhall.store.schema import MATCHES, UNNOTED

BOT = "bot:"
"""How opponents begin that are bots; their level follows."""

Outcome: TypeAlias = Literal["won", "lost", "drawn", "open"]
"""`open`: nobody won against anybody, because it was called off or one person had several seats."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How a match went for one person."""

    person: str
    seat: int
    outcome: Outcome
    opponents: tuple[str, ...]
    opening: str


def results_of(match: Match) -> tuple[PersonResult, ...]:
    """How the match went for each person with a seat at its end; none if nothing was played."""
    if match.result is None or not match.plies or match.setup.guided:
        return ()
    keys = [player.holder or BOT + player.bot if player else "" for player in match.players]
    people = [player.holder for player in match.players if player and player.holder]
    return tuple(
        PersonResult(
            person,
            keys.index(person),
            _outcome(match, keys.index(person), several=keys.count(person) > 1),
            tuple(sorted({key for key in keys if key not in ("", BOT, person)})),
            opening_of(match, keys.index(person)),
        )
        for person in dict.fromkeys(people)
    )


def _outcome(match: Match, seat: int, *, several: bool) -> Outcome:
    result = match.result
    if result is None or result.reason == "abandoned" or several:
        return "open"
    payoff = result.payoffs[seat]
    return "won" if payoff > 0 else "lost" if payoff < 0 else "drawn"


class SqlResults:
    """Keeps what people played."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def matches_to_note(self, limit: int) -> tuple[str, ...]:
        """Some matches that are over and have not been noted."""
        wanted = select(MATCHES.c.id).where(text(UNNOTED)).limit(limit)
        return await self._backend.read(lambda database: tuple(database.scalars(wanted)))

    async def note(self, match: str, played: Match | None) -> None:
        """Note the match, once; without a `Match` only that it cannot be read."""
        # In a thread, because openings are found by playing the match from its start.
        results = await asyncio.to_thread(results_of, played) if played else ()
        mark = update(MATCHES).where(MATCHES.c.id == match, MATCHES.c.noted == false())

        def write(database: Connection) -> None:
            if database.execute(mark.values(noted=True)).rowcount and played and results:
                add_results(database, played, results)

        await self._backend.write(write)


def add_results(database: Connection, match: Match, results: Sequence[PersonResult]) -> None:
    """Insert the rows of one match."""
    setup = match.setup
    common = {"ended": match.at, "match": setup.id, "public": setup.listed and not setup.lock}
    of_match = {**common, "game": setup.game, "seats": setup.seats, "plies": len(match.plies)}
    played = [{**of_match, **_own_columns(one)} for one in results]
    database.execute(insert(PLAYED), played)
    opponents = [
        {**common, "person": one.person, "opponent": opponent, "outcome": one.outcome}
        for one in results
        for opponent in one.opponents
    ]
    if opponents:
        database.execute(insert(OPPONENTS), opponents)


def _own_columns(result: PersonResult) -> dict[str, str | int]:
    return {
        "person": result.person, "seat": result.seat, "outcome": result.outcome,
        "opening": result.opening,
    }  # fmt: skip


def forget_results(database: Connection, person: str) -> None:
    """Delete what the person played and showed; opponents keep their results."""
    for table in (PLAYED, OPPONENTS, PROFILES):
        database.execute(delete(table).where(table.c.person == person))
