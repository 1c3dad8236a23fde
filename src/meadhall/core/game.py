"""The contract: a game is a value made of facts, types and pure functions.

Nothing here runs a game. Bots, matches, servers and pages do, and they know no more of a game
than this page says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from meadhall.core.fast import FastLane
from meadhall.core.options import check_options
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import Cell, Motion, Scene, Stroke
from meadhall.core.seats import Seat, Viewer
from meadhall.core.simulate import Rehearsal, Simulator
from meadhall.core.status import Status, ToAct
from meadhall.core.value import value

O = TypeVar("O")  # noqa: E741 - options of a match
S = TypeVar("S")  # state: the whole truth, a secret
A = TypeVar("A")  # action
E = TypeVar("E")  # event
V = TypeVar("V")  # view: what one pair of eyes may know
T = TypeVar("T")
S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """The facts about a game that are known before it is played."""

    slug: str
    title: str
    summary: str
    players: tuple[int, ...]
    simultaneous: bool = False
    chance: bool = False
    hidden: bool = False
    rules_version: int = 1
    max_plies: int
    payoff_bounds: tuple[int, int] = (-1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTypes:
    """The runtime types, for the codec, and what is special about some kinds of action.

    `clock_only`: actions that only a run-out clock may play. `sealed`: actions that stay secret
    until all have chosen, each with what others may know of one meanwhile (say, its number).
    """

    options: type[Any]
    state: Any
    action: Any
    event: Any
    view: Any
    clock_only: tuple[type[Any], ...] = ()
    sealed: Mapping[type[Any], Callable[[Any], object]] = field(default_factory=dict)


@value()
class Step(Generic[S, E]):
    """What an action leads to: the next state, and what happened on the way, in order."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Present(Generic[A, E, V]):
    """How a game looks. A gesture is the ids a person clicks, in order, for an action."""

    scene: Callable[[V], Scene]
    gesture: Callable[[A], tuple[str, ...]]
    motions: Callable[[E], tuple[Motion, ...]]
    tell: Callable[[E], str]
    marks: tuple[str, ...]
    colours: tuple[str, ...]
    reading: Callable[[V, tuple[str, ...]], A | None] | None = None
    """The action that somebody means by these clicks, legal or not, so that it can be refused."""
    follow: Callable[[V, Sequence[E]], Sequence[tuple[Cell, ...]]] | None = None
    """For each of these events, from the view before them, the cells that look otherwise then."""
    foresee: Callable[[V, A], str] | None = None
    """What the viewer can know beforehand of an action that is not refused, such as its odds."""
    contrast: Callable[[V, V, Sequence[E]], Sequence[Stroke] | None] | None = None
    """How the scenes of two views differ between which these events happened.

    `None`: both are to be drawn and compared.
    What is only in the second half of a stroke is put in the place of the old part of that id. Each
    layer is in one stroke at most.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[S, A, V]):
    """How a game is written. `write` and `parse` are inverse; `parse` raises `Refused`.

    `diagram` draws a position as text; `position`, where there is one, reads it back.
    """

    write: Callable[[A], str]
    parse: Callable[[str], A]
    diagram: Callable[[V], str]
    help: str
    position: Callable[[str], S] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding(Generic[O, A, V]):
    """Actions and views as numbers, for learning agents, fixed by options and seats."""

    action_count: Callable[[O, int], int]
    index: Callable[[O, int, A], int]
    action: Callable[[O, int, int], A]
    shape: Callable[[O, int], tuple[int, ...]]
    observe: Callable[[V], tuple[int, ...]]


class Pick(Protocol[S_contra]):
    """Lists legal actions by what is kept for each action there is."""

    def __call__(self, state: S_contra, seat: Seat, kept: Sequence[Sequence[T]], /) -> Sequence[T]:
        """What is kept for each of the seat's legal actions, in their order."""
        ...


@dataclass(frozen=True, slots=True)
class Book(Generic[S, A]):
    """All actions there are, row by row, and how to look up something else for the legal ones.

    `pick` with the book's own rows lists the actions themselves. A server picks from rows in which
    every action is written already.
    """

    rows: tuple[tuple[A, ...], ...]
    pick: Pick[S]


