"""`meadhall export-matches` and `import-matches`: out of one hall and into another."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from meadhall import registry
from meadhall.cli.app import app
from meadhall.core.refusal import Refused
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.evolve import fold
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import append_of
from meadhall.store import open_store

GAME = registry.game("chinese-checkers")


def played(id_: str) -> Outcome:
    setup = Setup(id=id_, game=GAME.spec.slug, rules_version=1, seats=2, seed="s")
    outcome = open_match(GAME, setup, (Player("Anna"), Player("Bert")), 1)
    assert isinstance(outcome, Outcome)
    action = GAME.legal_actions(outcome.match.state, 0)[0]
    moved = handle(outcome.match, Act(0, action, 1), 2)
    assert isinstance(moved, Outcome)
    return Outcome(moved.match, (*outcome.facts, *moved.facts), (), moved.version)


async def fill(db: Path, *ids: str) -> None:
    store = await open_store(str(db))
    made = [played(id_) for id_ in ids]
    await store.matches.append([append_of(None, one.match, one.facts) for one in made])
    await store.close()


async def kept(db: Path, id_: str) -> Match:
    store = await open_store(str(db))
    facts = await store.matches.facts(id_)
    await store.close()
    return fold(GAME, facts)


def meadhall(*words: str | Path) -> None:
    command, bound, _ = app.parse_args([str(word) for word in words])
    command(*bound.args, **bound.kwargs)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "hall.db"
    asyncio.run(fill(path, "one", "two"))
    return path


def test_matches_move_from_hall_to_hall(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "matches.jsonl", tmp_path / "other.db"
    meadhall("export-matches", file, "--db", db)
    meadhall("import-matches", file, "--db", other)
    said = capsys.readouterr().err
    assert "2 matches written, 0 damaged" in said
    assert "2 matches kept, 0 skipped" in said
    assert asyncio.run(kept(other, "two")).state == asyncio.run(kept(db, "two")).state
    with pytest.raises(SystemExit):
        meadhall("import-matches", file, "--db", other)
    assert "one: There is such a match already." in capsys.readouterr().err


def test_a_damaged_match_is_named_and_the_others_are_written(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(db)
    database.execute("UPDATE facts SET body = '?' WHERE match = 'one' AND version = 2")
    database.commit()
    database.close()
    with pytest.raises(SystemExit):
        meadhall("export-matches", tmp_path / "out", "--db", db)
    said = capsys.readouterr().err
    assert "one, fact 2: The fact is not as it was written." in said
    assert "1 matches written, 1 damaged" in said


def test_a_match_whose_game_is_not_installed_is_not_called_damaged(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(registry._loaders(), GAME.spec.slug)
    with pytest.raises(SystemExit):
        meadhall("export-matches", tmp_path / "out", "--db", db)
    said = capsys.readouterr().err
    assert "one: its game 'chinese-checkers' is not installed here." in said
    assert "0 matches written, 0 damaged, 2 of games not installed" in said


def test_files_that_are_not_there_are_refused(db: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="NO_HALL"):
        meadhall("export-matches", tmp_path / "out", "--db", tmp_path / "no.db")
    with pytest.raises(Refused, match="CANNOT_WRITE"):
        meadhall("export-matches", db / "out", "--db", db)
    with pytest.raises(Refused, match="CANNOT_READ"):
        meadhall("import-matches", tmp_path / "nothing", "--db", db)
    with pytest.raises(Refused, match="NO_HALL"):
        meadhall("import-matches", db, "--db", db / "hall.db")


def test_a_hall_of_a_later_version_is_refused(db: Path, tmp_path: Path) -> None:
    database = sqlite3.connect(db)
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    with pytest.raises(Refused, match=r"NEWER_DATABASE: .*9999"):
        meadhall("export-matches", tmp_path / "out", "--db", db)


def test_an_export_that_fails_leaves_the_last_one_alone(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("yesterday's")
    (tmp_path / "no.db").write_text("this is no database, though it has some length")
    with pytest.raises(Refused, match=r"NO_HALL: .* file is not a database"):
        meadhall("export-matches", tmp_path / "out", "--db", tmp_path / "no.db")
    assert (tmp_path / "out").read_text() == "yesterday's"


def test_what_is_no_text_is_skipped(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "matches.jsonl"
    meadhall("export-matches", file, "--db", db)
    file.write_bytes(file.read_bytes().replace(b"Anna", b"Ann\xff", 1) + b"\xfc\x00\n")
    with pytest.raises(SystemExit):
        meadhall("import-matches", file, "--db", tmp_path / "other.db")
    assert "1 matches kept, 2 skipped" in capsys.readouterr().err
