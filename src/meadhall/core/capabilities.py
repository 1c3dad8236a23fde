"""What a game may offer beside its rules, in groups. Each group is optional.

| group | for |
| --- | --- |
| `Present` | people who look at the board |
| `Strategy` | bots |
| `Learn` | learning agents |
| `Report` | balance reports |
| `Guide` | people who play for the first time |
| `Speed` | programs that need the same results faster |
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from meadhall.core.bulk_play import MixedChoice, Pupils, Rehearsal, Simulator
from meadhall.core.fast_lane import BatchLane, FastLane
from meadhall.core.rng import Rng
from meadhall.core.scene import DangerMark, Moments, MotionsOfEvents, Preview, Scene, SceneDiff
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished

O = TypeVar("O")  # noqa: E741 - options of a match
S = TypeVar("S")  # state
A = TypeVar("A")  # action
E = TypeVar("E")  # event
V = TypeVar("V")  # view
T = TypeVar("T")
S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Present(Generic[A, E, V]):
    """How a game looks and what it says."""

    scene: Callable[[V], Scene]
    """Everything there is to draw for a view.

    >>> present.scene(view).headline
    '4 stones left; seat 1 to move'
    """
    gesture: Callable[[A], tuple[str, ...]]
    """The ids of the parts of the scene that a person clicks, in order, for an action.

    >>> present.gesture(action)
    ('take-1',)
    """
    motions: MotionsOfEvents[E]
    """For each event of a step, what moves when it happens. `in_turn` makes it from a function of
    one event, for games whose events are watched one after the other.

    >>> [[motion.kind for motion in motions] for motions in present.motions([event])]
    [['vanish']]
    """
    sentence: Callable[[E], str]
    """The event as a sentence for the log; empty where there is nothing to say.

    >>> present.sentence(event)
    'Seat 1 takes 1; 3 left.'
    """
    marks: tuple[str, ...]
    """One symbol per seat, so that nobody needs colours to distinguish seats.

    >>> present.marks
    ('●', '■')
    """
    colours: tuple[str, ...]
    """One CSS colour per seat.

    >>> len(present.colours) == len(present.marks)
    True
    """
    phrase: Callable[[A], str] | None = None
    """The action in a few words, as its player would say it; ids have no place in it.

    >>> present.phrase(action)
    'take 1'
    """
    opening: Callable[[V, Sequence[A]], str] | None = None
    """How a player opened, in words that players use: the seat's view before its first action, and
    its first actions in order. Players who opened alike get the same words; empty if there are none
    for it.

    >>> checkers.present.opening(star, [checkers.legal_actions(first, 0)[0]])
    'Hop to the edge'
    """
    ending: Callable[[Finished], str] | None = None
    """How a match ended and why, as a sentence, for each result of the game's own rules.

    >>> present.ending(Finished((-1, 1), "lastStone"))
    'Seat 2 wins: they took the last stone.'
    """
    action_from_clicks: Callable[[V, tuple[str, ...]], A | None] | None = None
    """The action that a person means by these clicks, legal or not, so that it can be refused with
    a reason.

    >>> checkers.present.action_from_clicks(star, ("m0", "c120"))
    Move(start=0, end=120, kind='move')
    """
    follow: Callable[[V, Scene, Moments[E]], Sequence[Scene]] | None = None
    """The scene after each moment of a step, given the view and the scene before them all. Its
    headline is the caption while the moment is watched. What a moment does not change is best the
    same object: a layer, or the whole scene. Empty if nothing changes before the last motion is
    over. Steps with a single moment are not followed.

    >>> toaster.present.follow(island, toaster.present.scene(island), [])
    []
    """
    preview: Callable[[V, A], Preview] | None = None
    """What the viewer can know in advance about a legal action, such as its odds. It is worked out
    only when somebody asks for it; nothing of it belongs into the scene.

    >>> toaster.present.preview(island, toaster.notation.parse("ready"))
    Preview(text='', arrows=(), warning='')
    """
    dangers: Callable[[V, Seat], Sequence[DangerMark]] | None = None
    """What the seat has to fear from the next moves of others, as far as the view shows. Like a
    preview it is worked out only when somebody asks for it.

    >>> jarls.present.dangers(fjord, 0)
    ()
    """


@dataclass(frozen=True, slots=True)
class Level:
    """A level of strength: the bot that plays it, and its settings.

    `rating` is its measured strength with two players and default options, on the game's own scale;
    `None` if nobody has measured it.
    """

    name: str
    text: str
    bot: str
    settings: Mapping[str, int] = field(default_factory=dict)
    rating: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy(Generic[S, A, V]):
    """What helps bots to play well."""

    evaluate: Callable[[S, Seat], int] | None = None
    """How good the state is for the seat: larger is better.

    >>> game.play.evaluate(state, 1) > game.play.evaluate(state, 0)  # four stones lose
    True
    """
    evaluation_scale: int = 200
    """The evaluation that is worth half a win. Chances of winning are computed with it.

    >>> game.play.evaluation_scale
    200
    """
    calibration: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For numbers of seats: how often a seat won where an analysis computed a chance of 0, 5, 10,
    … 100 % for it, in thousandths. The benchmark `calibration` fits these numbers.

    >>> game.play.calibration
    {}
    """
    repeats: Callable[[S, Seat, A], bool] | None = None
    """Whether the action leads back to an earlier position of the match.

    >>> checkers.play.repeats(first, 0, checkers.legal_actions(first, 0)[0])
    False
    """
    policies: Mapping[str, Callable[[V, Seat, Sequence[A], Rng], A]] = field(default_factory=dict)
    """Rules of thumb by name. Each chooses one of the legal actions of a view.

    >>> sorted(toaster.play.policies)[0]
    'captain'
    """
    beginners: Mapping[str, Callable[[V, Seat, Sequence[A], Rng], A]] = field(default_factory=dict)
    """Weaker rules of thumb by name, for levels. No search proposes them or expects them of others.

    >>> sorted(toaster.play.beginners)
    ['page', 'squire']
    """
    rank: Callable[[V, Seat, Sequence[A]], Sequence[A]] | None = None
    """The legal actions that are worth a trial, the most promising first.

    >>> len(toaster.play.rank(toaster.view(war, 0), 0, toaster.legal_actions(war, 0))) > 3
    True
    """
    levels: tuple[Level, ...] = ()
    """The opponents to choose from, weakest first.

    >>> [level.name for level in checkers.play.levels]
    ['novice', 'easy', 'casual', 'medium', 'hard', 'expert']
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering(Generic[O, A, V]):
    """Numbers whose meaning depends on what the seat sees, so that few are enough.

    An action has no number (`None`) where the numbers cannot say it, and a number no action where
    it means nothing now.
    """

    count: Callable[[O, int], int]
    """How many numbers there are."""
    index: Callable[[V, Seat, A], int | None]
    """The number of an action of the seat."""
    action: Callable[[V, Seat, int], A | None]
    """The action of the seat with a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learn(Generic[O, A, V]):
    """Actions and views as numbers, for learning agents.

    The numbers depend on the options and the number of seats. A game has plain numbers, which mean
    the same in every position, or `compact` ones, or both.
    """

    action_count: Callable[[O, int], int] | None = None
    """How many actions have a plain number, legal or not.

    >>> game.learn.action_count(options, 2)
    3
    """
    index: Callable[[O, int, A], int] | None = None
    """The plain number of an action.

    >>> game.learn.index(options, 2, action)
    0
    """
    action: Callable[[O, int, int], A] | None = None
    """The action with a plain number.

    >>> game.learn.action(options, 2, 0) == action
    True
    """
    shape: Callable[[O, int], tuple[int, ...]]
    """The shape of an observation.

    >>> game.learn.shape(options, 2)
    (2,)
    """
    observe: Callable[[V, Viewer], tuple[int, ...]]
    """What the viewer sees, as numbers in a fixed order.

    >>> len(game.learn.observe(view, 0))
    2
    """
    bounds: Callable[[O, int], tuple[tuple[int, ...], tuple[int, ...]]] | None = None
    """The least and the greatest value of each number of an observation; `None` if unknown.

    >>> low, high = checkers.learn.bounds(checkers.types.options(), 2)
    >>> min(low), max(high)
    (0, 1)
    """
    compact: Numbering[O, A, V] | None = None
    """Numbers that depend on the view, for games with too many actions to number them plainly.

    >>> checkers.learn.compact.count(checkers.types.options(), 2)
    430
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Generic[S]):
    """What balance reports examine beside who won."""

    features: Callable[[S, Seat], Mapping[str, str]]
    """What was special about the seat's finished match. Reports compare it with winning.

    >>> sorted(toaster.report.features(war, 0))
    ['keep', 'objective']
    """


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step of a guided match: a text to read, then plies (seat, notation) to play.

    The learner plays the plies of seat 0; the others are played automatically.
    """

    title: str
    text: str
    plies: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide(Generic[O]):
    """A guided first match, and general tips."""

    options: O
    seats: int
    seed: str
    steps: tuple[GuideStep, ...]
    tips: tuple[str, ...] = ()


