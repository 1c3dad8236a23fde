"""The inbox over HTTP, and its work in the background."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, SkipValidation

from meadhall.core.refusal import Refused
from meadhall.match.ports import StoreUnavailable
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import Visitor, provide_hall, provide_maybe, provide_visitor
from meadhall.server.assembly import Hall
from meadhall.server.inbox.inbox_view import inbox_card
from meadhall.server.inbox.notes import NOTE_SECONDS, InboxNotes
from meadhall.server.inbox.sender import SEND_SECONDS, InboxSender
from meadhall.server.metrics import log
from meadhall.server.protocol.people.inbox_cards import Inbox
from meadhall.store.inbox.stored_inbox import GONE, Bookmark, SqlInbox
from meadhall.store.people.friends.bonds import SqlBonds

PAGE = 50
ROUNDS_TO_TIDY = 3600
"""What is gone is deleted every ROUNDS_TO_TIDY rounds of notes: about once in an hour."""


@dataclass(frozen=True, slots=True)
class InboxParts:
    """What a handler gets as `inbox`."""

    hall: Hall
    stored: SqlInbox
    notes: InboxNotes
    sender: InboxSender

    async def keep_noting(self) -> None:
        """Note changes for ever."""
        rounds = 0
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with _report_failure():
                await self.notes.note_changes()
                rounds += 1
                if rounds % ROUNDS_TO_TIDY == 0 and self.hall.cluster.is_first():
                    await self.stored.tidy(self.hall.match_loop.clock())

    async def keep_sending(self) -> None:
        """Send changes for ever."""
        while True:
            await asyncio.sleep(SEND_SECONDS)
            with _report_failure():
                await self.sender.send_changes()


@asynccontextmanager
async def open_inbox(hall: Hall) -> AsyncIterator[InboxParts]:
    """The inbox of a running hall, at work until the context ends."""
    stored = SqlInbox(hall.store.backend)
    notes = InboxNotes(hall, stored, SqlBonds(hall.store.backend))
    parts = InboxParts(hall, stored, notes, InboxSender(hall, stored))
    hall.rights.conduct_listeners.append(notes.note_again)
    tasks = [asyncio.create_task(work) for work in (parts.keep_noting(), parts.keep_sending())]
    try:
        yield parts
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


InboxHere = NamedDependency[SkipValidation[InboxParts]]
get = partial(litestar.get, responses=RESPONSES)


@get("/inbox")
async def show_inbox(inbox: InboxHere, visitor: Visitor, after: FromQuery[str] = "") -> Inbox:
    """Show your matches with other people: whose turn it is, what is new, what you are asked."""
    bookmark = _parse_order(after)
    if bookmark is None:
        await inbox.notes.make_up(visitor.id)
    found = await inbox.stored.entries(visitor.id, bookmark, PAGE)
    cards = tuple(inbox_card(inbox.hall, one) for one in found)
    return Inbox(
        cards,
        turns=await inbox.stored.turns(visitor.id),
        now=inbox.hall.match_loop.clock(),
        next=cards[-1].order if len(cards) == PAGE else None,
    )


def inbox_routes() -> Router:
    """The routes under `/api` that are about the inbox."""
    return Router(
        "/api",
        route_handlers=[show_inbox],
        dependencies={
            "hall": Provide(provide_hall),
            "inbox": Provide(_provide_inbox),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
        },
    )


async def _provide_inbox(state: State) -> InboxParts:
    parts: InboxParts = state.inbox
    return parts


def _parse_order(text: str) -> Bookmark | None:
    """Where the inbox goes on: the `next` of its previous part."""
    if not text:
        return None
    rank, _, rest = text.partition(":")
    instant, _, match = rest.partition(":")
    digits = instant.removeprefix("-")
    is_whole = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(2**53))
    if rank not in map(str, range(GONE)) or not is_whole:
        raise Refused.because("BAD_BOOKMARK", "This is not the `next` of a list.", "after")
    return int(rank), int(instant), match


@contextlib.contextmanager
def _report_failure() -> Iterator[None]:
    """Log what goes wrong in a round; the next one tries again."""
    try:
        yield
    except StoreUnavailable:
        """The store has logged it."""
    except Exception:  # noqa: BLE001 - whatever it was
        log.exception("the inbox failed")
