"""The change between two scenes, which is sent instead of the whole scene.

Parts have ids and belong to layers (cells, tokens, cards …). A change lists parts by layer.
"""

from collections.abc import Callable, Sequence
from itertools import compress
from operator import is_not
from typing import Protocol, TypeVar

from msgspec import Struct

from meadhall.core.scene import Arrow, Button, Card, Cell, Gauge, Scene, Token


class CellLayer(Struct, omit_defaults=True):
    """`put`: changed and new cells; `gone`: removed ids. `whole`: `put` is the whole layer."""

    put: tuple[Cell, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class TokenLayer(Struct, omit_defaults=True):
    """The same for tokens."""

    put: tuple[Token, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class CardLayer(Struct, omit_defaults=True):
    """The same for cards."""

    put: tuple[Card, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class GaugeLayer(Struct, omit_defaults=True):
    """The same for gauges."""

    put: tuple[Gauge, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class ButtonLayer(Struct, omit_defaults=True):
    """The same for buttons."""

    put: tuple[Button, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class ArrowLayer(Struct, omit_defaults=True):
    """The same for arrows."""

    put: tuple[Arrow, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class SceneChange(Struct, omit_defaults=True):
    """What has changed in a scene. What is absent has not changed.

    Cards, gauges and buttons have an order: new ones come last. If that is wrong, the layer is sent
    whole. Cells, tokens and arrows have no order, because they have a place on the board.
    """

    headline: str | None = None
    cells: CellLayer | None = None
    tokens: TokenLayer | None = None
    cards: CardLayer | None = None
    gauges: GaugeLayer | None = None
    buttons: ButtonLayer | None = None
    arrows: ArrowLayer | None = None
    notes: tuple[str, ...] | None = None
    task: str | None = None
    homes: tuple[tuple[int, int], ...] | None = None


class SceneStage(Struct):
    """What changes in the scene with the motions that end before this beat.

    The new headline is the caption of those motions, so it is shown while they run.
    """

    beat: int
    scene: SceneChange


class Part(Protocol):
    """Anything in a scene that has an id."""

    @property
    def id(self) -> str:
        """The id in gestures and changes."""
        ...


P = TypeVar("P", bound=Part)
L = TypeVar("L")


def scene_delta(old: Scene, new: Scene) -> SceneChange:
    """The change that turns the old scene into the new one."""
    return SceneChange(
        headline=None if old.headline == new.headline else new.headline,
        cells=_layer_delta(CellLayer, old.cells, new.cells, ordered=False),
        tokens=_layer_delta(TokenLayer, old.tokens, new.tokens, ordered=False),
        cards=_layer_delta(CardLayer, old.cards, new.cards),
        gauges=_layer_delta(GaugeLayer, old.gauges, new.gauges),
        buttons=_layer_delta(ButtonLayer, old.buttons, new.buttons),
        arrows=_layer_delta(ArrowLayer, old.arrows, new.arrows, ordered=False),
        notes=None if old.notes == new.notes else new.notes,
        task=None if old.task == new.task else new.task,
        homes=None if old.homes == new.homes else new.homes,
    )


def patch(scene: Scene, change: SceneChange) -> Scene:
    """The scene after the change, for clients in Python."""
    return Scene(
        headline=scene.headline if change.headline is None else change.headline,
        cells=_patch_layer(scene.cells, change.cells),
        tokens=_patch_layer(scene.tokens, change.tokens),
        cards=_patch_layer(scene.cards, change.cards),
        gauges=_patch_layer(scene.gauges, change.gauges),
        buttons=_patch_layer(scene.buttons, change.buttons),
        arrows=_patch_layer(scene.arrows, change.arrows),
        notes=scene.notes if change.notes is None else change.notes,
        task=scene.task if change.task is None else change.task,
        goal=scene.goal,
        homes=scene.homes if change.homes is None else change.homes,
        targets=scene.targets,
    )


def _layer_delta(
    layer: "Callable[[tuple[P, ...], tuple[str, ...], bool], L]",
    old: tuple[P, ...],
    new: tuple[P, ...],
    *,
    ordered: bool = True,
) -> L | None:
    if old is new:
        return None
    # What is the same object in the same place has not changed. Games share the parts that they
    # draw again, so few are left to compare.
    differs = [*map(is_not, old, new)]
    before = [*compress(old, differs), *old[len(new) :]]
    after = [*compress(new, differs), *new[len(old) :]]
    if ordered and not (_same_places(before, after) or _keeps_order(old, new)):
        return layer(new, (), True)  # noqa: FBT003 - the layers' third field
    gone = {part.id: part for part in before}  # what is found again below is not gone
    put = tuple([part for part in after if gone.pop(part.id, None) != part])
    return layer(put, tuple(gone), False) if put or gone else None  # noqa: FBT003 - the same


def _same_places(before: Sequence[P], after: Sequence[P]) -> bool:
    """Whether parts have only been replaced by others with their ids, or come after all others."""
    return [part.id for part in before] == [part.id for part in after[: len(before)]]


def _keeps_order(old: tuple[P, ...], new: tuple[P, ...]) -> bool:
    """Whether the parts that stay, followed by the new ones, are in the new order."""
    after = dict.fromkeys(part.id for part in new)
    stay = [part.id for part in old if part.id in after]
    return stay == [*after][: len(stay)]


class _Layer(Protocol[P]):
    put: tuple[P, ...]
    gone: tuple[str, ...]
    whole: bool


def _patch_layer(parts: tuple[P, ...], layer: _Layer[P] | None) -> tuple[P, ...]:
    if layer is None:
        return parts
    if layer.whole:
        return layer.put
    kept = {part.id: part for part in parts if part.id not in layer.gone}
    # A dict keeps the place of a key that is put again, so changed parts stay where they are.
    return tuple({**kept, **{part.id: part for part in layer.put}}.values())
