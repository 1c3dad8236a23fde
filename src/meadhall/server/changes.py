"""What of a scene is sent after the first time: changed parts by id, layer by layer."""

from msgspec import Struct

from meadhall.core.scene import Arrow, Button, Card, Cell, Gauge, Token


class CellLayer(Struct, omit_defaults=True):
    """Changed and new cells by id, then the ids that went. `whole`: `put` is all there is."""

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
    """What of a scene is different; what is absent has not changed.

    Cards, gauges and buttons are in order: new ones come after those that were there, and where
    that would be wrong, the layer is sent whole. Cells, tokens and arrows have a place instead.
    """

    headline: str | None = None
    cells: CellLayer | None = None
    tokens: TokenLayer | None = None
    cards: CardLayer | None = None
    gauges: GaugeLayer | None = None
    buttons: ButtonLayer | None = None
    arrows: ArrowLayer | None = None
    notes: tuple[str, ...] | None = None


class Stage(Struct):
    """These cells look so from this beat of the motions on."""

    beat: int
    cells: tuple[Cell, ...]
