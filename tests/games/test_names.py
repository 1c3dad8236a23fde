"""docs/names.md tells the truth about the names in the author's documents.

The documents are not part of the project. Where they are beside the vectors, no name is missing.
"""

import importlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from meadhall.core.game import Step
from meadhall.games.jarls import GAME
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.types import Event, State

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/names.md").read_text("utf-8")
VECTORS = Path(os.environ.get("MEADHALL_VECTORS", ROOT.parent / "shared/vectors"))
SOURCES = VECTORS.parent / "specs/sources"

FOLDERS = {
    "Jarls: functions": "jarls",
    "Jarls: types": "jarls",
    "Chinese Checkers": "chinese_checkers",
    "Elemental Clash": "elemental_clash",
    "Secret Toaster": "secret_toaster",
}
CODES, EVENTS = "Jarls: codes", "Jarls: events"


def rows(title: str) -> list[list[str]]:
    """The rows of the table under that heading, cell by cell."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def find(folder: str, path: str) -> object:
    """The thing that the path names; fails if there is none."""
    module, _, name = path.rpartition(".")
    shared = module.startswith(("kit.", "core."))
    package = "meadhall." if shared else f"meadhall.games.{folder}."
    return getattr(importlib.import_module(package + module), name)


@pytest.mark.parametrize("title", FOLDERS)
def test_everything_that_the_page_names_exists(title: str) -> None:
    for theirs, ours in rows(title):
        assert names(theirs), theirs
        assert names(ours), theirs
        assert all(find(FOLDERS[title], path) is not None for path in names(ours))


def documents(title: str) -> Iterator[str]:
    """The game's documents, if they are present."""
    found = sorted(SOURCES.glob(f"{FOLDERS[title].replace('_', '-')}*.md"))
    if not found:
        pytest.skip(f"no documents in {SOURCES}")
    return (path.read_text("utf-8") for path in found)


DECLARED = {
    "Jarls: functions": r"Implement (?:`(\w+)\(.*?`(?: and `(\w+)\()?)",
    "Jarls: types": r"^(?:interface|type) (\w+)|Define `(\w+)`",
    "Chinese Checkers": r"^(?:export )?(?:interface|type|function) (\w+)",
    "Elemental Clash": r"^(?:interface|enum|function) (\w+)",
    "Secret Toaster": r"`((?:Game|Battle|Hex|player)\.\w+)\b(?!\.java|\.fight\(\)`:)",
}


@pytest.mark.parametrize("title", FOLDERS)
def test_no_name_of_a_document_is_missing(title: str) -> None:
    known = {name for theirs, _ in rows(title) for name in names(theirs)}
    for text in documents(title):
        found = re.finditer(DECLARED[title], text, re.MULTILINE)
        declared = {name for match in found for name in match.groups() if name}
        assert declared
        assert declared - known == set()


AT_WAR = """
ruleset shields, turn 4, mover 1
     .   .   .   2J
   .   .   .   .   .
 .   1w1 #1  .   .   .
.   .   2w1 *   1J  .   .
 .   1w2 .   .   .   .
   .   .   .   .   .
     .   2w2 .   .
"""
WITH_A_HOLE = AT_WAR.replace("ruleset shields, ", "").replace("#1", "()")
REFUSED = {
    "NOT_YOUR_TURN": (AT_WAR, 1, "p2-w1 0,1"),
    "PIECE_NOT_FOUND": (AT_WAR, 0, "p1-w9 0,1"),
    "NOT_YOUR_PIECE": (AT_WAR, 0, "p2-w1 0,1"),
    "DESTINATION_OFF_BOARD": (AT_WAR, 0, "p1-j 9,9"),
    "DESTINATION_IS_HOLE": (WITH_A_HOLE, 0, "p1-w1 0,-1"),
    "DESTINATION_IS_SHIELD": (AT_WAR, 0, "p1-w1 0,-1"),
    "DESTINATION_OCCUPIED_FRIENDLY": (AT_WAR, 0, "p1-w1 -2,1"),
    "WARRIOR_CANNOT_ENTER_THRONE": (AT_WAR, 0, "p1-w1 0,0"),
    "MOVE_NOT_STRAIGHT_LINE": (AT_WAR, 0, "p1-w1 0,1"),
    "INVALID_DISTANCE_WARRIOR": (AT_WAR, 0, "p1-w1 2,-1"),
    "INVALID_DISTANCE_JARL": (AT_WAR, 0, "p1-j 1,-3"),
    "JARL_NEEDS_DRAFT_FOR_TWO_HEX": (AT_WAR, 0, "p1-j 3,0"),
    "PATH_BLOCKED": (AT_WAR, 0, "p1-w1 1,-1"),
}


