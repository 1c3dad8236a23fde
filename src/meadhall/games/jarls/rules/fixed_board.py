"""A board that is given in notation, instead of one that is drawn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isqrt

from meadhall.core.refusal import Refused
from meadhall.core.seats import seat_name
from meadhall.games.jarls.options import MOST_WARRIORS, Ruleset
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    EMPTY,
    HOLE,
    NAMES,
    STRIDE,
    is_shield,
    jarl,
    owner,
)
from meadhall.kit.hexgrid import Hex

EMPTY_WORD, THRONE_WORD, HOLE_WORD = ".", "*", "()"
_SMALLEST, _LARGEST = 2, 10


@lru_cache(64)
def read_board(text: str) -> tuple[int, tuple[int, ...]]:
    """The radius of the board and what is on each cell. `/` and white space separate the hexes."""
    board = read_words(text.replace("/", " ").split())
    radius = radius_of_size(len(board))
    if not any(code >= STRIDE for code in board):
        raise bad_position("there is no Jarl on it")
    return radius, board


def read_words(words: Sequence[str]) -> tuple[int, ...]:
    """The code of each word of a board."""
    return tuple(_code(word) for word in words)


def radius_of_size(size: int) -> int:
    """The radius of the board with that number of hexes."""
    # A board of radius r has n = 3r(r + 1) + 1 hexes, so 12n - 3 is the square of 6r + 3.
    radius = (isqrt(12 * size - 3) - 3) // 6 if size else 0
    if radius < 1 or size != len(grid(radius).hexes):
        raise bad_position(f"{size} hexes do not make a board")
    return radius


def _code(word: str) -> int:
    if word in (EMPTY_WORD, THRONE_WORD):
        return EMPTY
    if word == HOLE_WORD:
        return HOLE
    name = word.replace("#", "s") if word[0] == "#" else f"p{word[0]}-{word[1:].lower()}"
    # This refuses `?` too: a diagram with fog is not a whole position.
    if name not in BY_NAME:
        raise bad_position(f"{word!r} is not a piece or a hex")
    return BY_NAME[name]


def bad_position(why: str) -> Refused:
    """The refusal of a text that is not a position."""
    return Refused.because("BAD_POSITION", f"This is not a position: {why}.", "board")


def check_board(text: str, ruleset: Ruleset, seats: int) -> None:
    """Refuse a board on which a match of that many players cannot begin."""
    radius, board = read_board(text)
    if not _SMALLEST <= radius <= _LARGEST:
        raise bad_position(f"a board has {_SMALLEST} to {_LARGEST} rings, not {radius}")
    why = next(_faults(radius, board, ruleset, seats), None)
    if why is not None:
        raise bad_position(why)


def _faults(radius: int, board: tuple[int, ...], ruleset: Ruleset, seats: int) -> Iterator[str]:
    """What is wrong with the board, in words."""
    yield from _wrong_pieces([code for code in board if code not in (EMPTY, HOLE)], seats)
    if board[grid(radius).throne] != EMPTY:
        yield "the Throne must be empty"
    if ruleset == "holes" and any(map(is_shield, board)):
        yield "there are Shields only in the other ruleset"
    if ruleset == "shields" and HOLE in board:
        yield "there are holes only in the other ruleset"


def _wrong_pieces(pieces: Sequence[int], seats: int) -> Iterator[str]:
    for code, times in Counter(pieces).items():
        if times > 1:
            yield f"{NAMES[code]} is on it {times} times"
        if owner(code) >= seats:
            yield f"{seat_name(owner(code))} does not play in a match of {seats}"
    for seat in range(seats):
        if jarl(seat) not in pieces:
            yield f"{seat_name(seat)} has no Jarl"
    if max(code % STRIDE for code in pieces if code >= STRIDE) > MOST_WARRIORS:
        yield f"Warriors have numbers up to {MOST_WARRIORS}"


def jarl_hexes(text: str, seats: int) -> tuple[Hex, ...]:
    """By seat, where its Jarl begins."""
    radius, board = read_board(text)
    return tuple(grid(radius).hexes[board.index(jarl(seat))] for seat in range(seats))
