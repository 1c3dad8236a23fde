"""What of a scene changed, so that only that is sent."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from meadhall.core.scene import Scene
from meadhall.server.changes import (
    ArrowLayer,
    ButtonLayer,
    CardLayer,
    CellLayer,
    GaugeLayer,
    SceneChange,
    TokenLayer,
)


class Part(Protocol):
    """Anything in a scene that has an id."""

    @property
    def id(self) -> str:
        """What gestures and changes call it."""
        ...


P = TypeVar("P", bound=Part)
L = TypeVar("L")


def difference(old: Scene, new: Scene) -> SceneChange:
    """What turns the old scene into the new one."""
    return SceneChange(
        headline=None if old.headline == new.headline else new.headline,
        cells=_changed(CellLayer, old.cells, new.cells, ordered=False),
        tokens=_changed(TokenLayer, old.tokens, new.tokens, ordered=False),
        cards=_changed(CardLayer, old.cards, new.cards),
        gauges=_changed(GaugeLayer, old.gauges, new.gauges),
        buttons=_changed(ButtonLayer, old.buttons, new.buttons),
        arrows=_changed(ArrowLayer, old.arrows, new.arrows, ordered=False),
        notes=None if old.notes == new.notes else new.notes,
    )


def patched(scene: Scene, change: SceneChange) -> Scene:
    """The scene after the change: what a client does, for clients in Python."""
    return Scene(
        headline=scene.headline if change.headline is None else change.headline,
        cells=_patched(scene.cells, change.cells),
        tokens=_patched(scene.tokens, change.tokens),
        cards=_patched(scene.cards, change.cards),
        gauges=_patched(scene.gauges, change.gauges),
        buttons=_patched(scene.buttons, change.buttons),
        arrows=_patched(scene.arrows, change.arrows),
        notes=scene.notes if change.notes is None else change.notes,
    )


def _changed(
    layer: "Callable[[tuple[P, ...], tuple[str, ...], bool], L]",
    old: tuple[P, ...],
    new: tuple[P, ...],
    *,
    ordered: bool = True,
) -> L | None:
    if old is new or old == new:
        return None
    if ordered and not _keeps_order(old, new):
        return layer(new, (), True)  # noqa: FBT003 - the layers' third field
    start, end = _alike(old, new)
    before = {part.id: part for part in old[start : len(old) - end]}
    after = {part.id: part for part in new[start : len(new) - end]}
    put = tuple([part for id_, part in after.items() if before.get(id_) != part])
    gone = tuple([id_ for id_ in before if id_ not in after])
    return layer(put, gone, False)  # noqa: FBT003 - the same


def _alike(old: tuple[P, ...], new: tuple[P, ...]) -> tuple[int, int]:
    """How many parts at the start and at the end are the very same: most, after most moves."""
    shorter = min(len(old), len(new))
    start = end = 0
    while start < shorter and old[start] is new[start]:
        start += 1
    shorter -= start
    while end < shorter and old[~end] is new[~end]:
        end += 1
    return start, end


def _keeps_order(old: tuple[P, ...], new: tuple[P, ...]) -> bool:
    """Whether the old parts that stay, and then the new ones, come in the new order."""
    after = dict.fromkeys([part.id for part in new])
    stay = [part.id for part in old if part.id in after]
    return stay == list(after)[: len(stay)]


class _Layer(Protocol[P]):
    put: tuple[P, ...]
    gone: tuple[str, ...]
    whole: bool


def _patched(parts: tuple[P, ...], layer: _Layer[P] | None) -> tuple[P, ...]:
    if layer is None:
        return parts
    if layer.whole:
        return layer.put
    kept = {part.id: part for part in parts if part.id not in layer.gone}
    return tuple({**kept, **{part.id: part for part in layer.put}}.values())
