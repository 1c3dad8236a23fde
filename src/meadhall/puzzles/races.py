"""Looks for puzzles in races that nobody can disturb: one move alone wins, all others lose.

Who needs fewer moves has won such a race, and a table says how many each seat needs. The seat to
move wins by a single move where both need as many. If only one first move brings it closer, every
other one loses: the opponent is there first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.end_tables import load_end_table, make_end_table
from meadhall.bots.solve.solver import proving_lane
from meadhall.core.fast_lane import Array, FastLane
from meadhall.core.game import AnyGame, start, to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.puzzles.bot_matches import SEATS
from meadhall.puzzles.find import BASE, FEWEST_CHOICES, PER_MOVE, PER_RANK
from meadhall.puzzles.puzzle import Puzzle, diagram_of

PER_SINGLE, PER_DECOY = 120, 40
"""Points of difficulty for each move that has no other beside it, and for each doubling of the
first moves that lose by a single move."""
FEWEST_MOVES = 2
MOST_BESIDE = 2
"""How many other moves may keep the win, on average, at each move of a puzzle."""
ENDINGS, LAST_PLIES = 6, 40
"""How many other endings a match is given. They begin in the first half of its last plies."""
HURRY = {"nodes": 300}
"""Settings of the search that plays other endings until the table knows the way."""
WASTES, LARGEST = 6, 255
"""In other endings, a seat that is not ahead wastes one move in `WASTES`, too."""


@dataclass(frozen=True, slots=True)
class RaceTable:
    """The lane of a game with the table of the ends of its races."""

    game: AnyGame
    lane: FastLane[object]
    table: Array
    end_index: Callable[[Array, int], int]
    hand: Callable[[Array, int], None]
    apart: Callable[[Array, int], bool]

    def distance(self, array: Array, seat: Seat) -> int | None:
        """How many moves the seat needs; `None` where the table does not know."""
        index = int(self.end_index(array, seat))
        return int(self.table[index]) if index >= 0 else None

    def after(self, array: Array, seat: Seat) -> dict[int, int | None]:
        """How many moves the seat, which is to move, needs after each of its moves."""
        import numpy as np  # noqa: PLC0415 - there is a compiled lane, so numpy is installed

        kernels, row = self.lane.kernels, np.empty(self.lane.most_moves + 1, np.int64)
        found: dict[int, int | None] = {}
        for move in map(int, row[: kernels.legal(array, row)]):
            undo = kernels.make(array, move)
            found[move] = self.distance(array, seat)
            kernels.unmake(array, move, undo)
        return found

    def closer(self, array: Array, seat: Seat) -> list[int]:
        """The moves that bring the seat closer, those that look best first."""
        wanted, promise = (self.distance(array, seat) or 0) - 1, self.lane.kernels.promise
        moves = [move for move, left in self.after(array, seat).items() if left == wanted]
        return sorted(moves, key=lambda move: (-promise(array, move), move))

    def is_undisturbed(self, array: Array, seat: Seat) -> bool:
        """Whether the seat has a shortest way that the opponent cannot touch, whatever it does.

        That is so if the opponent is far enough after each move of the way, although it may have
        made one more by then.
        """
        copy = array.copy()
        self.hand(copy, seat)
        return self._is_clear(copy, seat, 1)

    def _is_clear(self, array: Array, seat: Seat, made: int) -> bool:
        kernels = self.lane.kernels
        if not self.apart(array, made):
            return False
        if self.distance(array, seat) == 1:
            return True
        for move in self.closer(array, seat):
            undo = kernels.make(array, move)
            self.hand(array, seat)
            is_clear = self._is_clear(array, seat, made + 1)
            self.hand(array, 1 - seat)
            kernels.unmake(array, move, undo)
            if is_clear:
                return True
        return False


def open_race_table(game: AnyGame) -> RaceTable:
    """The table, made if it is not there yet; refused if the game has none."""
    lane = proving_lane(game, start(game, game.types.options(), SEATS, Rng("race")))
    if lane is not None and lane.end_table is not None and lane.end_table.apart is not None:
        for _ in make_end_table(lane):
            """It takes half a minute."""
        table, kernels = load_end_table(lane), lane.kernels
        if table is not None and kernels.end_index is not None and kernels.hand is not None:
            return RaceTable(
                game, lane, table, kernels.end_index, kernels.hand, lane.end_table.apart
            )
    text = f"{game.spec.title} has no table of the ends of races."
    raise Refused.because("NO_RACES", text, "races")


def race_puzzles(
    races: RaceTable, states: Sequence[object], rng: Rng, longest: int
) -> Iterator[Puzzle]:
    """The puzzles of a match with these positions, and of other endings of it."""
    yield from races_in(races, states, longest)
    first = max(0, len(states) - 1 - LAST_PLIES)
    for number in range(ENDINGS):
        luck = rng.fork(f"ending {number}")
        early, luck = luck.below(LAST_PLIES // 2)
        other = _other_ending(races, states[min(first + early, len(states) - 1)], luck)
        yield from races_in(races, other, longest)


def races_in(races: RaceTable, states: Sequence[object], longest: int) -> Iterator[Puzzle]:
    """The hardest puzzle among the positions of a match, if there is any."""
    found = (find_race_puzzle(races, state, longest) for state in states[:-1])
    yield from sorted(filter(None, found), key=lambda one: (-one.difficulty, one.id))[:1]


def find_race_puzzle(races: RaceTable, state: object, longest: int) -> Puzzle | None:
    """The puzzle of this position, if one move alone wins the race."""
    if not to_act(races.game, state):
        return None
    read, (seat,) = _read(races.game, state), to_act(races.game, state)
    array = races.lane.pack(read)
    left = races.distance(array, seat)
    if (
        left is None
        or left != races.distance(array, 1 - seat)
        or not FEWEST_MOVES <= left <= longest
    ):
        return None
    if len(races.closer(array, seat)) != 1:
        return None
    both = all(races.is_undisturbed(array, one) for one in range(SEATS))
    return _write(races, read, array) if both else None


def _write(races: RaceTable, state: object, array: Array) -> Puzzle | None:
    """The puzzle of a position that is one; `None` if there are few moves, or many good ones."""
    game, lane, kernels = races.game, races.lane, races.lane.kernels
    write, seat, first = game.notation.write, int(kernels.to_move(array)), state
    roots, points = races.after(array, seat), _points(races, array, seat)
    line: list[str] = []
    also: list[tuple[str, ...]] = []
    while (mover := int(kernels.to_move(array))) in range(SEATS):
        best, *others = races.closer(array, mover)
        if mover == seat:
            also.append(tuple(sorted(write(lane.action(state, one)) for one in others)))
        action = lane.action(state, best)
        line.append(write(action))
        state = game.apply(state, mover, action).state
        kernels.make(array, best)
    beside = sum(map(len, also[:-1]))
    if len(roots) < FEWEST_CHOICES or beside > MOST_BESIDE * (len(also) - 1):
        return None
    points += PER_MOVE * (len(also) - 1) + PER_SINGLE * sum(not texts for texts in also[:-1])
    return Puzzle(
        position=diagram_of(game, first),
        line=tuple(line),
        moves=len(also),
        margin=0,
        difficulty=points,
        also=tuple(also[:-1]),
        decisive=True,
    )


def _points(races: RaceTable, array: Array, seat: Seat) -> int:
    """How hard the first move is to find: by others that look better, or nearly as good."""
    promise, left = races.lane.kernels.promise, races.distance(array, seat)
    roots, chosen = races.after(array, seat), races.closer(array, seat)[0]
    rank = sum(promise(array, one) > promise(array, chosen) for one in roots)
    decoys = sum(then == left for then in roots.values())
    return BASE + PER_RANK * rank.bit_length() + PER_DECOY * decoys.bit_length()


def _other_ending(races: RaceTable, state: object, luck: Rng) -> list[object]:
    """The positions of another ending. Who is ahead wastes moves, so that the race gets close."""
    game, states = races.game, [state]
    bot = SearchBot(HURRY)
    while (seats := to_act(game, states[-1])) and len(states) <= 2 * LAST_PLIES:
        move, luck = _next_move(races, states[-1], seats[0], luck)
        if move is None:
            turn = Turn.of(game, states[-1], seats[0], SEATS)
            action = bot.choose(turn, Budget(), luck.fork("hurry")).action
        else:
            action = races.lane.action(states[-1], move)
        states.append(game.apply(states[-1], seats[0], action).state)
    return states


def _next_move(races: RaceTable, state: object, seat: Seat, luck: Rng) -> tuple[int | None, Rng]:
    """A move of the other ending; `None` where the table does not know the seat's way."""
    array = races.lane.pack(_read(races.game, state))
    mine, theirs = races.distance(array, seat), races.distance(array, 1 - seat)
    if mine is None:
        return None, luck
    lead = LARGEST if theirs is None else theirs - mine
    chance, luck = luck.below(WASTES)
    wasted = [one for one, left in races.after(array, seat).items() if left == mine]
    if wasted and (lead > 0 or chance == 0):
        return luck.choice(wasted)
    return luck.choice(races.closer(array, seat))


def _read(game: AnyGame, state: object) -> object:
    """The position without the history of its match, as everybody gets it who gets the puzzle."""
    position = game.notation.position
    return position(diagram_of(game, state)) if position else state
