"""Everything there is to draw: hexes, pieces, gauges, the last move."""

from collections.abc import Sequence
from functools import cache, lru_cache

from meadhall.core.scene import LAYERS, Arrow, Button, Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.look.goal import goal, homes, point
from meadhall.games.jarls.look.words import result_sentence
from meadhall.games.jarls.options import Ruleset
from meadhall.games.jarls.rules.board import Grid, grid, hex_name
from meadhall.games.jarls.rules.optional import swap
from meadhall.games.jarls.rules.optional.fog import is_fogged, sight_from
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    HOLE,
    NAMES,
    STRIDE,
    is_jarl,
    is_shield,
    jarl,
    label,
    owner,
    side,
    sides,
    things,
)
from meadhall.games.jarls.rules.scales import scale
from meadhall.games.jarls.types import State, View
from meadhall.kit.hexgrid import key
from meadhall.kit.sentences import start_sentence

_DUEL = 2
_SWAP = Button("swap", "Take over the other side", confirm="Change sides with the other player?")


def scene(view: View) -> Scene:
    """Everything that the viewer sees of the match."""
    state = view.state
    there = things(state.board)
    # Fog hides where pieces are, not which are alive.
    alive = [*[code for _, code in there], *view.unseen]
    holes = tuple([cell for cell, code in there if code == HOLE])
    lit = _lit(view, there) if is_fogged(state) else None
    return Scene(
        headline=_headline(state, alive),
        cells=_cells(state.radius, holes, lit),
        tokens=tuple([_token(code, cell, state.radius) for cell, code in there if code != HOLE]),
        gauges=_gauges(state, alive),
        buttons=(_SWAP,) if swap.is_open(state) else (),
        arrows=_last_move(state),
        notes=_notes(view),
        task=_task(state, alive),
        goal=goal(state),
        homes=homes(state),
    )


def _task(state: State, alive: Sequence[int]) -> str:
    """What the player who is to act does."""
    if state.famine is not None:
        return "Choose which of your marked pieces starves."
    if state.to_place:
        return "Choose a marked hex for a Shield."
    return _TASKS[_turn(state, alive)]


