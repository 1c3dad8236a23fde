"""Matches that were played before starts could be drawn still replay."""

from pathlib import Path

import pytest

from meadhall.core.record import read_record, replay, verify
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import State
from meadhall.match.evolve import fold
from meadhall.match.records import facts_of, record_of

FOLDER = Path(__file__).parents[2] / "fixtures/records"
RECORDS = sorted(FOLDER.glob("chinese-checkers-1-*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_c5_records_of_the_first_rules_have_classic_starts(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert (record.rules_version, GAME.spec.rules_version) == (1, 2)
    assert "starts" not in record.options
    verify(GAME, record)
    first = next(iter(replay(GAME, record))).state
    assert isinstance(first, State)
    assert (first.options.starts, first.seating) == ("classic", 0)
    match = fold(GAME, facts_of(GAME, record, "match", 0))
    assert record_of(match) == record
