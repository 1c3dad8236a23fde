"""The contract: a game is a value made of facts, types and pure functions.

Nothing here runs a game. Bots, matches, servers and pages do, and they know about a game only what
is on this page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar, cast

from meadhall.core.capabilities import Guide, Learn, Present, Report, Speed, Strategy
from meadhall.core.codec import Json, from_plain, parse_json
from meadhall.core.options import Preset, Value, check_options, parse_options
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.scene import DangerMark, Preview
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Status, ToAct
from meadhall.core.value import value

O = TypeVar("O")  # noqa: E741 - options of a match
S = TypeVar("S")  # state: the whole truth, a secret
A = TypeVar("A")  # action
E = TypeVar("E")  # event
V = TypeVar("V")  # view: what one viewer may know


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """The facts about a game that do not depend on a match. The first preset is the usual one.

    `earlier` names versions of the rules that can still be played: for each, the options that a
    match of that version has where it does not name them. `time_up` ends the sentence "If your time
    runs out, …".
    """

    slug: str
    title: str
    summary: str
    players: tuple[int, ...]
    rules_version: int = 1
    earlier: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)
    max_plies: int
    payoff_bounds: tuple[int, int] = (-1, 1)
    presets: tuple[Preset, ...] = ()
    time_up: str = "a move is made for you"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTypes:
    """The runtime types, for the codec, and the special kinds of action.

    `clock_only`: actions that only a clock that ran out may play. `sealed`: actions that stay
    secret until all have chosen, each with a function that returns what others may know of one
    until then (such as its number).
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
    """The result of an action: the next state, and the events in order."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[S, A, V]):
    """How actions and positions are written as text.

    `parse` is the inverse of `write`, and raises `Refused` for anything else. `diagram` draws a
    position as text; `position`, if the game has it, reads it back.
    """

    write: Callable[[A], str]
    parse: Callable[[str], A]
    diagram: Callable[[V], str]
    help: str
    position: Callable[[str], S] | None = None


@dataclass(frozen=True, slots=True)
class Audience:
    """A group that a seat may write to, as the game names it (`everyone`, `alliance`, …).

    A message is for the seats that are in the group when it is sent or, if `shifting`, when it is
    read. `player-N` is seat N alone; the page lists every player by name anyway.
    """

    id: str
    label: str
    seats: tuple[Seat, ...]
    shifting: bool = False


@dataclass(frozen=True, slots=True)
class Traits:
    """What kind of game a match is.

    `simultaneous`: several seats may be asked at once. `chance`: dice fall or cards are drawn.
    `hidden`: some viewer may see less than another. `teams`: how many teams win and lose together,
    whose seats alternate; with 0 everybody plays alone.
    """

    simultaneous: bool = False
    chance: bool = False
    hidden: bool = False
    teams: int = 0


def open_and_in_turn(options: object, seats: int) -> Traits:  # noqa: ARG001 - any options
    """The traits of a game in which everybody sees everything and one seat acts at a time."""
    return Traits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, S, A, E, V]):
    """A game: its facts, its types and its rules as pure functions.

    A state is a secret and never leaves the server; views do. Equal arguments give equal results
    on every machine. An optional member that a game does not have is `None`. Most examples use the
    game that `meadhall new-game` writes: two seats take one to three stones in turn.
    """

    spec: GameSpec
    """The facts about the game that do not depend on a match.

    >>> game.spec.players
    (2,)
    """
    types: GameTypes
    """The runtime types, for the codec.

    >>> game.types.options().stones
    12
    """
    initial: Callable[[O, int, Rng], S]
    """The first state of a match.

    >>> game.initial(options, 2, Rng("seed")).stones
    4
    """
    status: Callable[[S], Status]
    """Which seats the game waits for, or how it ended.

    >>> game.status(state)
    ToAct(seats=(0,))
    """
    legal_actions: Callable[[S, Seat], Sequence[A]]
    """The legal actions, in a fixed order. If actions contain free numbers, a finite selection.

    >>> [action.count for action in game.legal_actions(state, 0)]
    [1, 2, 3]
    """
    refusal: Callable[[S, Seat, A], Refusal | None]
    """Why the seat cannot do that, or `None` if it can. Anything that is not an action is refused.

    >>> game.refusal(state, 1, action).code
    'NOT_YOUR_TURN'
    >>> game.refusal(state, 0, "take everything").code
    'BAD_ACTION'
    """
    apply: Callable[[S, Seat, A], Step[S, E]]
    """The next state and the events. Raises `Refused` exactly where `refusal` returns a reason.

    >>> game.apply(state, 0, action).state.stones
    3
    """
    default_action: Callable[[S, Seat, Rng], A]
    """The action that is played for a seat whose time is up.

    >>> game.default_action(state, 0, Rng("seed"))
    Take(count=1, kind='take')
    """
    view: Callable[[S, Viewer], V]
    """What the viewer may know of a state.

    >>> game.view(state, None) == view
    True
    """
    view_event: Callable[[E, Viewer], E | None]
    """What the viewer may know of an event; `None` if nothing.

    >>> game.view_event(event, None) == event
    True
    """
    resample: Callable[[V, Rng], S]
    """A random state that fits the view, for bots to search from.

    >>> game.view(game.resample(view, Rng("seed")), None) == view
    True
    """
    invariant: Callable[[S], list[str]]
    """What is wrong with the state, as sentences; empty if nothing is.

    >>> game.invariant(state)
    []
    """
    notation: Notation[S, A, V]
    """How actions are written.

    >>> game.notation.write(action)
    'take 1'
    """

    traits: Callable[[O, int], Traits] = open_and_in_turn
    """What kind of game a match with these options and seats is.

    >>> game.traits(options, 2)
    Traits(simultaneous=False, chance=False, hidden=False, teams=0)
    """
    check_setup: Callable[[O, int], None] | None = None
    """Raises `Refused` for options that do not fit the number of seats.

    >>> jarls.check_setup(jarls.types.options(teams=True), 3)
    Traceback (most recent call last):
    meadhall.core.refusal.Refused: BAD_SETUP: A team match is for 4 or 6 players, not 3.
    """
    leave: Callable[[S, Seat], Step[S, E]] | None = None
    """The seat gives up and the others play on. `None`: the match ends when a seat leaves.

    >>> checkers.leave(first, 0).state.gone
    (0,)
    """
    time_limit: Callable[[S], int | None] | None = None
    """The milliseconds that the rules allow for the present question; `None` for no limit.

    >>> clash.time_limit(clash.initial(clash.types.options(), 2, Rng("seed")))
    12000
    """
    audiences: Callable[[S, Seat], Sequence[Audience]] | None = None
    """The groups that the seat may write to now.

    >>> [audience.id for audience in toaster.audiences(war, 0)]
    ['everyone', 'alliance', 'player-1', 'player-2']
    """

    present: Present[A, E, V] | None = None
    """How the game looks. A game without it is played by notation."""
    play: Strategy[S, A, V] | None = None
    """What helps bots."""
    learn: Learn[O, A, V] | None = None
    """Actions and views as numbers."""
    report: Report[S] | None = None
    """What balance reports examine."""
    guide: Guide[O] | None = None
    """A guided first match."""
    speed: Speed[O, S, A, E, V] | None = None
    """Faster ways to the same results."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose types are not known to the caller, as the registry returns it."""


