"""How strong the Chinese Checkers bots are: one among weaker ones, and against a plain minimax.

Both sides play every opening from both seats; what differs between two matches is the seed, which
breaks ties. `MEADHALL_MATCHES` sets how many matches a pairing plays (100).
"""

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np

from meadhall.bots.bot import Bot, Budget, Thought, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.roster import level, make
from meadhall.cli.bench.figures import Figure
from meadhall.core.capabilities import Speed
from meadhall.core.fast_lane import FastLane
from meadhall.core.game import AnyGame, start, strategy
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers import GAME, fast_lane
from meadhall.games.chinese_checkers.fast.tables import HOME, MARBLES, PIECES, SEATS, Numbers
from meadhall.games.chinese_checkers.rules.board import CORNERS, DISTANCE, NUMBER, SIZE
from meadhall.games.chinese_checkers.types import Options, State
from meadhall.kit.compiled import kernel
from meadhall.kit.hexgrid import rotate_ccw

TITLE = "Chinese Checkers: how strong the bots are"
MATCHES = int(os.environ.get("MEADHALL_MATCHES", "100"))
CROWDS = max(2, MATCHES // 5)
NODES = Budget(nodes=20_000)
CLOCK = Budget(milliseconds=50)
GOALS = ("goal", "blockedGoal")


def _centroids() -> list[int]:
    """The middle hole of each tip, clockwise from the top."""
    holes = [(3, -6)]
    for _ in range(CORNERS - 1):
        holes.append(rotate_ccw(holes[-1]))
    return [NUMBER[hole] for hole in holes]


TO_CENTROID: Numbers = np.array([DISTANCE[hole] for hole in _centroids()], np.int64).ravel()


@kernel
def to_centroid(state: Numbers, seat: int) -> int:
    """The sum of the distances of the seat's marbles from the middle of its target."""
    row = (state[HOME + seat] + 3) % CORNERS * SIZE
    total = 0
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        total += TO_CENTROID[row + state[piece]]
    return total


@kernel
def plain_evaluation(state: Numbers, seat: int) -> int:
    """The others' distances minus the seat's own; it has a plateau around the target."""
    total = -state[SEATS] * to_centroid(state, seat)
    for other in range(state[SEATS]):
        total += to_centroid(state, other)
    return int(total)


@cache
def plain_lane() -> FastLane[State]:
    """The game's lane with the plain evaluation in place of its own."""
    lane = fast_lane()
    return replace(lane, kernels=replace(lane.kernels, evaluate=plain_evaluation, alone=None))


PLAIN: AnyGame = replace(
    GAME, speed=Speed(lane=plain_lane), play=replace(strategy(GAME), repeats=None)
)


class PlainMinimax:
    """The baseline: full-width minimax to a fixed depth, with the plain evaluation."""

    def __init__(self, depth: int = 2) -> None:
        self.bot = SearchBot({"depth": depth})

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:  # noqa: ARG002 - as all bots
        """The best action by two plies of minimax, without a limit of nodes."""
        plain = replace(turn, game=PLAIN)
        return self.bot.choose(plain, Budget(nodes=1 << 40), rng)


def play_match(bots: list[tuple[Bot, Budget]], seed: str) -> tuple[State, Finished]:
    """Play one match, each seat with its bot and budget."""
    state: State = start(GAME, Options(), len(bots), Rng(seed))
    while state.result is None:
        bot, budget = bots[state.turn]
        turn = Turn.of(GAME, state, state.turn, state.seats)
        thought = bot.choose(turn, budget, Rng(f"{seed}/{len(state.history)}"))
        state = GAME.apply(state, state.turn, thought.action).state
    return state, state.result


def play_pairing(
    first: Bot, second: Bot, budget: Budget, matches: int
) -> tuple[float, Counter[str]]:
    """The first bot's share of the points over seat-balanced matches, and how they ended."""
    points, reasons = 0.0, Counter[str]()
    for number in range(matches):
        seat = number % 2
        bots = [(first, budget), (second, budget)]
        _, result = play_match(bots if seat == 0 else bots[::-1], f"strength {number}")
        points += (1 + result.payoffs[seat]) / 2
        reasons[result.reason] += 1
    return points / matches, reasons


def play_crowd(strong: Bot, weak: Bot, seats: int, matches: int) -> tuple[float, Counter[str]]:
    """How often one strong bot wins among weak ones, from every seat in turn."""
    won, reasons = 0, Counter[str]()
    for number in range(matches):
        seat = number % seats
        bots = [(strong if at == seat else weak, NODES) for at in range(seats)]
        _, result = play_match(bots, f"crowd {number}")
        won += result.payoffs[seat] > 0
        reasons[result.reason] += 1
    return won / matches, reasons


def measure() -> list[Figure]:
    """One strong bot among weak ones, and the expert against the baseline."""
    easy, hard, expert = (make(level(GAME, name)) for name in ("easy", "hard", "expert"))
    ends, figures = Counter[str](), []
    for seats in (3, 6):
        share, reasons = play_crowd(hard, easy, seats, CROWDS)
        ends += reasons
        name = f"one hard among {seats - 1} easy, {CROWDS} matches"
        fair = f"at least {100 // seats}, its fair share"
        figures.append(Figure(name, 100 * share, "% won", share * seats, "fair share", fair))
    won = 100 * sum(ends[goal] for goal in GOALS) / ends.total()
    figures.append(Figure("of all these matches, won in play", won, "%", target="100"))
    share, _ = play_pairing(expert, PlainMinimax(), CLOCK, MATCHES)
    name = f"expert, 50 ms a move, against minimax of depth 2, {MATCHES} matches"
    figures.append(Figure(name, 100 * share, "% of points", target="at least 95"))
    return figures
