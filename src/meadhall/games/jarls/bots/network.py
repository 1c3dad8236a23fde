"""The learned part of the evaluation in a duel: which facts the network sees.

Each side sees the board from its own Jarl, turned and mirrored until that Jarl stands in one
twelfth of it; so what is learned in one place holds in all that are alike. A fact says where an own
Warrior, another one or the other Jarl stands as seen from there. One more says when both Jarls
arrive at the Throne if nobody hinders them. The rest of the evaluation counts these plies alone;
the network has learned how races end, and which Warriors can still bar a way.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import STRIDE, is_jarl, jarl, owner
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import Hex, rotate_cw
from meadhall.kit.network import Network, read_network

RADIUS = 5
"""The network was trained on boards of this radius, and evaluates on no other."""
CELLS = 91
PLACES = 12
"""A Jarl stands on one of these, or on an image of one."""
KINDS = 3
"""A piece is an own Warrior, another one, or the other Jarl; an own Warrior comes first."""
RACE = PLACES * KINDS * CELLS
"""The first input that says when both Jarls arrive: RACE + mine * PLIES + theirs."""
PLIES = 24
"""Arrivals that are later count as the last one of these."""
INPUTS = RACE + PLIES * PLIES


@cache
def warrior_inputs() -> tuple[tuple[int, ...], ...]:
    """By the cell of the own Jarl and the cell of an own Warrior, the input that says so.

    For the other kinds of pieces it is CELLS or twice CELLS more.
    """
    hexes, number = grid(RADIUS).hexes, grid(RADIUS).number
    places = sorted({min(images(hex_)) for hex_ in hexes})
    table = []
    for seen in map(images, hexes):
        first = places.index(min(seen)) * KINDS * CELLS
        # On an axis two images are the same cell, on the Throne all: of a piece the least one.
        turns = [turn for turn in range(len(seen)) if seen[turn] == min(seen)]
        cells = [min(images(hex_)[turn] for turn in turns) for hex_ in hexes]
        table.append(tuple(first + number[cell] for cell in cells))
    return tuple(table)


@cache
def images(hex_: Hex) -> tuple[Hex, ...]:
    """The hex after each turn of the board, and after each turn of its mirror image."""
    found = [hex_]
    for _ in range(5):
        found.append(rotate_cw(found[-1]))
    return (*found, *((r, q) for q, r in found))


def inputs(state: State, viewer: Seat, mine: int, theirs: int) -> list[int]:
    """The inputs that are true for the viewer, who arrives at ply `mine`, the other at `theirs`."""
    found, own = [RACE + min(mine, PLIES - 1) * PLIES + min(theirs, PLIES - 1)], jarl(viewer)
    row = warrior_inputs()[state.board.index(own)]
    for cell, code in enumerate(state.board):
        if code >= STRIDE and code != own:
            kind = 0 if owner(code) == viewer else 1 + is_jarl(code)
            found.append(row[cell] + kind * CELLS)
    return found


def network_file() -> str:
    """The text of the file that holds the network."""
    return files(__package__).joinpath("network.json").read_text("utf-8")


@cache
def network() -> Network:
    """The network that ships with the game."""
    return read_network(network_file())


def network_score(state: State, seat: Seat, plies: Sequence[int]) -> int:
    """What the network adds to the seat's score, where the Jarls arrive at these plies."""
    mover, other = state.turn.mover, 1 - state.turn.mover
    score = network().score(
        inputs(state, mover, plies[mover], plies[other]),
        inputs(state, other, plies[other], plies[mover]),
    )
    return score if seat == mover else -score
