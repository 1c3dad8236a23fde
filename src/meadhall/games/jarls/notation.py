"""How Jarls is written: `p1-w3 1,-2` for a move, and a board of letters for a position."""

from dataclasses import fields
from typing import cast, get_args

from meadhall.core.game import Notation
from meadhall.core.options import option_specs, parse_options
from meadhall.core.refusal import Refused
from meadhall.games.jarls.options import FirstMove, Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.fixed_board import (
    EMPTY_WORD,
    HOLE_WORD,
    THRONE_WORD,
    bad_position,
    radius_of_size,
    read_words,
)
from meadhall.games.jarls.rules.optional.fog import is_fogged, sight
from meadhall.games.jarls.rules.pieces import BY_NAME, EMPTY, HOLE, STRIDE, owner
from meadhall.games.jarls.types import (
    Action,
    Ending,
    Famine,
    Move,
    Place,
    Result,
    Skip,
    Starve,
    State,
    Swap,
    Trace,
    TurnState,
    View,
)
from meadhall.kit.hexgrid import key, parse_key
from meadhall.kit.sealed import Sealed

_WIDTH = 4
_UNSEEN = "?"

HELP = """\
p1-w3 1,-2     move seat 1's Warrior 3 to the hex q=1, r=-2; if an enemy is there, attack it
p1-j 0,0       move seat 1's Jarl to the Throne
starve p1-w2   during starvation, give up that Warrior
place 1,-2     while Shields are placed, put the next one there
swap           as the second player, take over the other side instead of your first move
Directions: E +1,0  NE +1,-1  NW 0,-1  W -1,0  SW -1,+1  SE 0,+1"""


def write(action: Action) -> str:
    """The action as one line of text."""
    if isinstance(action, Move):
        return f"{action.piece} {key(action.to)}"
    if isinstance(action, Starve):
        return f"starve {action.piece}"
    return f"place {key(action.to)}" if isinstance(action, Place) else action.kind


def parse(text: str) -> Action:
    """The action that a line of text stands for."""
    match text.lower().split():
        case ["skip"]:
            return Skip()
        case ["swap"]:
            return Swap()
        case ["starve", piece]:
            return Starve(_piece(piece))
        case ["place", to]:
            return Place(parse_key(to))
        case [piece, to]:
            return Move(_piece(piece), parse_key(to))
        case _:
            raise Refused.because(
                "BAD_NOTATION",
                f"{text!r} is not a move; write a piece and a hex, such as p1-w3 1,-2.",
            )


def _piece(name: str) -> str:
    if name not in BY_NAME:
        raise Refused.because(
            "BAD_NOTATION", f"{name!r} is not a piece; write, for example, p1-j or p2-w3.", name
        )
    return name


def diagram(view: View) -> str:
    """The position as text: a head of facts, then the board row by row."""
    state = view.state
    return "\n".join([*_head(state), *_rows(view)])


def _head(state: State) -> list[str]:
    turn = state.turn
    changed = [
        f"{f.name} {value if isinstance(value, str) else str(value).lower()}"
        for f in fields(Options)
        if (value := getattr(state.options, f.name)) != f.default
    ]
    seats = f"first {turn.first + 1}, mover {turn.mover + 1}"
    if state.order != "rotating":
        changed.append(f"order {state.order}")
    return [
        ", ".join([f"seats {state.seats}", *changed]),
        f"turn {turn.number}, round {turn.round}, {seats}, quiet {turn.quiet}",
        *_extras(state),
    ]


def _extras(state: State) -> list[str]:
    lines = []
    if state.last is not None:
        lines.append(f"last {state.last.piece} {key(state.last.start)} {key(state.last.end)}")
    if state.famine is not None:
        groups = (" ".join(names) or "-" for names in state.famine.candidates)
        lines.append(f"famine {' | '.join(groups)}")
        lines.append(f"sealed {' '.join(c or '-' for c in state.famine.sealed.choices)}")
    if state.to_place:
        lines.append(f"placing {state.to_place}")
    if state.swapped:
        lines.append("swapped yes")
    if state.result is not None:
        winners = (str(seat + 1) for seat in state.result.winners)
        lines.append(" ".join(["result", state.result.reason, *winners]))
    return lines


