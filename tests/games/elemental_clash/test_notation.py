"""Actions and the table as text."""

from dataclasses import replace

import pytest
from tests.games.elemental_clash.positions import battle, card, hand, miner, turn, wall

from meadhall.core.refusal import Refused
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.types import NOTHING_SEALED, Action, Auto, Pick, Play, Side

FULL = hand("wall", "deflection", "continuous", "projectile")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Pick(FULL[0]), "pick fire-wall-1"),
        (Play(FULL[3]), "play fire-projectile-4"),
        (Auto(FULL[1]), "auto air-deflection-2"),
    ],
)
def test_what_is_written_reads_back(action: Action, text: str) -> None:
    assert GAME.notation.write(action) == text
    assert GAME.notation.parse(text) == action


def test_notation_refuses_what_it_does_not_know() -> None:
    assert GAME.notation.parse("  PLAY fire wall 1 ") == Play(card("wall"))
    for text in ("", "play", "eat fire-wall-1", "play fire-wall-7", "play gold-wall-1"):
        with pytest.raises(Refused, match="BAD_NOTATION"):
            GAME.notation.parse(text)


def test_the_diagram_shows_the_table_and_the_viewers_hand() -> None:
    state = turn(
        Side(20, 10, hand=FULL), Side(20, 10, wall(), miner("repair_miner"), hand=FULL[1:])
    )
    text = GAME.notation.diagram(GAME.view(replace(state, sealed=NOTHING_SEALED), 0))
    assert "seat 2: HP 20/20, energy 9/10, shield 8/12, repair_miner 1" in text
    assert "last Fire Shield (played)" in text
    assert "chosen: -" in text
    assert "no cards" in GAME.notation.diagram(GAME.view(battle(Side(), Side()), 0))
