"""`meadhall admin`: what a host does about people, on the database of a running hall or not."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from cyclopts import App
from rich.table import Table as Grid

from meadhall.cli.examples import example_of
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY
from meadhall.match.ports import Query
from meadhall.server.protocol.tokens import random_id
from meadhall.store import Store, open_store
from meadhall.store.account import Account
from meadhall.store.people.moderation.stored_acts import HOST, ActKind, ModerationAct, SqlModeration
from meadhall.store.people.moderation.stored_reports import SqlReports

T = TypeVar("T")
MOST_SHOWN = 1_000
AT_ONCE = "A running server notices within seconds."

admin = App(
    name="admin",
    help="Name moderators; answer reports; mute, ban, close tables; read the log of it.",
    help_epilogue=example_of("admin"),
)


def grant(name: str, *, db: str = "meadhall.db") -> None:
    """Make a person with an account a moderator.

    Args:
        name: The name of the account.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "grant"))
    SCREEN.print(f"{name} is a moderator from now on.")


def revoke(name: str, *, db: str = "meadhall.db") -> None:
    """Take the right to moderate away. It ends with the person's next request.

    Args:
        name: The name of the account.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "revoke"))
    SCREEN.print(f"{name} is no moderator any more.")


def moderators(*, db: str = "meadhall.db") -> None:
    """List the moderators.

    Args:
        db: SQLite file, or a postgresql:// address.
    """
    found = _run(db, lambda store: SqlModeration(store.backend).moderators())
    SCREEN.print("\n".join(found) if found else "There are no moderators: see admin grant.")


def reports(*, db: str = "meadhall.db") -> None:
    """List the reports that wait, the oldest first, with their context.

    Args:
        db: SQLite file, or a postgresql:// address.
    """
    found = _run(db, lambda store: SqlReports(store.backend).waiting(None, MOST_SHOWN))
    grid = Grid("report", "when", "by", "about", "what", "match", "messages")
    for one in found:
        what = f"{one.kind}: {one.text}" if one.text else one.kind
        grid.add_row(
            one.id, _when(one.at), one.reporter_name, one.name, what, one.match, one.context
        )
    SCREEN.print(grid if found else "No report waits.")


def dismiss(report: str, *, reason: str = "", db: str = "meadhall.db") -> None:
    """Answer a report without doing anything else.

    Args:
        report: The report's id, as admin reports shows it.
        reason: Why; it is in the log.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _dismiss(store, report, reason))
    SCREEN.print("The report is answered.")


def mute(name: str, *, days: int, reason: str, report: str = "", db: str = "meadhall.db") -> None:
    """Let a person write no messages and make no challenges for some days.

    Args:
        name: The name of the account.
        days: For how long.
        reason: Why; the person reads it.
        report: The report that this answers.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "mute", days=days, reason=reason, report=report))
    SCREEN.print(f"{name} is muted for {days} days. {AT_ONCE}")


def unmute(name: str, *, reason: str = "", db: str = "meadhall.db") -> None:
    """End a mute now.

    Args:
        name: The name of the account.
        reason: Why; it is in the log.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "unmute", reason=reason))
    SCREEN.print(f"{name} may write again. {AT_ONCE}")


def ban(name: str, *, days: int, reason: str, report: str = "", db: str = "meadhall.db") -> None:
    """Keep a person out for some days: all sessions and connections end.

    Args:
        name: The name of the account.
        days: For how long.
        reason: Why; the person reads it.
        report: The report that this answers.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "ban", days=days, reason=reason, report=report))
    SCREEN.print(f"{name} is banned for {days} days. {AT_ONCE}")


def unban(name: str, *, reason: str = "", db: str = "meadhall.db") -> None:
    """End a ban now.

    Args:
        name: The name of the account.
        reason: Why; it is in the log.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _act_on(store, name, "unban", reason=reason))
    SCREEN.print(f"{name} may come in again.")


def close(match: str, *, reason: str, db: str = "meadhall.db") -> None:
    """Close a table, by its id or code; a match that is played ends without a result.

    Args:
        match: The id in the address of the table, or its code.
        reason: Why; it is in the log.
        db: SQLite file, or a postgresql:// address.
    """
    _run(db, lambda store: _close(store, match, reason))
    SCREEN.print("The server closes it within seconds, or when it starts.")


def log(*, db: str = "meadhall.db") -> None:
    """Show what moderators and the host did, the newest act first.

    Args:
        db: SQLite file, or a postgresql:// address.
    """
    found = _run(db, lambda store: SqlModeration(store.backend).log(None, MOST_SHOWN))
    grid = Grid("when", "who", "did", "whom", "match", "until", "reason")
    for act in found:
        until = _when(act.until) if act.until else ""
        grid.add_row(_when(act.at), act.moderator, act.kind, act.name, act.match, until, act.reason)
    SCREEN.print(grid if found else "Nobody has done anything yet.")


for _command in (
    grant, revoke, moderators, reports, dismiss, mute, unmute, ban, unban, close, log,
):  # fmt: skip
    admin.command(_command, help_epilogue=example_of(f"admin {_command.__name__}"))


def _run(db: str, work: Callable[[Store], Coroutine[object, object, T]]) -> T:
    if "://" not in db and not Path(db).is_file():
        raise Refused.because("NO_HALL", f"There is no hall in {db!r}.", "db")

    async def run() -> T:
        async with _open(db) as store:
            return await work(store)

    return asyncio.run(run())


@asynccontextmanager
async def _open(db: str) -> AsyncIterator[Store]:
    """The store; a server may be using it meanwhile."""
    store = await open_store(db)
    try:
        yield store
    finally:
        await store.close()


async def _act_on(  # noqa: PLR0913 - what there is to an act
    store: Store, name: str, kind: ActKind, *, days: int = 0, reason: str = "", report: str = ""
) -> None:
    account = await _account(store, name)
    act = replace(_act(kind, reason), person=account.id, name=account.name)
    if kind in ("mute", "ban"):
        if days < 1 or not reason:
            raise Refused.because("BAD_REQUEST", "Name at least one day, and a reason.", "days")
        act = replace(act, until=act.at + days * DAY, report=report)
    await SqlModeration(store.backend).act(act)


async def _dismiss(store: Store, id_: str, reason: str) -> None:
    report = await SqlReports(store.backend).by_id(id_)
    if report is None or report.settled is not None:
        raise Refused.because("NO_SUCH_REPORT", "No report with this id waits.", "report")
    act = replace(_act("dismiss", reason), person=report.person, name=report.name)
    await SqlModeration(store.backend).act(replace(act, match=report.match, report=report.id))


async def _close(store: Store, match: str, reason: str) -> None:
    found = await store.matches.find(Query(code=match.upper(), limit=1))
    id_ = found[0].id if found else match
    if not found and not await store.matches.facts(match):
        raise Refused.because("NO_SUCH_MATCH", "There is no such table.", "match")
    await SqlModeration(store.backend).act(replace(_act("close", reason), match=id_))


async def _account(store: Store, name: str) -> Account:
    account = await store.accounts.by_name(name)
    if account is None:
        raise Refused.because("NO_SUCH_PERSON", f"Nobody has an account called {name!r}.")
    return account


def _act(kind: ActKind, reason: str) -> ModerationAct:
    now = time.time_ns() // 1_000_000
    return ModerationAct(id=random_id(), at=now, moderator=HOST, kind=kind, reason=reason)


def _when(instant: int) -> str:
    return datetime.fromtimestamp(instant / 1000, UTC).strftime("%Y-%m-%d %H:%M")
