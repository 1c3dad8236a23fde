"""Matches that were played before boards could be chosen still replay."""

from pathlib import Path

import pytest

from meadhall.core.options import parse_options
from meadhall.core.record import read_record, record_options, replay, verify
from meadhall.games.jarls import GAME
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.types import State
from meadhall.match.evolve import fold
from meadhall.match.records import facts_of, record_of

RECORDS = sorted((Path(__file__).parents[2] / "fixtures/records").glob("jarls-1-*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_of_the_first_rules_are_classic_matches(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert (record.rules_version, GAME.spec.rules_version) == (1, 2)
    assert "standard" not in record.options
    verify(GAME, record)
    for step in replay(GAME, record):
        assert isinstance(step.state, State)
        assert step.state.options.standard == "classic"
        assert step.state.order == "rotating"
    options = parse_options(Options, record_options(GAME, record))
    assert options.standard == "classic"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_stored_matches_of_the_first_rules_are_read_and_written_as_they_were(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    match = fold(GAME, facts_of(GAME, record, "match", 0))
    assert match.phase == "over"
    assert record_of(match) == record
