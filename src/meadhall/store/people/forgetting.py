"""What becomes of a person who deletes the account: the matches stay, the name does not."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from sqlalchemy import Connection, delete, insert, literal, select, update

from meadhall.core.codec import decode, encode
from meadhall.match.facts import Fact, Said, Seated, TakenOver
from meadhall.store.account import FORMER
from meadhall.store.accounts import erase_account
from meadhall.store.backend import Backend, checksum
from meadhall.store.inbox.stored_inbox import forget_inbox
from meadhall.store.meeting.stored_lines import forget_hall_lines
from meadhall.store.meeting.stored_seeks import forget_seeks
from meadhall.store.notices.notice_choices import forget_choices
from meadhall.store.notices.told_notices import forget_notices
from meadhall.store.notices.vacations import forget_vacations
from meadhall.store.people.friends.bonds import forget_bonds
from meadhall.store.people.friends.stored_challenges import forget_challenges
from meadhall.store.people.moderation.stored_acts import forget_moderation
from meadhall.store.people.people_tables import DEPARTURES
from meadhall.store.people.played_matches import forget_results
from meadhall.store.people.sign_in.stored_recovery import forget_sign_in
from meadhall.store.premoves.stored_premoves import forget_premoves
from meadhall.store.puzzles.stored_puzzles import forget_puzzles
from meadhall.store.ratings.stored_ratings import forget_player
from meadhall.store.schema import ENDED_SESSIONS, FACTS, INCOMING, MATCHES, SEATS
from meadhall.store.tournaments.forgetting_players import forget_in_tournaments

AT_ONCE = 50
"""Matches in one transaction: moves wait for it."""
NAMING = ("seated", "takenOver", "said")
"""The kinds of facts that name a player."""

Forget: TypeAlias = Callable[[Connection, str], None]
ROOMS: tuple[Forget, ...] = (
    erase_account,
    forget_results,
    forget_player,
    forget_inbox,
    forget_vacations,
    forget_bonds,
    forget_challenges,
    forget_moderation,
    forget_sign_in,
    forget_notices,
    forget_choices,
    forget_premoves,
    forget_seeks,
    forget_hall_lines,
    forget_in_tournaments,
    forget_puzzles,
)
"""How each room of the store forgets a person, by the person's id, in the same transaction."""


class SqlDepartures:
    """Deletes accounts and replaces their names in matches."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def depart(self, person: str, alias: str, until: int) -> None:
        """Forget the person, whose tokens count no more; none of them is valid after `until`."""
        held = select(SEATS.c.match, literal(person), literal(alias)).distinct()
        held = held.where(SEATS.c.holder == person)
        ended = insert(ENDED_SESSIONS).values(id=person, until=until)

        def forget(database: Connection) -> None:
            database.execute(insert(DEPARTURES).from_select(["match", "person", "alias"], held))
            database.execute(ended)
            for forget_in_room in ROOMS:
                forget_in_room(database, person)

        await self._backend.write(forget)

    async def replace_names(self) -> tuple[str, ...]:
        """Replace names in some finished matches; gives the matches, none if all is done."""
        return await self._backend.write(_replace_some)


def _replace_some(database: Connection) -> tuple[str, ...]:
    wanted = select(DEPARTURES).join(MATCHES, MATCHES.c.id == DEPARTURES.c.match)
    wanted = wanted.where(MATCHES.c.phase == "over").limit(AT_ONCE)
    found = database.execute(wanted).all()
    for row in found:
        _replace_in_match(database, row.match, row.person, row.alias)
    return tuple(row.match for row in found)


def _replace_in_match(database: Connection, match: str, person: str, alias: str) -> None:
    found = [
        (table, version, body)
        for table in (FACTS, INCOMING)
        for version, body in database.execute(
            select(table.c.version, table.c.body)
            .where(table.c.match == match, table.c.kind.in_(NAMING))
            .order_by(table.c.version)
        )
    ]
    names: set[str] = set()
    for table, version, body in found:
        fact: Fact = decode(Fact, body)
        renamed = _rename(fact, person, alias, names)
        if renamed is not fact:
            text = encode(renamed).decode()
            at = (table.c.match == match) & (table.c.version == version)
            values = {"body": text, "crc": checksum(match, version, text)}
            database.execute(update(table).where(at).values(values))
    seats = update(SEATS).where(SEATS.c.match == match, SEATS.c.holder == person)
    database.execute(seats.values(name=FORMER, holder=alias))
    done = (DEPARTURES.c.match == match) & (DEPARTURES.c.person == person)
    database.execute(delete(DEPARTURES).where(done))


def _rename(fact: Fact, person: str, alias: str, names: set[str]) -> Fact:
    """The fact without the person's name; `names` collects those used in this match."""
    if isinstance(fact, Seated | TakenOver) and fact.player.holder == person:
        names.add(fact.player.name)
        return replace(fact, player=replace(fact.player, name=FORMER, holder=alias))
    if isinstance(fact, Said) and fact.name in names:
        return replace(fact, name=FORMER)
    return fact
