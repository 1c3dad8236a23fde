"""The learned part of the evaluation with two players: which facts the network sees.

There is a fact for each hole and owner: "a marble of mine lies there", "a marble of theirs lies
there". Each side sees the star from its own home, so the same network serves both.
"""

from functools import cache
from importlib.resources import files

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.rules.board import HOLES, NUMBER, SIZE
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.types import State
from meadhall.kit.network import Network, read_network

INPUTS = 2 * SIZE
PAIR = 2
"""With this number of players the network evaluates."""
MIRROR: tuple[int, ...] = tuple(side + NUMBER[-q - r, r] for side in (0, SIZE) for q, r in HOLES)
"""By input, the same fact with left and right exchanged, which is as good for both sides."""


def input_number(viewer: Seat, owner: Seat, hole: int) -> int:
    """The input "a marble of this owner lies in the hole", as the viewer sees it."""
    # Holes are numbered row by row, so half a turn of the star counts them from the other end.
    return (SIZE if owner != viewer else 0) + (SIZE - 1 - hole if viewer else hole)


def inputs(state: State, viewer: Seat) -> list[int]:
    """The inputs that are true for the viewer."""
    return [
        input_number(viewer, owner, hole)
        for owner in range(PAIR)
        for hole in marbles(state.board, owner)
    ]


def network_file() -> str:
    """The text of the file that holds the network."""
    return files(__package__).joinpath("network.json").read_text("utf-8")


@cache
def network() -> Network:
    """The network that ships with the game."""
    return read_network(network_file())


def network_score(state: State, seat: Seat) -> int:
    """What the network adds to the seat's score."""
    mover = state.turn
    score = network().score(inputs(state, mover), inputs(state, 1 - mover))
    return score if seat == mover else -score