# Found on the way through the board, which is a new one for each viewer: `sight` would go through
# all of it for all seats, and scenes of six players would take a fifth longer.
def _lit(view: View, there: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The cells that the viewer sees, given what stands where: a spectator sees none."""
    if view.viewer is None:
        return frozenset()
    teams = view.state.options.teams
    whose, mine = sides(teams=teams), side(view.viewer, teams=teams)
    own = [cell for cell, code in there if whose[code] == mine]
    return sight_from(tuple(own), view.state.radius)


def _headline(state: State, alive: Sequence[int]) -> str:
    mover = start_sentence(seat_name(state.turn.mover))
    if state.result is not None:
        return result_sentence(state.result.winners, state.result.reason)
    if state.famine is not None:
        waiting = " and ".join(seat_name(seat) for seat in state.famine.waiting)
        return f"Starvation: {waiting} to choose a piece"
    return f"{mover} to place a Shield" if state.to_place else f"{mover} {_turn(state, alive)}"


def _turn(state: State, alive: Sequence[int]) -> str:
    """What the mover does. Of two players, the last of a round is also the first of the next."""
    turn, jarls = state.turn, sum(jarl(seat) in alive for seat in range(state.seats))
    if swap.is_open(state):
        return "to move or to change sides"
    is_first = turn.round == 0 and turn.mover == turn.first
    if state.order != "rotating" or jarls > _DUEL or is_first:
        return "to move"
    return "moves twice now" if turn.mover != turn.first else "to move again"


_MOVE = "choose a Warrior or your Jarl, then a marked hex."
_TASKS = {
    "to move": start_sentence(_MOVE),
    "to move or to change sides": f"Take over the other side, or {_MOVE}",
    "moves twice now": f"You move twice now: {_MOVE}",
    "to move again": f"You move again: {_MOVE}",
}
"""What the mover is told, by what everybody is told."""


# Parts and layers are cached by what they show. So a scene has the same objects as the one before
# it wherever nothing has changed, and comparing the two is a test of identity.
@lru_cache(LAYERS)
def _cells(radius: int, holes: tuple[int, ...], lit: frozenset[int] | None) -> tuple[Cell, ...]:
    """All hexes; those that are not lit are in the fog. Without fog `lit` is `None`."""
    bright = _cells_alike(radius, holes, lit=True)
    if lit is None:
        return bright
    dark = _cells_alike(radius, holes, lit=False)
    return tuple([bright[cell] if cell in lit else dark[cell] for cell in range(len(dark))])


@lru_cache(LAYERS)
def _cells_alike(radius: int, holes: tuple[int, ...], *, lit: bool) -> tuple[Cell, ...]:
    """All hexes, either all lit or all in the fog."""
    cells = range(len(grid(radius).hexes))
    return tuple([_cell(radius, cell, hole=cell in holes, lit=lit) for cell in cells])


@cache
def _cell(radius: int, cell: int, *, hole: bool, lit: bool) -> Cell:
    kind, badge = _kind(grid(radius), cell, hole=hole, lit=lit)
    hex_ = grid(radius).hexes[cell]
    name = hex_name(hex_).removeprefix("the ")
    text = f"{name}, {_KIND_WORDS[kind]}" if kind in _KIND_WORDS else name
    return Cell(key(hex_), text, *point(hex_), "hex", kind, badge=badge, name=name)


def _kind(table: Grid, cell: int, *, hole: bool, lit: bool) -> tuple[str, str]:
    """The kind of hex, for the skin, and the mark that shows it without colour."""
    if cell == table.throne:
        return "throne", "♛"
    if hole:
        return "hole", "○"
    if not lit:
        return "fog", "?"
    return ("edge", "·") if table.depth[cell] == table.radius else ("", "")


_KIND_WORDS = {"hole": "a hole", "fog": "out of sight", "edge": "the edge"}


@cache
def _token(code: int, at: int, radius: int) -> Token:
    name, text, cell = NAMES[code], start_sentence(label(code)), key(grid(radius).hexes[at])
    if is_shield(code):
        return Token(name, text, cell, "S", "shield")
    if is_jarl(code):
        return Token(name, text, cell, "J", "jarl", owner(code))
    return Token(name, text, cell, "W", "warrior", owner(code), str(code % STRIDE))


def _gauges(state: State, alive: Sequence[int]) -> tuple[Gauge, ...]:
    most = scale(state.options, state.seats).warriors
    owners = [code // STRIDE - 1 for code in alive if code % STRIDE]
    return (
        _round_gauge(state.turn.round + 1),
        _quiet_gauge(state.turn.quiet, _quiet_limit(state), state.options.ruleset),
        *[_warriors(seat, owners.count(seat), most) for seat in range(state.seats)],
    )


@lru_cache(LAYERS)
def _round_gauge(number: int) -> Gauge:
    return Gauge("round", "Round", number)


@lru_cache(LAYERS)
def _quiet_gauge(rounds: int, limit: int, ruleset: Ruleset) -> Gauge:
    return Gauge("quiet", "Rounds without a capture", rounds, limit, then=_AFTER_QUIET[ruleset])


_AFTER_QUIET: dict[Ruleset, str] = {"holes": "then a draw", "shields": "then starvation"}


@cache
def _warriors(seat: Seat, count: int, most: int) -> Gauge:
    return Gauge(f"warriors-{seat + 1}", f"Warriors of {seat_name(seat)}", count, most, seat=seat)


def _quiet_limit(state: State) -> int:
    """The number of quiet rounds that brings the draw or the next starvation."""
    options, quiet = state.options, state.turn.quiet
    if options.ruleset == "holes":
        return options.draw_after_rounds
    # Starvation comes at rounds, rounds + repeat, rounds + 2 * repeat, ...: the next after `quiet`.
    over = max(0, quiet + options.starvation_repeat - options.starvation_rounds)
    return options.starvation_rounds + over // options.starvation_repeat * options.starvation_repeat


def _last_move(state: State) -> tuple[Arrow, ...]:
    last, number = state.last, grid(state.radius).number
    # The hexes of the last move may have fallen with a ring.
    if last is None or last.start == last.end or not {last.start, last.end} <= number.keys():
        return ()
    piece = label(BY_NAME[last.piece])
    text = f"Last move: {piece} from {hex_name(last.start)} to {hex_name(last.end)}"
    return (Arrow("last", text, (key(last.start), key(last.end)), "last"),)


def _notes(view: View) -> tuple[str, ...]:
    state = view.state
    notes = []
    if state.options.teams:
        notes += [start_sentence(f"{_team(state, first)} are a team.") for first in (0, 1)]
    if view.unseen:
        notes.append(_hidden_pieces(len(view.unseen)))
    notes += [start_sentence(f"{seat_name(s)} has chosen.") for s, x in enumerate(view.locked) if x]
    return tuple(notes)


def _hidden_pieces(count: int) -> str:
    return (
        "1 piece is hidden in the fog." if count == 1 else f"{count} pieces are hidden in the fog."
    )


def _team(state: State, whose: Seat) -> str:
    seats = (s for s in range(state.seats) if side(s, teams=True) == whose)
    return " and ".join(map(seat_name, seats))
