"""Fog of war: what each seat sees, and what it is told of what happens.

A seat sees the hexes within four of any piece of its side. Commands are judged by what their seat
sees and carried out as things really are, so a refusal or a list of legal commands tells nothing
about the fog. While Shields are placed, in a famine and after the end there is no fog.
"""

from dataclasses import replace
from functools import cache

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import EMPTY, STRIDE, is_jarl, side, sides
from meadhall.games.jarls.types import Blocked, Compressed, Event, Moved, Pushed, State
from meadhall.kit.hexgrid import Hex, distance

SIGHT = 4


def is_fogged(state: State) -> bool:
    """Whether anything is hidden now."""
    return state.options.fog and state.phase == "playing"


def known_board(state: State, viewer: Viewer) -> tuple[int, ...]:
    """The board as the viewer knows it: hexes out of sight look empty. Holes and Shields show."""
    if not is_fogged(state):
        return state.board
    lit = sight(state, viewer)
    return tuple(
        code if code < STRIDE or cell in lit else EMPTY for cell, code in enumerate(state.board)
    )


def sight(state: State, viewer: Viewer) -> frozenset[int]:
    """The cells that the viewer sees; a spectator, who might tell a player, sees none."""
    if viewer is None:
        return frozenset()
    whose, mine = sides(teams=state.options.teams), side(viewer, teams=state.options.teams)
    near = _near(state.radius)
    own = (near[cell] for cell, code in enumerate(state.board) if whose[code] == mine)
    return frozenset().union(*own)


@cache
def _near(radius: int) -> tuple[frozenset[int], ...]:
    hexes = grid(radius).hexes
    return tuple(
        frozenset(cell for cell, other in enumerate(hexes) if distance(here, other) <= SIGHT)
        for here in hexes
    )


def hidden_view(state: State, viewer: Viewer) -> tuple[State, tuple[int, ...]]:
    """The state as the viewer knows it, and the pieces that are somewhere in the fog."""
    board = known_board(state, viewer)
    unseen = sorted(code for code, known in zip(state.board, board, strict=True) if code != known)
    last = state.last
    if last is not None and not _touches(state, viewer, (last.start, last.end)):
        last = None
    return replace(state, board=board, last=last), tuple(unseen)


def _touches(state: State, viewer: Viewer, hexes: tuple[Hex, ...]) -> bool:
    lit, number = sight(state, viewer), grid(state.radius).number
    return any(number.get(hex_) in lit for hex_ in hexes)


def guess(known: State, viewer: Viewer, unseen: tuple[int, ...], rng: Rng) -> State:
    """The state with the unseen pieces on any hexes out of sight where they could be."""
    throne = grid(known.radius).throne
    excluded = sight(known, viewer) | {throne}
    dark = [c for c, code in enumerate(known.board) if code == EMPTY and c not in excluded]
    free, _ = rng.shuffled(dark)
    board = list(known.board)
    for code, cell in zip(unseen, _enough(free, unseen, throne), strict=True):
        board[cell] = code
    return replace(known, board=tuple(board))


def _enough(free: tuple[int, ...], unseen: tuple[int, ...], throne: int) -> list[int]:
    """A cell for each piece; a Jarl gets the Throne where there is no other room."""
    cells, jarls = list(free), [index for index, code in enumerate(unseen) if is_jarl(code)]
    if len(cells) < len(unseen):
        cells.insert(jarls[0], throne)
    return cells[: len(unseen)]


def tell(before: State, step: Step[State, Event]) -> Step[State, Event]:
    """The step of a command, with each event marked with the seats that see it happen.

    What an attack comes to is seen by those who see where the attacker ends.
    """
    last = step.state.last
    if last is None or not is_fogged(before):
        return step
    attack = _seers(before, step.state, (last.end,))
    return Step(
        step.state, tuple(_marked(before, step.state, event, attack) for event in step.events)
    )


def _marked(before: State, after: State, event: Event, attack: tuple[Seat, ...]) -> Event:
    if isinstance(event, Moved | Pushed):
        return replace(event, seers=_seers(before, after, (event.start, event.end)))
    if isinstance(event, Blocked | Compressed):
        return replace(event, seers=attack)
    return event


def _seers(before: State, after: State, hexes: tuple[Hex, ...]) -> tuple[Seat, ...]:
    return tuple(
        seat
        for seat in range(before.seats)
        if any(_touches(state, seat, hexes) for state in (before, after))
    )
