"""`meadhall people export` and `delete`."""

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.cli.app import app
from meadhall.core.refusal import Refused
from meadhall.match.commands import Act, Resign
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Outcome
from meadhall.match.ports import append_of
from meadhall.store import open_store
from meadhall.store.account import Account
from meadhall.store.people.played_matches import SqlResults

GAME = registry.game("chinese-checkers")


def finished() -> Outcome:
    """A match that Bert gave up after a move of Anna's."""
    setup = Setup(
        id="m", game=GAME.spec.slug, rules_version=GAME.spec.rules_version, seats=2, seed="s"
    )
    players = (Player("Anna", "anna"), Player("Bert", "bert"))
    made = open_match(GAME, setup, players, 1)
    assert isinstance(made, Outcome)
    match, facts = made.match, made.facts
    action = GAME.legal_actions(match.state, 0)[0]
    for command in (Act(0, action, 1), Resign(1)):
        outcome = handle(match, command, 2)
        assert isinstance(outcome, Outcome)
        match, facts = outcome.match, (*facts, *outcome.facts)
    return Outcome(match, facts, (), match.version)


async def fill(db: Path) -> None:
    store, played = await open_store(str(db)), finished()
    await store.accounts.add(Account("anna", "Anna", "hash", 1))
    await store.matches.append([append_of(None, played.match, played.facts)])
    await SqlResults(store.backend).note("m", played.match)
    await store.close()


async def stored(db: Path) -> tuple[Account | None, str]:
    store = await open_store(str(db))
    found = await store.accounts.by_name("Anna"), repr(await store.matches.facts("m"))
    await store.close()
    return found


def meadhall(*words: str | Path) -> None:
    command, bound, _ = app.parse_args([str(word) for word in words])
    command(*bound.args, **bound.kwargs)


def test_a_host_exports_and_deletes_a_person(tmp_path: Path) -> None:
    db, file = tmp_path / "hall.db", tmp_path / "anna.zip"
    asyncio.run(fill(db))
    meadhall("people", "export", "anna", file, "--db", db)
    with zipfile.ZipFile(file) as archive:
        assert json.loads(archive.read("person.json"))["name"] == "Anna"
        assert json.loads(archive.read("meadhall-m.json"))["players"] == ["Anna", "Bert"]
    meadhall("people", "delete", "anna", "--db", db)
    account, facts = asyncio.run(stored(db))
    assert account is None
    assert ("'Anna'" in facts, "a former member" in facts) == (False, True)
    for words in (("export", "anna", file), ("delete", "anna")):
        with pytest.raises(Refused, match="NO_SUCH_PERSON"):
            meadhall("people", *words, "--db", db)
    with pytest.raises(Refused, match="NO_HALL"):
        meadhall("people", "delete", "anna", "--db", tmp_path / "none.db")
