"""What holds in every state of a match."""

from collections.abc import Iterator

from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import CODES, EMPTY, HOLE, is_jarl, is_shield, jarl, owner
from meadhall.games.jarls.types import State


def invariant(state: State) -> list[str]:
    """What is wrong with the state; empty if it is sound."""
    return [*_board(state), *_throne(state), *_turn(state)]


def _board(state: State) -> Iterator[str]:
    if len(state.board) != len(grid(state.radius).hexes):
        yield "the board does not fit the radius"
    if not all(EMPTY <= code < CODES and owner(code) < state.seats for code in state.board):
        yield "a code stands for nothing in this match"
    pieces = [code for code in state.board if code not in (EMPTY, HOLE)]
    if len(set(pieces)) != len(pieces):
        yield "a piece is in two places"
    alien = is_shield if state.options.ruleset == "holes" else lambda code: code == HOLE
    if any(alien(code) for code in state.board):
        yield "an obstacle belongs to the other ruleset"
    if any(owner(code) >= 0 and jarl(owner(code)) not in state.board for code in state.board):
        yield "pieces have outlived their Jarl"


def _throne(state: State) -> Iterator[str]:
    code = state.board[grid(state.radius).throne]
    if code != EMPTY and not is_jarl(code):
        yield "something other than a Jarl is on the Throne"
    if code != EMPTY and state.options.ruleset == "holes" and state.result is None:
        yield "somebody is on the Throne and the match goes on"


def _turn(state: State) -> Iterator[str]:
    if state.result is not None:
        return
    if state.famine is None and jarl(state.turn.mover) not in state.board:
        yield "the mover is out"
    if state.famine is not None and not state.famine.waiting:
        yield "a famine waits for nobody"
