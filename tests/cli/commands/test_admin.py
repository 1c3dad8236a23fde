"""`meadhall admin`: moderators, reports, mutes, bans, tables, the log."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TypeVar

import pytest

from meadhall.cli.app import app
from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY
from meadhall.store import Store, open_store
from meadhall.store.account import Account
from meadhall.store.people.moderation.sql_conduct import SqlConduct
from meadhall.store.people.moderation.stored_acts import SqlModeration
from meadhall.store.people.moderation.stored_reports import SqlReports, StoredReport

T = TypeVar("T")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    file = tmp_path / "hall.db"

    async def fill(store: Store) -> None:
        for id_, name in (("anna", "Anna"), ("bert", "Bert")):
            await store.accounts.add(Account(id_, name, "hash", 1))
        report = StoredReport("r1", 1, "anna", "Anna", "bert", "Bert", "m", "chat", "rude", "[]")
        await SqlReports(store.backend).add(report, 9)

    ask(file, fill)
    return file


def ask(file: Path, work: Callable[[Store], Coroutine[object, object, T]]) -> T:
    async def run() -> T:
        store = await open_store(str(file))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def admin(db: Path, *words: str) -> None:
    command, bound, _ = app.parse_args(["admin", *words, "--db", str(db)])
    command(*bound.args, **bound.kwargs)


def test_a_host_names_moderators(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    admin(db, "grant", "anna")
    admin(db, "moderators")
    assert "Anna" in capsys.readouterr().out
    admin(db, "revoke", "Anna")
    admin(db, "moderators")
    assert "There are no moderators" in capsys.readouterr().out
    with pytest.raises(Refused, match="NO_SUCH_PERSON"):
        admin(db, "grant", "Nobody")
    with pytest.raises(Refused, match="NO_HALL"):
        admin(db.with_name("none.db"), "log")


def test_a_host_mutes_and_bans_and_everything_is_logged(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    admin(db, "reports")
    assert "rude" in capsys.readouterr().out
    admin(db, "mute", "Bert", "--days", "2", "--reason", "insults", "--report", "r1")
    admin(db, "ban", "Bert", "--days", "3", "--reason", "more insults")
    admin(db, "reports")
    assert "No report waits" in capsys.readouterr().out
    with pytest.raises(Refused, match="NO_SUCH_REPORT"):
        admin(db, "dismiss", "r1")
    (mute, why), (ban, _) = ask(db, both)
    assert abs(ban - mute - DAY) < 60_000
    assert why == "insults"
    admin(db, "unmute", "Bert")
    admin(db, "unban", "Bert")
    assert ask(db, both) == ((0, ""), (0, ""))
    acts = ask(db, lambda store: SqlModeration(store.backend).log(None, 9))
    assert [act.kind for act in acts] == ["unban", "unmute", "ban", "mute"]
    assert {act.moderator for act in acts} == {"the host"}
    capsys.readouterr()
    admin(db, "log")
    assert "insults" in capsys.readouterr().out
    for words in (("ban", "Bert", "--days", "0", "--reason", "x"), ("close", "X", "--reason", "x")):
        with pytest.raises(Refused, match=r"BAD_REQUEST|NO_SUCH_MATCH"):
            admin(db, *words)


async def both(store: Store) -> tuple[tuple[int, str], tuple[int, str]]:
    conduct = SqlConduct(store.backend)
    return await conduct.mute("bert"), await conduct.ban("bert")
