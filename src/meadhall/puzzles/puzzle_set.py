"""The puzzles that a game brings along."""

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.puzzles.puzzle import Puzzle, read_puzzles

FILE = "puzzles.jsonl"
"""The file in a game's folder."""
NEAR = 12
"""One of this many puzzles that are nearest to a rating is drawn."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """All puzzles of a game, in the order of the file."""

    game: str
    puzzles: tuple[Puzzle, ...]
    by_id: dict[str, Puzzle]

    def find(self, id_: str) -> Puzzle:
        """The puzzle with that id; refused if there is none."""
        if id_ not in self.by_id:
            raise Refused.because("NO_SUCH_PUZZLE", "There is no such puzzle.", "puzzle")
        return self.by_id[id_]

    def of_day(self, day: int) -> Puzzle:
        """The puzzle of a day, counted from the beginning of 1970: the same for everybody.

        Every puzzle has its day before one comes again.
        """
        turn, place = divmod(day, len(self.puzzles))
        order, _ = Rng(f"daily {self.game} {turn}").shuffle(range(len(self.puzzles)))
        return self.puzzles[order[place]]

    def near(
        self, points: int, ratings: dict[str, int], seen: Collection[str], rng: Rng
    ) -> Puzzle | None:
        """A puzzle about as hard as the points that is not among those seen; `None` if all are.

        `ratings` has the points of those whose rating has changed.
        """
        left = sorted(
            (ratings.get(puzzle.id, puzzle.difficulty), puzzle.id)
            for puzzle in self.puzzles
            if puzzle.id not in seen
        )
        if not left:
            return None
        middle = bisect_left(left, (points, ""))
        first = max(0, min(middle - NEAR // 2, len(left) - NEAR))
        (_, id_), _ = rng.choice(left[first : first + NEAR])
        return self.by_id[id_]


def has_puzzles(game: AnyGame) -> bool:
    """Whether the game brings puzzles along."""
    return registry.resource(game, FILE) is not None


# The whole file is read once; it has some hundred kilobytes.
@cache
def puzzle_set(slug: str) -> PuzzleSet:
    """The puzzles of the game; refused if it has none."""
    game = registry.game(slug)
    file = registry.resource(game, FILE)
    if file is None:
        text = f"There are no puzzles of {game.spec.title}."
        raise Refused.because("NO_PUZZLES", text, "game")
    puzzles = read_puzzles(file.read_text("utf-8"))
    return PuzzleSet(slug, puzzles, {puzzle.id: puzzle for puzzle in puzzles})
