"""How the game looks: a star of holes, marbles, and the way the last one went."""

from collections.abc import Sequence
from functools import cache
from itertools import compress, pairwise

from meadhall.core.game import Present
from meadhall.core.scene import Arrow, Cell, Gauge, Motion, Scene, Stroke, Token
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers.board import (
    CORNER_OF,
    HOLES,
    MARBLES,
    SEATING,
    SIZE,
    STEPS,
    target_of,
)
from meadhall.games.chinese_checkers.ending import MOVES_EACH, at_home, seats_from
from meadhall.games.chinese_checkers.moves import STRAIGHT, held, route, shifted
from meadhall.games.chinese_checkers.types import (
    MARBLE,
    Event,
    Left,
    Move,
    Moved,
    Skipped,
    View,
)

MARKS = ("●", "■", "▲", "◆", "★", "✚")
COLOURS = ("#D32F2F", "#1976D2", "#388E3C", "#F9A825", "#7B1FA2", "#EF6C00")
NAMES = ("red", "blue", "green", "yellow", "purple", "orange")
ROW_HEIGHT = 866  # rows of a pointy-top grid are half the square root of three apart
_HOLE = tuple(f"c{hole}" for hole in range(SIZE))
_MARBLE = tuple(f"m{hole}" for hole in range(SIZE))
"""What each hole and the marble in it are called, made once: thousands of ways are kept."""
LONELY = 5
"""With five players one target is nobody's home."""

REASONS = {
    "goal": "has all ten marbles in the target",
    "blockedGoal": "holds most of a full target",
    "lastLeft": "is the last one playing",
    "allStuck": "stands best when nobody can move",
    "repetition": "stands best when a position came up for the third time",
    "moveLimit": f"stands best after {MOVES_EACH} moves each",
}


def scene(view: View) -> Scene:
    """The star with everything that stands on it."""
    return Scene(
        headline=_headline(view),
        cells=_cells(view.seats),
        tokens=tuple(_tokens(view)),
        gauges=(
            *(_progress(view, seat) for seat in range(view.seats)),
            _clock(len(view.history), view.seats),
        ),
        arrows=_last_move(view),
        notes=_notes(view),
    )


def contrast(before: View, after: View, events: Sequence[Event]) -> tuple[Stroke, ...] | None:
    """After a move: the marble where it was and where it is, the counts, and whose turn it is."""
    if len(events) != 1 or not isinstance(events[0], Moved) or not _is_plain(before):
        return None
    seat, way = events[0].seat, events[0].route
    start, end = way[0], way[-1]
    homeward = CORNER_OF[start] != CORNER_OF[end] and _is_homeward(after, seat, start, end)
    return (
        _went_on(before.turn, after.turn),
        _walked(seat, way),
        _came_home(after, seat) if homeward else _counted(len(after.history), after.seats),
    )


def _is_plain(view: View) -> bool:
    """Whether there is nothing to note: nobody was passed over, and it has begun."""
    return view.history != () and _after_last(view) == view.turn


def _is_homeward(view: View, seat: Seat, start: int, end: int) -> bool:
    """Whether a marble that went so came into its target or left it."""
    return target_of(view.seats, seat) in (CORNER_OF[start], CORNER_OF[end])


@cache
def _went_on(before: Seat, after: Seat) -> Stroke:
    return Stroke(Scene(_to_move(before)), Scene(_to_move(after)))


def _walked(seat: Seat, way: tuple[int, ...]) -> Stroke:
    """A marble that has gone that way."""
    return _drawn(seat, way) if len(way) > STRAIGHT else _drawn_straight(seat, way)


@cache
def _drawn_straight(seat: Seat, way: tuple[int, ...]) -> Stroke:
    return _drawn(seat, way)


def _drawn(seat: Seat, way: tuple[int, ...]) -> Stroke:
    before, after = _TOKENS[seat][way[0]], _TOKENS[seat][way[-1]]
    arrow = _arrow(seat, way)
    return Stroke(Scene("", tokens=(before,)), Scene("", tokens=(after,), arrows=(arrow,)))


@cache
def _counted(made: int, seats: int) -> Stroke:
    return Stroke(Scene(""), Scene("", gauges=(_clock(made, seats),)))


def _came_home(view: View, seat: Seat) -> Stroke:
    """A marble came into its target or left it, which counts too."""
    gauges = _progress(view, seat), _clock(len(view.history), view.seats)
    return Stroke(Scene(""), Scene("", gauges=gauges))


def _headline(view: View) -> str:
    if view.result is None:
        return _to_move(view.turn)
    return _verdict(_winner(view.result), view.result.reason)


def _to_move(seat: Seat) -> str:
    return f"{_player(seat)} to move"


def _winner(result: Finished) -> Seat | None:
    best = max(result.payoffs)
    return result.payoffs.index(best) if best > 0 else None


def _verdict(winner: Seat | None, reason: str) -> str:
    if winner is None:
        return "A draw: the best are level"
    return f"{_player(winner)} wins: {REASONS[reason]}"


@cache
def _player(seat: Seat) -> str:
    return f"{seat_name(seat).capitalize()} ({NAMES[seat]} {MARKS[seat]})"