def _rows(view: View) -> list[str]:
    state = view.state
    table = grid(state.radius)
    lit = sight(state, view.viewer) if is_fogged(state) else range(len(state.board))
    rows: dict[int, list[str]] = {}
    for cell, (_, r) in enumerate(table.hexes):
        code = state.board[cell]
        word = THRONE_WORD if cell == table.throne and code == EMPTY else _word(code)
        rows.setdefault(r, []).append(_UNSEEN if code == EMPTY and cell not in lit else word)
    return [
        " " * (_WIDTH // 2 * abs(r)) + "".join(word.ljust(_WIDTH) for word in row).rstrip()
        for r, row in rows.items()
    ]


def _word(code: int) -> str:
    if code < STRIDE:
        return {EMPTY: EMPTY_WORD, HOLE: HOLE_WORD}.get(code, f"#{code}")
    number = code % STRIDE
    return f"{owner(code) + 1}w{number}" if number else f"{owner(code) + 1}J"


def position(text: str) -> State:
    """The state that a diagram shows; what its first lines leave out has the default value."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    # Facts begin with a letter; rows of the board never do.
    head = [line for line in lines if line[0].isalpha()]
    rows = (line for line in lines if not line[0].isalpha())
    board = read_words([word for row in rows for word in row.split()])
    radius = radius_of_size(len(board))
    extras = dict(_split(line) for line in head if line.split()[0] in _EXTRAS)
    plain = (line for line in head if line.split()[0] not in _EXTRAS)
    facts = dict(_fact(part) for line in plain for part in line.split(", "))
    seats = _number(facts.pop("seats", str(max(2, *(owner(code) + 1 for code in board)))))
    turn = _turn({name: _number(facts.pop(name, usual)) for name, usual in _TURN.items()})
    order = _order(facts.pop("order", "rotating"))
    return State(
        parse_options(Options, facts), seats, radius, board, turn,
        _last(extras), _famine(extras), _number(extras.get("placing", "0")), _result(extras),
        order, "swapped" in extras,
    )  # fmt: skip


def _order(word: str) -> FirstMove:
    if word not in get_args(FirstMove):
        raise bad_position(f"{word!r} is not an order of turns")
    return cast(FirstMove, word)


_EXTRAS = ("last", "famine", "sealed", "placing", "swapped", "result")
_TURN = {"turn": "0", "round": "0", "first": "1", "mover": "1", "quiet": "0"}


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.partition(" ")
    return word, rest


def _fact(part: str) -> tuple[str, str]:
    name, value = _split(part)
    known = {"seats", "order", *_TURN, *(spec.name for spec in option_specs(Options))}
    if name not in known or not value:
        raise bad_position(f"{part!r} is not a fact about a match")
    return name, value


def _turn(given: dict[str, int]) -> TurnState:
    first, mover = given["first"] - 1, given["mover"] - 1
    return TurnState(given["turn"], given["round"], first, mover, given["quiet"])


def _number(text: str) -> int:
    if not text.isdecimal():
        raise bad_position(f"{text!r} is not a number")
    return int(text)


def _last(extras: dict[str, str]) -> Trace | None:
    match extras.get("last", "").split():
        case [piece, start, end]:
            return Trace(_piece(piece), parse_key(start), parse_key(end))
        case []:
            return None
        case _:
            raise bad_position("a last move is a piece, its start and its end")


def _famine(extras: dict[str, str]) -> Famine | None:
    if "famine" not in extras:
        return None
    groups = (group.split() for group in extras["famine"].split("|"))
    candidates = tuple(tuple(_piece(name) for name in names if name != "-") for names in groups)
    words = extras.get("sealed", "- " * len(candidates)).split()
    return Famine(
        candidates, Sealed(tuple(None if name == "-" else _piece(name) for name in words))
    )


def _result(extras: dict[str, str]) -> Result | None:
    match extras.get("result", "").split():
        case [reason, *winners] if reason in get_args(Ending):
            return Result(tuple(_number(seat) - 1 for seat in winners), cast(Ending, reason))
        case []:
            return None
        case _:
            raise bad_position("a result is a reason and the seats that won")


NOTATION: Notation[State, Action, View] = Notation(
    write=write, parse=parse, diagram=diagram, help=HELP, position=position
)
