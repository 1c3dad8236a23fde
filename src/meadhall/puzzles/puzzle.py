"""A puzzle as a value, and as a line of a game's file of puzzles."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from meadhall.core.codec import decode, encode
from meadhall.core.game import AnyGame, to_act
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat

ID_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move wins within `moves` moves of the seat that is to move.

    `position` is the game's diagram of it. `line` is the play to the end in notation: the seat
    hurries, its opponent holds out as long as possible. `also` has, for each move of the seat but
    the last, the others that win as quickly; a last move may be any that wins at once. In a puzzle
    from a match that somebody played, the first move may have others beside it, too. The other
    first moves do not win if they may take `margin` plies longer either. `difficulty` is the rating
    in points that the puzzle begins with.
    """

    position: str
    line: tuple[str, ...]
    moves: int
    margin: int
    difficulty: int
    also: tuple[tuple[str, ...], ...] = ()
    decisive: bool = False
    """Every other first move loses."""

    @property
    def id(self) -> str:
        """A hash of the position: puzzles with the same id are the same."""
        return hashlib.sha256(self.position.encode()).hexdigest()[:ID_LENGTH]


def diagram_of(game: AnyGame, state: object) -> str:
    """The diagram without the spaces that make it pretty, as puzzles keep it."""
    lines = game.notation.diagram(game.view(state, None)).splitlines()
    return "\n".join(" ".join(line.split()) for line in lines)


def first_state(game: AnyGame, puzzle: Puzzle) -> object:
    """The position of the puzzle; refused if it is none of the game."""
    if game.notation.position is None:
        text = f"{game.spec.title} has no puzzles, because it cannot read positions."
        raise Refused.because("NO_PUZZLES", text, "game")
    state: object = game.notation.position(puzzle.position)
    if game.invariant(state) or len(to_act(game, state)) != 1:
        text = f"The puzzle {puzzle.id} has no position of {game.spec.title}."
        raise Refused.because("BAD_PUZZLE", text, "position")
    return state


def solving_seat(game: AnyGame, state: object) -> Seat:
    """The seat that is to move in the position of a puzzle."""
    (seat,) = to_act(game, state)
    return seat


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The puzzles as JSON, one per line."""
    return "".join(f"{encode(puzzle).decode()}\n" for puzzle in puzzles)


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of such a text; refused where it has something else."""
    return tuple(decode(Puzzle, line) for line in text.splitlines())
