"""Every game says what its goal is and where everybody sits."""

import pytest

from meadhall import registry
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene

EACH = pytest.mark.parametrize(
    ("slug", "seats"), [(game.spec.slug, n) for game in registry.games() for n in game.spec.players]
)


def scene_for(game: AnyGame, seats: int, viewer: int | None, **options: object) -> Scene:
    state = start(game, game.types.options(**options), seats, Rng("goals"))
    assert game.present is not None
    shown: Scene = game.present.scene(game.view(state, viewer))
    return shown


@EACH
def test_the_goal_is_a_sentence_and_everybody_sits_somewhere_else(slug: str, seats: int) -> None:
    for viewer in (None, *range(seats)):
        scene = scene_for(registry.game(slug), seats, viewer)
        assert scene.goal.endswith(".")
        assert len(set(scene.homes)) == len(scene.homes) == seats


def test_in_chinese_checkers_each_corner_is_somebodys_target() -> None:
    scene = scene_for(registry.game("chinese-checkers"), 6, 0)
    cells = {cell.id: cell for cell in scene.cells}
    for seat, target in enumerate(scene.targets):
        # With six players, the corner opposite is the home of the seat three further on.
        assert {cells[id_].seat for id_ in target} == {(seat + 3) % 6}
        assert len(target) == 10


@pytest.mark.parametrize(
    ("slug", "seats", "options", "words"),
    [
        ("jarls", 4, {"teams": True}, "your team"),
        ("secret-toaster", 2, {}, "castle"),
        ("secret-toaster", 3, {}, "objectives"),
        ("secret-toaster", 3, {"ruleset": "legacy"}, "nobody wins"),
    ],
)
def test_the_goal_follows_from_the_options(
    slug: str, seats: int, options: dict[str, object], words: str
) -> None:
    assert words in scene_for(registry.game(slug), seats, 0, **options).goal
