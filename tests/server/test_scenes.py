"""What is sent of a scene is enough to have all of it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from serving import Served, served

from meadhall.core.scene import Button, Card, Cell, Scene, Token
from meadhall.server.protocol import Step
from meadhall.server.scenes import P, difference, patched
from meadhall.server.steps import Own, Shared

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
)


def by_id(scene: Scene) -> Scene:
    """The scene with the layers that have no order put into one."""

    def sorted_by_id(layer: tuple[P, ...]) -> tuple[P, ...]:
        return tuple(sorted(layer, key=lambda part: part.id))

    return replace(scene, cells=sorted_by_id(scene.cells), tokens=sorted_by_id(scene.tokens))


@given(scenes, scenes)
def test_a_scene_and_its_change_give_the_next_scene(old: Scene, new: Scene) -> None:
    assert by_id(patched(old, difference(old, new))) == by_id(new)


@given(scenes)
def test_nothing_changed_is_nothing_sent(scene: Scene) -> None:
    change = difference(scene, replace(scene))
    assert all(getattr(change, name) is None for name in change.__struct_fields__)


def test_one_moved_marble_is_one_part_put() -> None:
    old = Scene("", tokens=tuple(Token(f"t{n}", "", f"c{n}", "o") for n in range(20)))
    new = replace(
        old, tokens=(*old.tokens[:3], replace(old.tokens[3], cell="c99"), *old.tokens[4:])
    )
    change = difference(old, new)
    assert change.tokens is not None
    assert [token.id for token in change.tokens.put] == ["t3"]
    assert not change.tokens.whole


def test_cards_in_another_order_are_sent_whole() -> None:
    old = Scene("", cards=(Card("a", "", "hand"), Card("b", "", "hand")))
    change = difference(old, replace(old, cards=old.cards[::-1]))
    assert change.cards is not None
    assert change.cards.whole


def test_the_two_halves_of_a_step_have_all_of_its_fields_once() -> None:
    halves = [*Shared.__struct_fields__, *Own.__struct_fields__, "moves"]
    assert sorted(halves) == sorted(Step.__struct_fields__)


@served()
async def test_a_round_is_told_event_by_event(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    keep = next(text.split()[-1] for _, text in device.moves[0] if text.startswith("1 fortify"))
    for line in (f"1 fortify Sir_Ann_0 {keep}", f"2 fortify Sir_Ann_0 {keep}", "ready"):
        sealed = await device.act(line, seat=0)
        assert isinstance(sealed, Step)
        assert sealed.stages == ()
    resolved = await device.act("ready", seat=1)
    assert isinstance(resolved, Step)
    assert [stage.beat for stage in resolved.stages] == [1, 2]
    assert [stage.cells[0].badge for stage in resolved.stages] == ["300", "500"]
