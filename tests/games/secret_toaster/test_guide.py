import re
from dataclasses import replace

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.guide import GUIDE
from meadhall.games.secret_toaster.report import features
from meadhall.games.secret_toaster.types import State
from meadhall.registry import rules_text


def play_guide() -> State:
    state = start(GAME, GUIDE.options, GUIDE.seats, Rng(GUIDE.seed))
    for step in GUIDE.steps:
        for seat, text in step.plies:
            state = GAME.apply(state, seat, GAME.notation.parse(text)).state
    return state


def test_the_guided_match_can_be_played_as_written() -> None:
    state = play_guide()
    assert not isinstance(GAME.status(state), Finished)
    assert state.table.round == 3
    assert [player.keep for player in state.table.players] == [52, 58]
    assert state.table.owners[55] is not None


def test_every_clause_of_a_refusal_is_a_heading_of_the_rules() -> None:
    headings = set(re.findall(r"^## (.+)$", rules_text("secret-toaster"), re.MULTILINE))
    assert {"Orders", "The round", "Alliances", "Losing", "Winning"} <= headings


def test_the_report_compares_keeps_and_objectives() -> None:
    state = play_guide()
    assert features(state, 0) == {"keep": "hex 52"}
    secret = replace(state.secrets[1], objective="defender")
    sought = replace(state, secrets=(state.secrets[0], secret))
    assert features(sought, 1) == {"keep": "hex 58", "objective": "defender"}
