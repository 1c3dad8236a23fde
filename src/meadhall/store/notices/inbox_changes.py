"""Finds in the inboxes of everybody what there may be to tell."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from sqlalchemy import select, text, tuple_

from meadhall.match.clock import DAY
from meadhall.store.backend import Backend
from meadhall.store.inbox.inbox_table import INBOX, REMINDED
from meadhall.store.inbox.stored_inbox import ListedEntry, read_entries

Days: TypeAlias = Literal["one", "more"]
WARNINGS: Mapping[Days, int] = {"one": DAY // 4, "more": DAY}
"""How long before the end of a turn of one day, or of more, its player is reminded."""
Place: TypeAlias = tuple[int, str, str]
"""When an entry was written, its person and its match: the order in which entries are read."""


def warning_of(days: int) -> int:
    """How long before its end the player of a turn with that many days is reminded."""
    return WARNINGS["one" if days == 1 else "more"]


class SqlInboxChanges:
    """Reads entries in the order in which they were written."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def read_after(self, after: Place, until: int, limit: int) -> tuple[ListedEntry, ...]:
        """Entries that were written after that place and until then, in order."""
        columns = INBOX.c
        order = (columns.changed, columns.holder, columns.match)
        wanted = select(INBOX).where(tuple_(*order) > tuple_(*after), columns.changed <= until)
        ordered = wanted.order_by(*order).limit(limit)
        return await self._backend.read(lambda database: read_entries(database, ordered))

    async def running_out(
        self, days: Days, after: Place, until: int, limit: int
    ) -> tuple[ListedEntry, ...]:
        """Turns of so many days whose time ends after that place and until then, in order.

        Here the first part of a place is when the time ends.
        """
        columns = INBOX.c
        order = (columns.due, columns.holder, columns.match)
        wanted = select(INBOX).where(text(REMINDED), tuple_(*order) > tuple_(*after))
        among = columns.days == 1 if days == "one" else columns.days > 1
        ordered = wanted.where(columns.due <= until, among).order_by(*order).limit(limit)
        return await self._backend.read(lambda database: read_entries(database, ordered))
