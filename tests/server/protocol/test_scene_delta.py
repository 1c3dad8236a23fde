"""A scene and its change give the next scene."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.core.scene import Arrow, Button, Card, Cell, Gauge, Scene, Token
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.scene_delta import P, patch, scene_delta

names = st.sampled_from("abcdef")
labels = st.sampled_from("xy")


def unique(parts: st.SearchStrategy[P]) -> st.SearchStrategy[tuple[P, ...]]:
    return st.lists(parts, unique_by=lambda part: part.id, max_size=6).map(tuple)


scenes = st.builds(
    Scene,
    headline=labels,
    cells=unique(st.builds(lambda n, x: Cell(n, n, x, 0), names, st.integers(0, 2))),
    tokens=unique(st.builds(lambda n, c: Token(n, n, c, "o"), names, labels)),
    cards=unique(st.builds(lambda n, t: Card(n, t, "hand"), names, labels)),
    buttons=unique(st.builds(Button, names, labels)),
    notes=st.lists(labels, max_size=2).map(tuple),
    homes=st.sampled_from((((0, 1), (2, 3)), ((2, 3), (0, 1)))),
)


def by_id(scene: Scene) -> Scene:
    """The scene with the layers that have no order put into one."""

    def sorted_by_id(layer: tuple[P, ...]) -> tuple[P, ...]:
        return tuple(sorted(layer, key=lambda part: part.id))

    return replace(scene, cells=sorted_by_id(scene.cells), tokens=sorted_by_id(scene.tokens))


@given(scenes, scenes)
def test_a_scene_and_its_change_give_the_next_scene(old: Scene, new: Scene) -> None:
    assert by_id(patch(old, scene_delta(old, new))) == by_id(new)


@given(scenes)
def test_an_unchanged_scene_gives_an_empty_change(scene: Scene) -> None:
    change = scene_delta(scene, replace(scene))
    assert all(getattr(change, name) is None for name in change.__struct_fields__)


def test_layers_that_have_no_order_are_not_sent_for_another_order() -> None:
    cells = Cell("a", "a", 0, 0), Cell("b", "b", 1, 0)
    tokens = Token("a", "a", "a", "o"), Token("b", "b", "b", "o")
    arrows = Arrow("a", "a", ("a", "b")), Arrow("b", "b", ("b", "a"))
    change = scene_delta(
        Scene("", cells=cells, tokens=tokens, arrows=arrows),
        Scene("", cells=cells[::-1], tokens=tokens[::-1], arrows=arrows[::-1]),
    )
    assert all(getattr(change, name) is None for name in change.__struct_fields__)


def in_all_layers(*names: str) -> Scene:
    return Scene(
        "",
        cards=tuple(Card(name, name, "hand") for name in names),
        gauges=tuple(Gauge(name, name, 1) for name in names),
        buttons=tuple(Button(name, name) for name in names),
    )


@pytest.mark.parametrize(
    ("old", "new", "sent"),
    [("a", "ab", ["put"]), ("ab", "a", ["gone"]), ("ab", "ba", ["put", "whole"])],
)
def test_only_a_layer_in_another_order_is_sent_whole_and_says_so(
    old: str, new: str, sent: list[str]
) -> None:
    change = json.loads(to_json(scene_delta(in_all_layers(*old), in_all_layers(*new))))
    for layer in ("cards", "gauges", "buttons"):
        assert [*change[layer]] == sent
        assert change[layer].get("whole", False) is ("whole" in sent)


def test_what_never_changes_is_kept() -> None:
    old = Scene("", goal="Win.", homes=((0, 1), (2, 3)), targets=(("a",), ("b",)))
    new = replace(old, headline="Somebody won.")
    assert patch(old, scene_delta(old, new)) == new


def test_a_moved_marble_changes_one_part() -> None:
    old = Scene("", tokens=tuple(Token(f"t{n}", "", f"c{n}", "o") for n in range(20)))
    new = replace(
        old, tokens=(*old.tokens[:3], replace(old.tokens[3], cell="c99"), *old.tokens[4:])
    )
    change = scene_delta(old, new)
    assert change.tokens is not None
    assert [token.id for token in change.tokens.put] == ["t3"]
    assert not change.tokens.whole


def test_cards_in_another_order_are_sent_whole() -> None:
    old = Scene("", cards=(Card("a", "", "hand"), Card("b", "", "hand")))
    change = scene_delta(old, replace(old, cards=old.cards[::-1]))
    assert change.cards is not None
    assert change.cards.whole