@cache
def _cells(seats: int) -> tuple[Cell, ...]:
    """The holes, which are the same in every position."""
    return tuple(_cell(seats, hole) for hole in range(SIZE))


def _cell(seats: int, hole: int) -> Cell:
    q, r = HOLES[hole]
    corner, corners = CORNER_OF[hole], SEATING[seats]
    homes = [seat for seat in range(seats) if corners[seat] == corner]
    targets = [seat for seat in range(seats) if target_of(seats, seat) == corner]
    words = [f"home of {seat_name(seat)}" for seat in homes]
    words += [f"target of {seat_name(seat)}" for seat in targets]
    kind = "home" if homes else "target" if targets else "centre" if corner is None else "tip"
    return Cell(
        _HOLE[hole],
        ", ".join([f"hole {hole}", *words]),
        1000 * q + 500 * r,
        ROW_HEIGHT * r,
        "disc",
        kind,
        next(iter(homes + targets), None),
    )


def _token(hole: int, seat: Seat) -> Token:
    label = f"{NAMES[seat]} marble of {seat_name(seat)} in hole {hole}"
    return Token(_MARBLE[hole], label, _HOLE[hole], MARKS[seat], "marble", seat)


_TOKENS = tuple(tuple(_token(hole, seat) for hole in range(SIZE)) for seat in range(len(MARBLE)))
"""Every marble in every hole, made once."""


def _tokens(view: View) -> list[Token]:
    tokens: list[Token] = []
    for seat in range(view.seats):
        tokens += compress(_TOKENS[seat], held(view.board, seat))
    return tokens


@cache
def _gauge(seat: Seat, value: int, note: str) -> Gauge:
    label = f"{_player(seat)} in the target{note}"
    return Gauge(f"home-{seat}", label, value, MARBLES, "progress", seat)


def _progress(view: View, seat: Seat) -> Gauge:
    note = ", has left" if seat in view.gone else ""
    return _gauge(seat, at_home(view, seat), note)


@cache
def _clock(made: int, seats: int) -> Gauge:
    return Gauge("moves", "moves made", made, MOVES_EACH * seats, "round")


def _last_move(view: View) -> tuple[Arrow, ...]:
    if not view.history:
        return ()
    start, end = divmod(view.history[-1], SIZE)
    way = route(shifted(view.board, start, end), start, end)
    return (_arrow(MARBLE.index(view.board[end]), way),)


def _arrow(seat: Seat, way: tuple[int, ...]) -> Arrow:
    label = f"last move, {seat_name(seat)}: {' to '.join(map(str, way))}"
    return Arrow("last", label, tuple(_HOLE[hole] for hole in way), "move", seat)


def _notes(view: View) -> tuple[str, ...]:
    if view.seats == LONELY and not view.history:
        runner = next(s for s in range(LONELY) if target_of(LONELY, s) not in SEATING[LONELY])
        return (f"With five players {_player(runner)} runs to a tip that nobody starts in.",)
    return tuple(f"{_player(seat)} could not move and was passed over." for seat in _skipped(view))


def _skipped(view: View) -> Sequence[Seat]:
    """The seats between the last mover and the one to move."""
    if not view.history or view.result is not None:
        return ()
    following = seats_from(view, _after_last(view))
    return following[: following.index(view.turn)]


def _after_last(view: View) -> Seat:
    """The seat that comes after the last mover."""
    return (MARBLE.index(view.board[view.history[-1] % SIZE]) + 1) % view.seats


def gesture(action: Move) -> tuple[str, ...]:
    """A click on the marble, then one on the hole it goes to."""
    return f"m{action.start}", f"c{action.end}"


_CLICKED = {f"{sort}{hole}": hole for sort in "cm" for hole in range(SIZE)}


def reading(view: View, clicks: tuple[str, ...]) -> Move | None:
    """From the hole clicked first to the one clicked last; a single one is meant to be left."""
    if not {*clicks} <= _CLICKED.keys():
        return None
    start, end = _CLICKED[clicks[0]], _CLICKED[clicks[-1]]
    return Move(start, end if len(clicks) > 1 else STEPS[start][0])


def motions(event: Event) -> tuple[Motion, ...]:
    """A step slides; a chain of hops is one hop after another."""
    if not isinstance(event, Moved):
        return (Motion("say", "", text=tell(event)),)
    way = event.route
    marble = _MARBLE[way[0]]
    legs = [*pairwise([_HOLE[hole] for hole in way])]
    if way[1] in STEPS[way[0]]:
        return (Motion("slide", marble, legs[0]),)
    return tuple(Motion("hop", marble, leg, beat=beat) for beat, leg in enumerate(legs))


def tell(event: Event) -> str:
    """The event as a sentence."""
    if isinstance(event, Moved):
        return f"{_player(event.seat)} goes {' to '.join(map(str, event.route))}."
    if isinstance(event, Skipped):
        return f"{_player(event.seat)} cannot move and is passed over."
    if isinstance(event, Left):
        return f"{_player(event.seat)} leaves; the marbles stay."
    return f"{_verdict(event.winner, event.reason)}."


PRESENT: Present[Move, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    motions=motions,
    tell=tell,
    marks=MARKS,
    colours=COLOURS,
    reading=reading,
    contrast=contrast,
)