class Select(Protocol[S_contra]):
    """Looks up something for each legal action."""

    def __call__(self, state: S_contra, seat: Seat, kept: Sequence[Sequence[T]], /) -> Sequence[T]:
        """The entry of `kept`, shaped like the table's rows, for each legal action in order."""
        ...


@dataclass(frozen=True, slots=True)
class ActionTable(Generic[S, A]):
    """All actions of the game in rows, and a function that selects the legal ones.

    `select` with the table's own rows lists the legal actions. A server selects from rows in which
    every action is already encoded.
    """

    rows: tuple[tuple[A, ...], ...]
    select: Select[S]


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed(Generic[O, S, A, E, V]):
    """Faster ways to the same results. The pure rules decide, and laws compare the two."""

    lane: Callable[[], FastLane[S]] | None = None
    """Loads the compiled lane, on first use; raises `ImportError` if Numba is not installed.

    >>> checkers.speed.lane().kernels.to_move(checkers.speed.lane().pack(first))
    0
    """
    batch: Callable[[O, int, bool], BatchLane[S] | None] | None = None
    """(options, seats, compact): compiled play of many matches by the numbers of `learn`. `None`
    where only the pure rules can play; raises `ImportError` if Numba is not installed.

    >>> checkers.speed.batch(checkers.types.options(), 2, True).most_legal > 100
    True
    """
    bulk_play: Callable[[], Simulator[O, S, A]] | None = None
    """Loads random play in bulk, on first use.

    >>> callable(clash.speed.bulk_play().matches)
    True
    """
    rehearse: Callable[[V, Seat, Sequence[tuple[A, str]], int], Rehearsal | None] | None = None
    """(view, seat, proposals, plies): compiled play by the policies. A proposal is an action and
    the policy that continues after it. Raises `ImportError` if Numba is not installed; returns
    `None` where only the pure rules can play.

    >>> ready = toaster.notation.parse("ready")
    >>> type(toaster.speed.rehearse(toaster.view(war, 0), 0, [(ready, "marshal")], 2)).__name__
    'Rehearsal'
    """
    mix_choice: Callable[[V, Seat, Sequence[A], tuple[int, int], Rng], MixedChoice] | None = None
    """(view, seat, legal actions, thinking): a mixed strategy where all choose at once. `thinking`
    is how many hands to consider for each side, and rounds of learning.

    >>> pick = clash.legal_actions(duel, 0)
    >>> len(clash.speed.mix_choice(clash.view(duel, 0), 0, pick, (4, 10), Rng("")).weights)
    4
    """
    pupils: Callable[[], Pupils] | None = None
    """Loads the players that `meadhall arena train` teaches, on first use.

    >>> clash.speed.pupils().most_inputs
    31
    """
    action_table: ActionTable[S, A] | None = None
    """For a game with so few actions that all can be made in advance.

    >>> table = checkers.speed.action_table
    >>> [*table.select(first, 0, table.rows)] == [*checkers.legal_actions(first, 0)]
    True
    """
    scene_diff: Callable[[V, V, Sequence[E]], Sequence[SceneDiff] | None] | None = None
    """How the scenes of two views differ, given the events between them. `None` if the game cannot
    say; then the caller compares the whole scenes.

    A part that is only in `after` replaces the old part with that id. Each layer is in at most one
    difference.

    >>> checkers.speed.scene_diff(star, star, []) is None
    True
    """
