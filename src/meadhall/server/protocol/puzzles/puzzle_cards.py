"""Puzzles over HTTP."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meadhall.core.scene import Scene
from meadhall.core.seats import Seat
from meadhall.server.protocol.moves_change import Move
from meadhall.server.protocol.people.rating_cards import RatingCard
from meadhall.server.protocol.records.replay_bodies import ReplayStep

MOST_MOVES, MOVE_LENGTH, MATCH_LENGTH = 50, 500, 64


class PuzzleShelf(Struct):
    """The puzzles of a game: how many there are, and how you do at them.

    `rating` counts tries as matches; it is `None` before the first one.
    """

    game: str
    title: str
    count: int
    rating: RatingCard | None = None
    tried: int = 0
    solved: int = 0


class PuzzlePage(Struct):
    """A puzzle as it begins: you have `seat` and win within `moves` moves. Find them.

    `points` is how hard it is. `legal` are the moves of the position, as gestures and in notation.
    """

    id: str
    game: str
    title: str
    seat: Seat
    moves: int
    points: int
    scene: Scene | None
    legal: tuple[Move, ...]
    tried: Literal["", "solved", "missed"] = ""
    """How your first try ended, if there was one."""
    decisive: bool = False
    """Every other first move loses. Else others may win, but take longer."""


class PuzzleTry(Struct, forbid_unknown_fields=True):
    """Your moves in a puzzle so far, in notation, without the replies."""

    moves: Annotated[
        tuple[Annotated[str, Meta(max_length=MOVE_LENGTH)], ...],
        Meta(min_length=1, max_length=MOST_MOVES),
    ]


class PuzzleChange(Struct):
    """Your rating before and after your first try of a puzzle. Guests' ratings are not kept."""

    before: RatingCard
    after: RatingCard


class PuzzleAnswer(Struct):
    """What a try has led to: `open` is right so far, `wrong` throws the win away or is too slow.

    `steps` are your last move, unless it is wrong, and the replies to it; `legal` are your moves
    after them.
    """

    stand: Literal["open", "solved", "wrong"]
    steps: tuple[ReplayStep, ...] = ()
    legal: tuple[Move, ...] = ()
    change: PuzzleChange | None = None


class PuzzleSolution(Struct):
    """The play to the end, from the first position on. A puzzle that was not solved is missed."""

    steps: tuple[ReplayStep, ...]
    change: PuzzleChange | None = None


class MissedWin(Struct):
    """A win that you missed in a match, as a puzzle. `played` is your move in words."""

    puzzle: str
    match: str
    ply: int
    played: str
    moves: int
    solved: bool


class OwnMistakes(Struct):
    """Wins that you missed in your matches of a game, and the matches not looked into yet."""

    wins: tuple[MissedWin, ...]
    waiting: tuple[str, ...]


class MatchSearch(Struct, forbid_unknown_fields=True):
    """A finished match of yours in which to look for missed wins."""

    match: Annotated[str, Meta(max_length=MATCH_LENGTH)]
