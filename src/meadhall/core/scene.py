"""What a position looks like, as data. A renderer draws it and knows no rules.

Coordinates are integers in thousandths of a cell. A gesture is a list of ids. `kind` is a word for
the skin (`throne`, `hole`, `jarl`); a game can be played without a skin.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias, TypeVar

from meadhall.core.seats import Seat
from meadhall.core.value import value

LAYERS = 2048
"""How many recent layers and parts of scenes a game keeps in each of its caches (`lru_cache`).

Large enough for the tables that are played at the same time. With fewer, the parts are made anew,
and comparing them with the last ones takes longer."""

Shape: TypeAlias = Literal["hex", "disc", "square"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the board; `x` grows to the right, `y` downwards.

    `name` is what sentences call it (`E5`), and what the board shows where names are switched on.
    `label` says more: what kind of place it is, whose it is, what lies there.
    """

    id: str
    label: str
    x: int
    y: int
    shape: Shape = "hex"
    kind: str = ""
    seat: Seat | None = None
    badge: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A thing on a cell. `glyph` is one or two letters, so that nobody needs colours."""

    id: str
    label: str
    cell: str
    glyph: str
    kind: str = ""
    seat: Seat | None = None
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a zone (`hand`, `deck`, `offer`, …). A card that lies face down has no `kind`.

    A card is `chosen` while its owner's choice waits for the others. It stays in the hand.
    """

    id: str
    label: str
    zone: str
    kind: str = ""
    seat: Seat | None = None
    detail: str = ""
    cost: int | None = None
    dimmed: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number to watch: hit points, energy, a round counter. `most` is its maximum, if any.

    `then` says what happens when a counter is full: `then the match is a draw`.
    """

    id: str
    label: str
    value: int
    most: int | None = None
    kind: str = ""
    seat: Seat | None = None
    then: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press that is not a cell, token or card.

    A button with an `amount` ends a move whose notation ends with that number. The player may type
    any other number instead, up to the largest amount on offer.
    A button with `writes` begins a move with that notation, and the player types the rest (a name).
    A button with `confirm` is pressed only after the player has agreed to that question.
    """

    id: str
    label: str
    group: str = ""
    amount: int | None = None
    writes: str = ""
    confirm: str = ""


@value()
class Arrow:
    """A line from cell to cell: the last move, a planned order, a formation."""

    id: str
    label: str
    path: tuple[str, ...]
    kind: str = ""
    seat: Seat | None = None


@value()
class Scene:
    """Everything to draw for one viewer, with a headline that says what is going on.

    `task` tells the player who is to act what to do now: `Choose a card.` Nobody else is shown it.
    Where it is empty, a renderer says what the legal moves imply.

    `homes` has a point for each seat, in the coordinates of the cells: the side of the board where
    it sits. Two things stay the same during a match: `goal` says in a sentence how the viewer wins,
    and `targets` has, for each seat, the cells that it wants to reach.
    """

    headline: str
    cells: tuple[Cell, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    buttons: tuple[Button, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[str, ...] = ()
    task: str = ""
    goal: str = ""
    homes: tuple[tuple[int, int], ...] = ()
    targets: tuple[tuple[str, ...], ...] = ()


@value()
class Preview:
    """What can be known in advance about an action: in words, and as arrows on the board.

    `warning` says what the player would regret, such as the loss of a piece.
    """

    text: str = ""
    arrows: tuple[Arrow, ...] = ()
    warning: str = ""


@value()
class DangerMark:
    """Something that an opponent's next move could do to a seat.

    `target` is the id of the part of the scene that is in danger: a token, or a cell.
    """

    target: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class SceneDiff:
    """A change, as two partial scenes that hold only what changed, before and after.

    Reuse the same object when a change recurs: an encoder may cache the bytes by object.
    """

    before: Scene
    after: Scene


MotionKind: TypeAlias = Literal[
    "slide", "hop", "push", "fall", "vanish", "appear", "flip", "hit", "shake", "say", "show",
    "pause",
]  # fmt: skip
"""How something moves. A text that is said rises and fades; one that is shown stands still. A pause
moves nothing: people look at what has just changed."""


@value()
class Motion:
    """One movement of one object. Motions with the same `beat` run at the same time.

    It takes that many `milliseconds`; without a number, as long as `MOTION_MS` says.
    """

    kind: MotionKind
    target: str
    path: tuple[str, ...] = ()
    text: str = ""
    beat: int = 0
    milliseconds: int = 0


MOTION_MS: Final[Mapping[MotionKind, int]] = {
    "slide": 200,
    "hop": 240,
    "push": 360,
    "fall": 380,
    "vanish": 260,
    "appear": 260,
    "flip": 420,
    "hit": 420,
    "shake": 320,
    "say": 250,
    "show": 200,
    "pause": 500,
}
"""The milliseconds that a motion takes, or each leg of a slide or hop."""
MOST_PLAYING_MS: Final = 15_000
"""How long people watch one step at most. What would take longer is played faster."""
E = TypeVar("E")
MotionsOfEvents: TypeAlias = Callable[[Sequence[E]], Sequence[tuple[Motion, ...]]]
"""For each event of a step, what moves with it; beats count from the first event on."""

Moments: TypeAlias = Sequence[Sequence[E]]
"""The events of a step by moments: those of one moment are watched together."""


def delay(motions: Iterable[Motion], beats: int) -> tuple[Motion, ...]:
    """The motions, that many beats later."""
    # By position: `replace` would make a move that is watched in several beats 5 % slower.
    return tuple(
        [Motion(m.kind, m.target, m.path, m.text, m.beat + beats, m.milliseconds) for m in motions]
        if beats
        else motions
    )


def beat_count(motions: Iterable[Motion]) -> int:
    """How many beats these motions take together."""
    return 1 + max((motion.beat for motion in motions), default=-1)


def playing_time(motions: Iterable[Motion]) -> int:
    """The milliseconds that it takes to watch the motions at normal speed.

    Beats run one after the other, and each takes as long as its longest motion. The page plays
    motions by the same rule (`plan` in `web/src/board/motions.ts`).
    """
    beats = groupby(sorted(motions, key=_beat), _beat)
    return min(MOST_PLAYING_MS, sum(max(map(_duration, beat)) for _, beat in beats))


def _beat(motion: Motion) -> int:
    return motion.beat


def _duration(motion: Motion) -> int:
    legs = len(motion.path) - 1 if motion.kind in ("slide", "hop") else 1
    return motion.milliseconds or MOTION_MS[motion.kind] * max(1, legs)
