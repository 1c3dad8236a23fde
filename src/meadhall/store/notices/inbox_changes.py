"""Finds in the inboxes of everybody what there may be to tell."""

from typing import TypeAlias

from sqlalchemy import case, exists, select, text, tuple_

from meadhall.match.clock import DAY
from meadhall.store.backend import Backend
from meadhall.store.inbox.inbox_table import INBOX, REMINDED
from meadhall.store.inbox.stored_inbox import ListedEntry, read_entries
from meadhall.store.notices.notice_tables import TOLD_NOTICES

SHORT_WARNING, WARNING = DAY // 4, DAY
"""How long before the end of a turn of one day, or of more, its player is reminded."""
Place: TypeAlias = tuple[int, str, str]
"""When an entry was written, its person and its match: the order in which entries are read."""


def warning_of(days: int) -> int:
    """How long before its end the player of a turn with that many days is reminded."""
    return SHORT_WARNING if days == 1 else WARNING


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

    async def running_out(self, now: int, limit: int) -> tuple[ListedEntry, ...]:
        """Turns with days of time that end soon, of which nobody was reminded yet."""
        columns, told = INBOX.c, TOLD_NOTICES.c
        reminded = exists().where(
            told.person == columns.holder, told.subject == columns.match,
            told.event == "reminder", told.mark == columns.plies,
        )  # fmt: skip
        warning = case((columns.days == 1, SHORT_WARNING), else_=WARNING)
        wanted = select(INBOX).where(text(REMINDED), ~reminded)
        # The first two bounds let the index find the rows.
        soon = wanted.where(columns.due > now, columns.due <= now + WARNING)
        ordered = soon.where(columns.due <= now + warning).order_by(columns.due).limit(limit)
        return await self._backend.read(lambda database: read_entries(database, ordered))
