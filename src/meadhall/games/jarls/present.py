"""How Jarls looks: hexes, pieces with letters and marks, gauges, and forecasts of attacks."""

from collections.abc import Iterator

from meadhall.core.game import Present
from meadhall.core.scene import Arrow, Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.combat import Combat, attacks, find_bracing, find_support
from meadhall.games.jarls.fog import is_fogged, sight
from meadhall.games.jarls.grid import Grid, grid
from meadhall.games.jarls.pieces import (
    BY_NAME,
    EMPTY,
    HOLE,
    NAMES,
    STRIDE,
    is_jarl,
    is_shield,
    owner,
    side,
)
from meadhall.games.jarls.push import march
from meadhall.games.jarls.setup import SCALES
from meadhall.games.jarls.tell import motions, tell, verdict
from meadhall.games.jarls.types import Action, Event, Move, Place, Starve, State, View
from meadhall.kit.hexgrid import key, opposite

_ROW = 866  # rows of pointy-top hexes are √3/2 of a hex apart
_MARKS = ("●", "■", "▲", "◆", "★", "✚")
_COLOURS = ("#E53935", "#1E88E5", "#43A047", "#FB8C00", "#8E24AA", "#00ACC1")


def scene(view: View) -> Scene:
    """Everything that the viewer sees."""
    return Scene(
        headline=_headline(view.state),
        cells=_cells(view),
        tokens=_tokens(view.state),
        gauges=_gauges(view),
        arrows=(*_last_move(view.state), *_formations(view)),
        notes=_notes(view),
    )


def _headline(state: State) -> str:
    mover = seat_name(state.turn.mover).capitalize()
    if state.result is not None:
        return verdict(state.result.winners, state.result.reason)
    if state.famine is not None:
        waiting = " and ".join(seat_name(seat) for seat in state.famine.waiting)
        return f"Hunger: {waiting} to choose who starves"
    return f"{mover} to place a Shield" if state.to_place else f"{mover} to move"


def _cells(view: View) -> tuple[Cell, ...]:
    state = view.state
    table = grid(state.radius)
    lit = sight(state, view.viewer) if is_fogged(state) else range(len(state.board))
    return tuple(
        _cell(table, cell, state.board[cell], lit=cell in lit) for cell in range(len(state.board))
    )


def _cell(table: Grid, cell: int, code: int, *, lit: bool) -> Cell:
    q, r = table.hexes[cell]
    kind, badge = _kind(table, cell, code, lit=lit)
    where = key((q, r))
    label = f"{where}, {_KIND_WORDS[kind]}" if kind else where
    return Cell(where, label, 1000 * q + 500 * r, _ROW * r, "hex", kind, badge=badge)


def _kind(table: Grid, cell: int, code: int, *, lit: bool) -> tuple[str, str]:
    """What sort of hex it is, for the skin, and the mark that says it without colour."""
    if cell == table.throne:
        return "throne", "♛"
    if code == HOLE:
        return "hole", "○"
    if not lit:
        return "fog", "?"
    return ("edge", "·") if table.depth[cell] == table.radius else ("", "")


_KIND_WORDS = {"throne": "the Throne", "hole": "a hole", "fog": "out of sight", "edge": "the edge"}


def _tokens(state: State) -> tuple[Token, ...]:
    hexes = grid(state.radius).hexes
    return tuple(
        _token(code, key(hexes[cell]))
        for cell, code in enumerate(state.board)
        if code not in (EMPTY, HOLE)
    )


def _token(code: int, cell: str) -> Token:
    name = NAMES[code]
    if is_shield(code):
        return Token(name, f"Shield {name}", cell, "S", "shield")
    seat = owner(code)
    if is_jarl(code):
        return Token(name, f"{name}, Jarl of {seat_name(seat)}", cell, "J", "jarl", seat)
    label, number = f"{name}, Warrior of {seat_name(seat)}", str(code % STRIDE)
    return Token(name, label, cell, "W", "warrior", seat, number)


def _gauges(view: View) -> tuple[Gauge, ...]:
    state = view.state
    turn, men = state.turn, SCALES[state.seats].warriors
    codes = (*state.board, *view.unseen)
    owners = [owner(code) for code in codes if not is_jarl(code)]
    return (
        Gauge("round", "Round", turn.round + 1),
        Gauge("quiet", _quiet_words(state), turn.quiet, _quiet_limit(state)),
        *(
            Gauge(f"warriors-{s + 1}", f"Warriors of {seat_name(s)}", owners.count(s), men, seat=s)
            for s in range(state.seats)
        ),
    )


def _quiet_words(state: State) -> str:
    ends = "hunger" if state.options.ruleset == "shields" else "a draw"
    return f"Quiet rounds, towards {ends}"