def refusal_code(text: str, seat: int, move: str) -> str | None:
    refusal = GAME.refusal(position(text), seat, parse(move))
    return None if refusal is None else refusal.code


def test_every_code_of_a_move_is_in_the_table_and_comes_up() -> None:
    ended = play(position(AT_WAR), "p1-j 0,0").state
    over = GAME.refusal(ended, 0, parse("p1-w1 -1,-1"))
    assert over is not None
    assert over.code == "GAME_NOT_PLAYING"
    assert [refusal_code(*case) for case in REFUSED.values()] == [*REFUSED]
    assert {names(row[0])[0] for row in rows(CODES)} == {over.code, *REFUSED}


def test_no_code_of_the_documents_is_missing() -> None:
    ours = {name for row in rows(CODES) for name in names(row[0])}
    theirs = {name for row in rows(CODES) for name in names(row[1])}
    texts = list(documents("Jarls: types"))
    unions = [re.search(r"type Move(?:Validation)?Error =(.*?);", t, re.DOTALL) for t in texts]
    newer, older = (set(re.findall(r"'(\w+)'", union[1])) for union in unions if union)
    assert older == theirs
    assert newer == ours - {"DESTINATION_IS_SHIELD"}


def play(state: State, text: str) -> Step[State, Event]:
    step: Step[State, Event] = GAME.apply(state, state.turn.mover, parse(text))
    return step


def label(event: Event) -> str:
    return f"{event.kind} {event.reason}" if event.kind == "GAME_ENDED" else event.kind


LINE = """
ruleset {ruleset}, turn 20, round {round}, mover 1, first 2, quiet 9
     2J  .   .   2w9
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   1J
 {row}
   .   .   .   .   .
     .   .   .   1w9
"""
HAPPENS = (
    (LINE.format(ruleset="holes", round=9, row="1w1 .   2w1 .   .   ."), "p1-w1 -1,1"),
    (LINE.format(ruleset="holes", round=9, row="1w1 2w1 .   .   .   ."), "p1-w1 -2,1"),
    (LINE.format(ruleset="shields", round=9, row="1w1 .   2w1 #1  .   ."), "p1-w1 -1,1"),
    (LINE.format(ruleset="shields", round=9, row="1w1 .   .   .   .   ."), "p1-w1 -2,1"),
    (LINE.format(ruleset="holes", round=9, row=".   .   1w2 1w1 .   2J").replace("2J  .", ".   ."),
     "p1-w1 2,1"),
    (AT_WAR, "p1-j 0,0"),
)  # fmt: skip


def test_every_event_of_the_table_comes_up() -> None:
    events = [event for text, move in HAPPENS for event in play(position(text), move).events]
    found = {label(event) for event in events}
    assert {names(row[0])[0] for row in rows(EVENTS)} == found - {"ROUND_ENDED"}


def test_no_event_of_the_documents_is_missing() -> None:
    texts = documents("Jarls: types")
    unions = [re.search(r"type GameEvent =.*?;\n(?! )", text, re.DOTALL) for text in texts]
    newer, older = (set(re.findall(r"type: '(\w+)'", union[0])) for union in unions if union)
    assert older == {name for row in rows(EVENTS) for name in names(row[1])}
    assert newer == {name.split()[0] for row in rows(EVENTS) for name in names(row[2])}
