"""What a position looks like, as data. A renderer draws it and knows no rules.

Coordinates are integers in thousandths of a cell; ids are what gestures are made of.
`kind` is a word for the skin (`throne`, `hole`, `jarl`); everything is playable without one.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.core.value import value

Shape: TypeAlias = Literal["hex", "disc", "square"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the board; `x` grows to the right, `y` downwards."""

    id: str
    label: str
    x: int
    y: int
    shape: Shape = "hex"
    kind: str = ""
    seat: Seat | None = None
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A thing on a cell. `glyph` is one or two letters, so that colour is never needed."""

    id: str
    label: str
    cell: str
    glyph: str
    kind: str = ""
    seat: Seat | None = None
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a zone (`hand`, `deck`, `offer`, …); a card face down has an empty `kind`."""

    id: str
    label: str
    zone: str
    kind: str = ""
    seat: Seat | None = None
    detail: str = ""
    cost: int | None = None
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number to watch: hit points, energy, a round counter. `most` is its full mark, if any."""

    id: str
    label: str
    value: int
    most: int | None = None
    kind: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press that is no place, token or card.

    One with an `amount` stands for that many of something and ends a move whose notation ends with
    that number. Any other number up to the most that is offered may be written there instead.
    One that `writes` begins a move in notation, and the player's own words (a name) end it.
    """

    id: str
    label: str
    group: str = ""
    amount: int | None = None
    writes: str = ""


@value()
class Arrow:
    """A line from cell to cell: the last move, a projected order, a formation.

    One of kind `preview` belongs to the move whose notation its id begins with, and is seen only
    while that move is pointed at.
    """

    id: str
    label: str
    path: tuple[str, ...]
    kind: str = ""
    seat: Seat | None = None


@value()
class Scene:
    """Everything to be drawn for one viewer, and what is going on in a sentence."""

    headline: str
    cells: tuple[Cell, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    buttons: tuple[Button, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Stroke:
    """Something that changed, as it was and as it is now; of all else the two scenes have nothing.

    One that comes up again is best the very same: then it has been written before.
    """

    before: Scene
    after: Scene
    written: bytes = b""
    """What it is on the wire, for whoever writes that down to keep."""


MotionKind: TypeAlias = Literal[
    "slide", "hop", "fall", "vanish", "appear", "flip", "hit", "shake", "say"
]


@value()
class Motion:
    """One thing that happens to one object. Motions with the same `beat` run together."""

    kind: MotionKind
    target: str
    path: tuple[str, ...] = ()
    text: str = ""
    beat: int = 0
