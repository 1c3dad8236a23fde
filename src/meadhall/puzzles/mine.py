"""Mines puzzles from matches until there are enough, each match on its own.

What a match yields depends on the game, the seed and its number alone. So mining can stop anywhere
and go on later, and the same seed always gives the same puzzles.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from meadhall.core.codec import decode, encode
from meadhall.core.game import AnyGame, to_act
from meadhall.core.record import Record, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.puzzles.bot_matches import play_match
from meadhall.puzzles.find import USUAL, FindLimits, PuzzleFinder, open_finder
from meadhall.puzzles.puzzle import Puzzle
from meadhall.puzzles.races import RaceTable, open_race_table, race_puzzles, races_in

LAST_PLIES = 8
"""Wins are looked for in this many plies at the end of a match, fewer for short ones."""
APART = 4
"""Plies between two puzzles of one match, at least."""
SHARES = {1: 8, 2: 55}
"""By moves to the win, how many of a hundred puzzles may have that length."""
SHARES_OF_RACES = {2: 12, 3: 40}
MOST_OF_A_LENGTH = 55


@dataclass(frozen=True, slots=True)
class MiningPlan:
    """What to mine. All but the count decides what each match yields."""

    game: str
    count: int
    seed: str
    longest: int
    races: bool = False

    @property
    def limits(self) -> FindLimits:
        """How far to look in each position."""
        return replace(USUAL, moves=self.longest)


@dataclass(frozen=True, slots=True)
class Vein:
    """What one match has yielded."""

    match: int
    puzzles: tuple[Puzzle, ...] = ()


def mine_self_play(game: AnyGame, plan: MiningPlan, first: int) -> Iterator[Vein]:
    """What matches of the seed yield, from the match with the number `first` on, without end."""
    races = _races_of(game, plan)
    for number in count(first):
        rng = Rng(f"puzzles {plan.seed} {number}")
        states = play_match(game, rng)
        if races is None:
            yield Vein(number, puzzles_in(game, states, plan.limits))
        else:
            yield Vein(number, tuple(race_puzzles(races, states, rng, plan.longest)))


def mine_records(
    game: AnyGame, plan: MiningPlan, records: Sequence[Record], first: int
) -> Iterator[Vein]:
    """What finished matches of two players yield, from the record `first` on."""
    races = _races_of(game, plan)
    for number, record in enumerate(records[first:], first):
        states = [step.state for step in replay(game, record)]
        if races is None:
            yield Vein(number, puzzles_in(game, states, plan.limits))
        else:
            yield Vein(number, tuple(races_in(races, states, plan.longest)))


def _races_of(game: AnyGame, plan: MiningPlan) -> RaceTable | None:
    return open_race_table(game) if plan.races else None


def puzzles_in(game: AnyGame, states: Sequence[object], limits: FindLimits) -> tuple[Puzzle, ...]:
    """The puzzles among the last positions of a match in which its winner is to move.

    Long wins come first, and wins on the move only where there is nothing else.
    """
    finders: dict[int, PuzzleFinder] = {}
    for ply in _winner_plies(game, states, min(LAST_PLIES, 2 * limits.moves)):
        finder = open_finder(game, states[ply], limits)
        if finder is None or finder.quickest() is None:
            break
        finders[ply] = finder
    chosen: dict[int, Puzzle] = {}
    for ply, finder in reversed(finders.items()):
        is_last = finder.quickest() == 1
        if all(abs(ply - other) >= APART for other in chosen) and not (chosen and is_last):
            puzzle = finder.find()
            if puzzle is not None:
                chosen[ply] = puzzle
    return tuple(chosen.values())


def _winner_plies(game: AnyGame, states: Sequence[object], last: int) -> Iterator[int]:
    """Those of the `last` plies of the match that a winner played, the last one first."""
    status = game.status(states[-1])
    if isinstance(status, Finished):
        first = max(0, len(states) - 1 - last)
        for ply in range(len(states) - 2, first - 1, -1):
            if status.payoffs[to_act(game, states[ply])[0]] > 0:
                yield ply


class Selection:
    """Puzzles as they are chosen: each position once, and of no length too many.

    In a race only the own moves matter, so puzzles of races differ in these.
    """

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self._chosen: dict[str, Puzzle] = {}
        self._lengths = Counter[int]()
        self._races = set[tuple[str, ...]]()

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that were chosen so far."""
        return tuple(self._chosen.values())

    @property
    def is_full(self) -> bool:
        """Whether there are enough."""
        return len(self._chosen) >= self.wanted

    def add(self, vein: Vein) -> None:
        """Choose what is wanted of a match."""
        for puzzle in vein.puzzles:
            if not self.is_full and self._is_new(puzzle) and self._has_room(puzzle):
                self._chosen[puzzle.id] = puzzle
                self._lengths[puzzle.moves] += 1
                self._races.add(puzzle.line[::2])

    def _is_new(self, puzzle: Puzzle) -> bool:
        return puzzle.id not in self._chosen and not (
            puzzle.decisive and puzzle.line[::2] in self._races
        )

    def _has_room(self, puzzle: Puzzle) -> bool:
        shares = SHARES_OF_RACES if puzzle.decisive else SHARES
        share = shares.get(puzzle.moves, MOST_OF_A_LENGTH)
        return self._lengths[puzzle.moves] * 100 < share * self.wanted


def write_vein(vein: Vein) -> str:
    """The vein as a line of the file in which mining notes how far it is."""
    return f"{encode(vein).decode()}\n"


def write_plan(plan: MiningPlan) -> str:
    """The first line of that file."""
    return f"{encode(plan).decode()}\n"


def read_progress(plan: MiningPlan, text: str) -> tuple[Vein, ...]:
    """What such a file has; refused if it is about something else.

    A last line that is cut off is left out: that match is mined again.
    """
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [""]
    other = "The file of progress belongs to another plan, or is damaged: move it away."
    try:
        known: MiningPlan = decode(MiningPlan, head)
        veins = tuple(_read_vein(line) for line in lines)
    except Refused:
        raise Refused.because("OTHER_PROGRESS", other, "progress") from None
    if replace(known, count=plan.count) != plan:
        raise Refused.because("OTHER_PROGRESS", other, "progress")
    return veins


def _read_vein(line: str) -> Vein:
    vein: Vein = decode(Vein, line)
    return vein
