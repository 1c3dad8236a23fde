"""Matches that were played before terms could be chosen still replay."""

from pathlib import Path

import pytest

from meadhall.core.record import read_record, replay, verify
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.rules.table import terms
from meadhall.games.secret_toaster.types import State
from meadhall.match.evolve import fold
from meadhall.match.records import facts_of, record_of

FOLDER = Path(__file__).parents[2] / "fixtures/records"
RECORDS = sorted(FOLDER.glob("secret-toaster-1-*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_t13_records_of_the_first_rules_have_classic_terms(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert (record.rules_version, GAME.spec.rules_version) == (1, 2)
    assert "standard" not in record.options
    verify(GAME, record)
    first = next(iter(replay(GAME, record))).state
    assert isinstance(first, State)
    assert terms(first.table).alliance_size == 3
    match = fold(GAME, facts_of(GAME, record, "match", 0))
    assert record_of(match) == record