def start(game: Game[O, S, A, E, V], options: O, seats: int, rng: Rng) -> S:
    """The first state of a match. Raises `Refused` if the options or the seats are wrong."""
    if seats not in game.spec.players:
        counts = ", ".join(map(str, game.spec.players))
        raise Refused.because(
            "BAD_SEAT_COUNT", f"{game.spec.title} is for {counts} players, not {seats}.", "seats"
        )
    # Options that a program made itself have not been checked by `parse_options`.
    check_options(options)
    if game.check_setup is not None:
        game.check_setup(options, seats)
    return game.initial(options, seats, rng)


def strategy(game: AnyGame) -> Strategy[Any, Any, Any]:
    """What the game offers to bots; an empty group where it offers nothing."""
    return game.play or Strategy()


def evaluation(game: AnyGame, state: object, seat: Seat) -> int:
    """How good the state is for the seat; 0 where the game cannot say."""
    evaluate = strategy(game).evaluate
    return evaluate(state, seat) if evaluate else 0


def action_preview(game: AnyGame, view: object, action: object) -> Preview:
    """What a viewer can know in advance of a legal action; empty where the game does not say."""
    preview = game.present and game.present.preview
    return preview(view, action) if preview else Preview()


def dangers_to(game: AnyGame, view: object, seat: Seat) -> tuple[DangerMark, ...]:
    """What the seat has to fear next, as far as the view shows; none if the game does not say."""
    dangers = game.present and game.present.dangers
    return tuple(dangers(view, seat)) if dangers else ()


def action_phrase(game: AnyGame, action: object) -> str:
    """The action in words for people; in notation where the game has none."""
    phrase = game.present and game.present.phrase
    return phrase(action) if phrase else game.notation.write(action)


def speed(game: AnyGame) -> Speed[Any, Any, Any, Any, Any]:
    """The faster ways that the game offers; an empty group where it offers none."""
    return game.speed or Speed()


def traits_of(game: AnyGame, options: Mapping[str, Value], seats: int) -> Traits:
    """What kind of game a match with these options is; options are given by name."""
    return game.traits(parse_options(game.types.options, options), seats)


def options_under(game: AnyGame, version: int, given: Mapping[str, Value]) -> dict[str, Value]:
    """The options, by name, of a match that was made under that version of the rules.

    Refused if the version cannot be played any more.
    """
    spec = game.spec
    if version == spec.rules_version:
        return dict(given)
    if version not in spec.earlier:
        raise Refused.because(
            "OTHER_RULES",
            f"This match was played under version {version} of the rules of {spec.title};"
            f" this is version {spec.rules_version}.",
            "$.rules_version",
        )
    return {**spec.earlier[version], **given}


def state_under(game: AnyGame, version: int, text: str) -> object:
    """The state that was written as JSON under that version of the rules."""
    plain = parse_json(text)
    # By convention a state keeps the options of its match in a field of that name.
    if isinstance(plain, dict) and isinstance(options := plain.get("options"), dict):
        filled = options_under(game, version, cast("dict[str, Value]", options))
        plain = {**plain, "options": cast(Json, filled)}
    state: object = from_plain(game.types.state, plain)
    return state


def default_traits(game: AnyGame) -> Traits:
    """What kind of game a match with default options is."""
    return game.traits(game.types.options(), min(game.spec.players))


def to_act(game: AnyGame, state: object) -> tuple[Seat, ...]:
    """The seats the game waits for; none when it is over."""
    status = game.status(state)
    return status.seats if isinstance(status, ToAct) else ()
