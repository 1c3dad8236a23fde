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

RECORDS = sorted((Path(__file__).parents[2] / "fixtures/records").glob("jarls-*.json"))
STANDARDS = {1: "classic", 2: "fair"}
"""By version of the rules, the standard of a match that names none."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_of_earlier_rules_keep_their_boards(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    assert record.rules_version < GAME.spec.rules_version == 3
    standard = STANDARDS[record.rules_version]
    assert record.options.get("standard", standard) == standard
    verify(GAME, record)
    for step in replay(GAME, record):
        assert isinstance(step.state, State)
        assert step.state.options.standard == standard
        assert step.state.order == "rotating"
    options = parse_options(Options, record_options(GAME, record))
    assert options.standard == standard
    assert options.terrain == record.options.get("terrain", "calm")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_stored_matches_of_earlier_rules_are_read_and_written_as_they_were(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    match = fold(GAME, facts_of(GAME, record, "match", 0))
    assert match.phase == "over"
    assert record_of(match) == record
