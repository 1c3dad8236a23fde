"""What of a scene changed, so that only that is sent."""

from collections.abc import Callable
from itertools import compress, count
from operator import is_not
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
FEW = 4
"""Parts that are soon compared one by one."""


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
    if old is new:
        return None
    if not old:
        return layer(new, (), False)  # noqa: FBT003 - the layers' third field
    head = _alike(old, new) if len(old) > FEW else 0
    before, after = old[head:], new[head:]
    if ordered and not _keeps_order(before, after):
        return layer(new, (), True)  # noqa: FBT003 - the same
    gone = {part.id: part for part in before}
    put = [part for part in after if (was := gone.pop(part.id, None)) is not part and was != part]
    if not put and not gone:
        return None
    return layer(tuple(put), tuple(gone), False)  # noqa: FBT003 - the same


def _alike(old: tuple[P, ...], new: tuple[P, ...]) -> int:
    """How many of the very same parts both begin with; that is seen sooner than equality."""
    return next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))


def _keeps_order(old: tuple[P, ...], new: tuple[P, ...]) -> bool:
    """Whether the old parts that stay, and then the new ones, come in the new order."""
    before, after = [part.id for part in old], [part.id for part in new]
    if before == after:
        return True
    stay = [id_ for id_ in before if id_ in after]
    return stay == after[: len(stay)]


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
