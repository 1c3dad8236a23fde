"""How many moves the Chinese Checkers expert needs alone, and whether the end table is right.

Two other seats stand still in their homes. `MEADHALL_PROBES` sets how many entries of the table are
checked: each must be one more than the least entry that a move leads to.
"""

import os
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.bots.search.end_tables import load_end_table, make_end_table
from meadhall.bots.search.lanes import lane_of
from meadhall.cli.bench.figures import Figure
from meadhall.core.fast_lane import FastLane
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.fast.race_end import WAYS
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Options, State

TITLE = "Chinese Checkers: the expert's race alone, and the table of its end"
PROBES = int(os.environ.get("MEADHALL_PROBES", "100000"))
NODES = 6_000_000
FEWEST = 27
"""No race takes fewer moves."""


def measure() -> list[Figure]:
    """The length of the race, the time for the table, and the share of entries that are right."""
    lane = lane_of(GAME)
    if lane is None:
        return []
    began = perf_counter()
    list(make_end_table(lane))
    seconds = perf_counter() - began
    moves = _race()
    return [
        Figure("expert, moves alone", moves, "", moves / FEWEST, "the fewest possible"),
        Figure("table of the end, made in", seconds, "s"),
        Figure("table of the end, right", 100 * _right(lane), "%"),
    ]


def _race() -> int:
    state, moves = start(GAME, Options(), 3, Rng("race")), 0
    while state.result is None:
        turn = Turn.of(GAME, state, 0, 3)
        thought = SearchBot({}).choose(turn, Budget(nodes=NODES), Rng(str(moves)))
        state = GAME.apply(state, 0, thought.action).state
        moves += 1
        if state.result is None:
            state = replace(state, turn=0)
    return moves


def _right(lane: FastLane[Any]) -> float:
    """The share of random entries that are one more than the least of those one move away."""
    table, rng, right = load_end_table(lane), np.random.default_rng(1), 0
    index = lane.kernels.end_index
    if table is None or index is None:
        return 0.0
    for _ in range(PROBES):
        chosen = {WAYS.holes[number] for number in rng.choice(30, 10, replace=False)}
        board = "".join(MARBLE[1] if hole in chosen else EMPTY for hole in range(121))
        board = _with_first_seat(board)
        state = State(Options(), 2, board, 1)
        after = [
            index(lane.pack(replace(state, board=_moved(board, move))), 1)
            for move in GAME.legal_actions(state, 1)
        ]
        least = min(int(table[number]) for number in after if number >= 0)
        right += int(table[index(lane.pack(state), 1)]) in (0, least + 1)
    return right / PROBES


def _with_first_seat(board: str) -> str:
    """The board with the first seat's marbles in its goal, out of the way."""
    goal = CORNER_HOLES[3]
    return "".join(MARBLE[0] if hole in goal else mark for hole, mark in enumerate(board))


def _moved(board: str, move: Any) -> str:  # noqa: ANN401 - a move of the game
    marks = list(board)
    marks[move.start], marks[move.end] = EMPTY, marks[move.start]
    return "".join(marks)
