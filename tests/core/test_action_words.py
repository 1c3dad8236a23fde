"""Actions in words and in advance, for games that say neither too."""

from dataclasses import replace

from meadhall import registry
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.cli.new_game.template.types import Take
from meadhall.core.game import action_phrase, action_preview, start
from meadhall.core.rng import Rng
from meadhall.core.scene import Preview


def test_an_action_is_said_in_words_or_in_notation() -> None:
    jarls = registry.game("jarls")
    state = start(jarls, jarls.types.options(), 2, Rng("words"))
    action = jarls.legal_actions(state, 0)[0]
    assert action_phrase(jarls, action) != jarls.notation.write(action)
    assert action_phrase(replace(jarls, present=None), action) == jarls.notation.write(action)


def test_a_game_without_previews_has_empty_ones() -> None:
    state = start(STONES, STONES.types.options(), 2, Rng("words"))
    mute = replace(STONES, present=None)
    assert action_preview(mute, STONES.view(state, 0), Take(1)) == Preview()
    toaster = registry.game("secret-toaster")
    begun = start(toaster, toaster.types.options(), 2, Rng("words"))
    order = toaster.legal_actions(begun, 0)[0]
    assert action_preview(toaster, toaster.view(begun, 0), order) != Preview()
