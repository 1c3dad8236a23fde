"""What the hall keeps about a person beside matches, for a person who asks for it."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import Column, ColumnElement, Connection, Select, or_, select

from meadhall.store.notices.notice_tables import VACATIONS
from meadhall.store.people.friends.friend_tables import BLOCKS, CHALLENGES, FOLLOWS
from meadhall.store.people.moderation.moderation_tables import (
    ACTS,
    MODERATORS,
    REPORTS,
    SANCTIONS,
)
from meadhall.store.people.sign_in.sign_in_tables import MAIL_ADDRESSES, PASSKEYS
from meadhall.store.schema import ACCOUNTS

KeptRows: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]


def kept_data(database: Connection, person: str) -> KeptRows:
    """The rows about the person by what they are about. What others said in private is left out."""
    passkeys = select(PASSKEYS.c.name, PASSKEYS.c.created, PASSKEYS.c.used)
    made = or_(CHALLENGES.c.challenger == person, CHALLENGES.c.challenged == person)
    terms = select(CHALLENGES.c.name, CHALLENGES.c.terms, CHALLENGES.c.created, CHALLENGES.c.state)
    sanctions = select(SANCTIONS.c.kind, SANCTIONS.c.until, SANCTIONS.c.reason)
    reports = select(REPORTS.c.at, REPORTS.c.name, REPORTS.c.kind, REPORTS.c.text, REPORTS.c.note)
    acts = select(ACTS.c.at, ACTS.c.kind, ACTS.c.until, ACTS.c.reason)
    wanted: dict[str, Select[tuple[object, ...]]] = {
        "follows": _names(FOLLOWS.c.followed, FOLLOWS.c.person == person),
        "blocks": _names(BLOCKS.c.blocked, BLOCKS.c.person == person),
        "challenges": terms.where(made),
        "passkeys": passkeys.where(PASSKEYS.c.person == person),
        "mail_address": select(MAIL_ADDRESSES.c.address).where(MAIL_ADDRESSES.c.person == person),
        "vacations": select(VACATIONS.c.began, VACATIONS.c.until).where(
            VACATIONS.c.person == person
        ),
        "moderates": select(MODERATORS.c.since).where(MODERATORS.c.person == person),
        "sanctions": sanctions.where(SANCTIONS.c.person == person),
        "reports_made": reports.where(REPORTS.c.reporter == person),
        "acts_of_moderators": acts.where(ACTS.c.person == person),
    }
    return {
        name: [dict(row._mapping) for row in database.execute(query)]  # noqa: SLF001 - SQLAlchemy's name for it
        for name, query in wanted.items()
    }


def _names(other: Column[str], own: ColumnElement[bool]) -> Select[tuple[object, ...]]:
    joined = select(ACCOUNTS.c.name).join_from(ACCOUNTS, other.table, other == ACCOUNTS.c.id)
    return joined.where(own)
