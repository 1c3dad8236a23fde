"""`meadhall ratings` on a database file."""

import asyncio
from pathlib import Path

import pytest
from tests.store.ratings.rated_matches import play

from meadhall.cli.app import main
from meadhall.cli.commands import hall_ratings
from meadhall.store import open_store


def test_ratings_are_rebuilt_and_suspicions_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "hall.db")

    async def fill() -> None:
        store = await open_store(db)
        for entry in play("m1", "anna", "bert", 1)[1]:
            await store.matches.append([entry])
        await store.close()

    asyncio.run(fill())
    hall_ratings.rebuild(db=db)
    hall_ratings.suspicions(db=db)
    said = capsys.readouterr().out
    assert "rated matches counted" in said
    assert "No rated match" in said
    monkeypatch.setattr("sys.argv", ["meadhall", "ratings", "rebuild", "--db", "nowhere.db"])
    with pytest.raises(SystemExit):
        main()