@dataclass(frozen=True, slots=True)
class Audience:
    """Somebody a seat may talk to, as the game names it (`everyone`, `alliance`, …).

    A letter is for the seats of the moment it is sent in; if `shifting`, of the moment it is read.
    """

    id: str
    label: str
    seats: tuple[Seat, ...]
    shifting: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of opponent: which bot plays it and with what settings."""

    name: str
    text: str
    bot: str
    settings: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step of guided play: what to read, then the plies (seat, notation) that are played.

    The learner sits on seat 0 and is asked for that seat's plies; the others play themselves.
    """

    title: str
    text: str
    plies: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide(Generic[O]):
    """A guided first match, and tips that fit anywhere."""

    options: O
    seats: int
    seed: str
    steps: tuple[GuideStep, ...]
    tips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, S, A, E, V]):
    """A game: its facts, its types and its rules as pure functions.

    A state is a secret and never leaves the server; views do. Equal arguments give equal results
    on every machine. What is `None` a game does not have.
    """

    spec: GameSpec
    types: GameTypes

    initial: Callable[[O, int, Rng], S]
    status: Callable[[S], Status]
    legal_actions: Callable[[S, Seat], Sequence[A]]
    """In a fixed order. Where actions carry free numbers, a finite, useful choice of them."""
    refusal: Callable[[S, Seat, A], Refusal | None]
    apply: Callable[[S, Seat, A], Step[S, E]]
    """Raises `Refused` for exactly what `refusal` names."""
    default_action: Callable[[S, Seat, Rng], A]
    """What a run-out clock plays."""
    view: Callable[[S, Viewer], V]
    view_event: Callable[[E, Viewer], E | None]
    resample: Callable[[V, Rng], S]
    """A state that looks like this view, for bots to search from."""
    invariant: Callable[[S], list[str]]
    """The promises this state breaks; empty when it is sound."""

    check_setup: Callable[[O, int], None] | None = None
    """Raises `Refused` where options and seats are fine alone and not together."""
    leave: Callable[[S, Seat], Step[S, E]] | None = None
    """The seat gives up and the others play on. `None`: the match ends when somebody leaves."""
    time_limit: Callable[[S], int | None] | None = None
    """Milliseconds that the rules give for what is asked now."""
    audiences: Callable[[S, Seat], Sequence[Audience]] | None = None
    evaluate: Callable[[S, Seat], int] | None = None
    """How good the state is for the seat; larger is better, and only the order counts."""
    temper: int = 200
    """An evaluation of this size is worth half a win: how chances are told from evaluations."""
    repeats: Callable[[S, Seat, A], bool] | None = None
    """Whether the action leads back to a position that this match has already seen."""
    present: Present[A, E, V] | None = None
    notation: Notation[S, A, V]
    encode: Encoding[O, A, V] | None = None
    book: Book[S, A] | None = None
    """For a game whose actions are few enough to be all made beforehand."""
    features: Callable[[S, Seat], Mapping[str, str]] | None = None
    """What marked the seat's finished match (`miner`: `repair`), for balance reports to weigh."""
    fast: Callable[[], FastLane[S]] | None = None
    """Loads the compiled lane, on first use only; raises `ImportError` where Numba is missing."""
    simulate: Callable[[], Simulator[O, S, A]] | None = None
    """Loads random play in bulk, on first use only."""
    policies: Mapping[str, Callable[[V, Seat, Sequence[A], Rng], A]] = field(default_factory=dict)
    """Players made of rules of thumb: from a view and its legal actions to one of them."""
    rehearse: Callable[[V, Seat, Sequence[tuple[A, str]], int], Rehearsal | None] | None = None
    """(view, seat, proposals, plies): compiled play as the policies play. A proposal is an action
    and the policy that goes on with it. Raises `ImportError` where Numba is missing; `None`: the
    pure rules must do."""
    levels: tuple[Level, ...] = ()
    guide: Guide[O] | None = None


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose types are not known here: what the registry hands out."""


def start(game: Game[O, S, A, E, V], options: O, seats: int, rng: Rng) -> S:
    """The first state of a match, once options and seats have been found to be in order."""
    if seats not in game.spec.players:
        counts = ", ".join(map(str, game.spec.players))
        raise Refused.because(
            "BAD_SEAT_COUNT", f"{game.spec.title} is for {counts} players, not {seats}.", "seats"
        )
    check_options(options)
    if game.check_setup is not None:
        game.check_setup(options, seats)
    return game.initial(options, seats, rng)


def to_act(game: AnyGame, state: object) -> tuple[Seat, ...]:
    """The seats the game waits for; none when it is over."""
    status = game.status(state)
    return status.seats if isinstance(status, ToAct) else ()
