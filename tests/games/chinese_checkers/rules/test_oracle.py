"""OpenSpiel's Chinese Checkers, an independent implementation, agrees move list by move list.

OpenSpiel plays hop by hop: a turn is a chain of its actions. All chains of a turn are walked, and
the pairs (start, end) they lead to are what `legal_actions` must list.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.route import route
from meadhall.games.chinese_checkers.types import Move, Options, State

pyspiel = pytest.importorskip("pyspiel")
PLIES = 60
END_OF_TURN = "Pass"


class Spiel(Protocol):
    """What is used here of OpenSpiel's states, which ship no types."""

    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> Sequence[int]: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    def child(self, action: int) -> "Spiel": ...
    def apply_action(self, action: int) -> None: ...


def words(spiel: Spiel, action: int) -> tuple[int, int]:
    here, there = spiel.action_to_string(action).replace("=>", "->").split("->")
    return int(here), int(there)


def turns(spiel: Spiel) -> set[tuple[int, int]]:
    """Every pair of holes that one whole turn of OpenSpiel's can join."""
    found: set[tuple[int, int]] = set()
    seat = spiel.current_player()
    for action in spiel.legal_actions():
        first, landing = words(spiel, action)
        found.add((first, landing))
        walk(spiel.child(action), seat, first, found)
    return {(a, b) for a, b in found if a != b}


def walk(spiel: Spiel, seat: int, first: int, found: set[tuple[int, int]]) -> None:
    """The rest of a chain that began in the hole `first`."""
    if spiel.is_terminal() or spiel.current_player() != seat:
        return
    for action in spiel.legal_actions():
        if spiel.action_to_string(action) == END_OF_TURN:
            continue
        _, landing = words(spiel, action)
        if (first, landing) not in found:
            found.add((first, landing))
            walk(spiel.child(action), seat, first, found)


def play(spiel: Spiel, way: tuple[int, ...]) -> None:
    """A whole turn along the route, ended where the route ends."""
    seat = spiel.current_player()
    for hop in pairwise(way):
        named = {
            words(spiel, a): a
            for a in spiel.legal_actions()
            if spiel.action_to_string(a) != END_OF_TURN
        }
        spiel.apply_action(named[hop])
    if not spiel.is_terminal() and spiel.current_player() == seat:
        spiel.apply_action(spiel.string_to_action(END_OF_TURN))


def board_of(spiel: Spiel) -> str:
    holes = "".join(str(spiel).split("Player")[0].split())
    return "".join(hole if hole == "." else str(int(hole) - 1) for hole in holes)


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_random_games_agree_with_openspiel(seats: int, seed: str) -> None:
    spiel = pyspiel.load_game("chinese_checkers", {"players": seats}).new_initial_state()
    state: State = start(GAME, Options("free", starts="classic"), seats, Rng(seed))
    rng = Rng(seed)
    for _ in range(PLIES):
        assert board_of(spiel) == state.board
        assert spiel.current_player() == state.turn
        legal = GAME.legal_actions(state, state.turn)
        assert {(move.start, move.end) for move in legal} == turns(spiel)
        move: Move
        move, rng = rng.choice(legal)
        play(spiel, route(state.board, move.start, move.end))
        state = GAME.apply(state, state.turn, move).state
