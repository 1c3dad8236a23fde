"""Clicks and actions."""

from tests.games.elemental_clash.positions import battle, hand

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.types import (
    Options,
    Pick,
    Play,
    Side,
)

FULL = hand("wall", "deflection", "continuous", "projectile")


def test_a_card_is_clicked_to_be_taken_or_played() -> None:
    present, drafting = GAME.present, start(GAME, Options(), 2, Rng("x"))
    assert present is not None
    assert present.action_from_clicks is not None
    assert present.gesture(Play(FULL[0])) == (FULL[0].id,)
    clicks = (FULL[0].id,)
    assert present.action_from_clicks(GAME.view(drafting, 0), clicks) == Pick(FULL[0])
    assert present.action_from_clicks(GAME.view(battle(Side(), Side()), 0), clicks) == Play(FULL[0])
    assert present.action_from_clicks(GAME.view(drafting, 0), ("base-1",)) is None