def _quiet_limit(state: State) -> int:
    """The number of quiet rounds at which something happens next."""
    options, quiet = state.options, state.turn.quiet
    if options.ruleset == "holes":
        return options.draw_after_rounds
    over = max(0, quiet + options.starvation_repeat - options.starvation_rounds)
    return options.starvation_rounds + over // options.starvation_repeat * options.starvation_repeat


def _formations(view: View) -> Iterator[Arrow]:
    """The ranks behind both sides of each attack that the viewer can make."""
    state, table = view.state, grid(view.state.radius)
    for move, combat in _open_attacks(view):
        start, target = state.board.index(BY_NAME[move.piece]), table.number[move.to]
        ahead, back = combat.direction, opposite(combat.direction)
        support = table.rays[start][back][: len(find_support(state, start, ahead))]
        bracing = table.rays[target][ahead][: len(find_bracing(state, target, ahead))]
        ranks = (
            ("support", (*reversed(support), start)),
            ("bracing", (*reversed(bracing), target)),
        )
        for word, rank in ranks:
            if len(rank) > 1:
                path = tuple(key(table.hexes[cell]) for cell in rank)
                label = f"{word} of {NAMES[state.board[rank[-1]]]}"
                yield Arrow(f"{move.piece} {key(move.to)} {word}", label, path, "preview")


def _open_attacks(view: View) -> tuple[tuple[Move, Combat], ...]:
    """The attacks that the viewer can make now; one across the Throne ends on it and is none."""
    state, number = view.state, grid(view.state.radius).number
    if state.phase != "playing" or view.viewer != state.turn.mover:
        return ()
    return tuple(
        (move, combat)
        for move, combat in attacks(state, state.turn.mover)
        if march(state, move).target == number[move.to]
    )


def _last_move(state: State) -> tuple[Arrow, ...]:
    last, number = state.last, grid(state.radius).number
    if last is None or last.start == last.end or not {last.start, last.end} <= number.keys():
        return ()
    label = f"Last move: {last.piece} from {key(last.start)} to {key(last.end)}"
    return (Arrow("last", label, (key(last.start), key(last.end)), "last"),)


def _notes(view: View) -> tuple[str, ...]:
    state = view.state
    notes = []
    if state.options.teams:
        notes += [f"{_team(state, first).capitalize()} fight together." for first in (0, 1)]
    if view.unseen:
        notes.append(f"{len(view.unseen)} pieces are somewhere in the fog.")
    notes += [f"{seat_name(s).capitalize()} has chosen." for s, x in enumerate(view.locked) if x]
    notes += [_forecast(move, combat) for move, combat in _open_attacks(view)]
    return tuple(notes)


def _team(state: State, whose: Seat) -> str:
    seats = (s for s in range(state.seats) if side(s, teams=True) == whose)
    return " and ".join(map(seat_name, seats))


def _forecast(move: Move, combat: Combat) -> str:
    attack, defense = combat.attack, combat.defense
    made_of = f"{attack.base} + {attack.momentum} momentum + {attack.support} support"
    against = f"{defense.base} + {defense.support} bracing"
    return (
        f"{move.piece} {key(move.to)} attacks {combat.defender}: {attack.total} ({made_of})"
        f" against {defense.total} ({against}): {combat.outcome}"
    )


def gesture(action: Action) -> tuple[str, ...]:
    """A command is a click on the piece and one on the hex; a choice is one click."""
    if isinstance(action, Move):
        return action.piece, key(action.to)
    if isinstance(action, Starve):
        return (action.piece,)
    return (key(action.to),) if isinstance(action, Place) else ("skip",)


def reading(view: View, clicks: tuple[str, ...]) -> Action | None:
    """What stands where one clicks first is meant to go where one clicks last, or to starve."""
    state = view.state
    first, last = _cell_of(state, clicks[0]), _cell_of(state, clicks[-1])
    if first is None or last is None:
        return None
    table = grid(state.radius)
    if state.to_place:
        return Place(table.hexes[last])
    piece = state.board[first]
    if piece in (EMPTY, HOLE):
        return None
    if state.famine is not None:
        return Starve(NAMES[piece])
    goal = last if len(clicks) > 1 else next(iter(table.towards[first]))
    return Move(NAMES[piece], table.hexes[goal])


def _cell_of(state: State, id_: str) -> int | None:
    """The cell that the id of a hex or of a piece on the board stands for."""
    if id_ in BY_NAME:
        code = BY_NAME[id_]
        return state.board.index(code) if code in state.board else None
    names = {key(hex_): cell for hex_, cell in grid(state.radius).number.items()}
    return names.get(id_)


PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    motions=motions,
    tell=tell,
    marks=_MARKS,
    colours=_COLOURS,
    reading=reading,
)
