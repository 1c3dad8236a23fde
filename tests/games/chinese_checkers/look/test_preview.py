"""What a player is told of a move beforehand, compared with what the move then does."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.chinese_checkers.positions import at, home, target, two, walled_in

from meadhall.core.game import start, to_act
from meadhall.core.rng import Rng
from meadhall.core.scene import Preview
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look.preview import preview
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES, DISTANCE, target_of
from meadhall.games.chinese_checkers.types import (
    MARBLE,
    Ended,
    Move,
    Moved,
    Options,
    Skipped,
    State,
)

GATE, INTO = at(-1, 4), at(-1, 5)
"""A hole next to seat 1's goal, and the hole of the goal next to it."""
FAR = [at(q, 0) for q in range(-4, 5)]


def told(state: State, start: int, end: int) -> str:
    return preview(state, Move(start, end)).text


def test_steps_and_hops_and_how_near_they_lead() -> None:
    first = start(GAME, Options(), 2, Rng("x"))
    assert told(first, 6, 14) == "One step. The marble gets 1 step nearer to your goal."
    assert told(first, 3, 14) == "One hop. The marble gets 2 steps nearer to your goal."
    back = two([at(0, 0), *home(0)[:9]], home(1))
    assert told(back, at(0, 0), at(0, -1)) == (
        "One step. The marble gets 1 step further from your goal."
    )
    assert told(back, at(0, 0), at(1, 0)) == "One step. The marble gets no nearer to your goal."


def test_the_way_is_an_arrow() -> None:
    ladder = [at(-4, 1), at(-4, 3), *home(1)[:8]]
    state = two([at(-4, 0), *home(0)[:9]], ladder)
    shown = preview(state, Move(at(-4, 0), at(-4, 4)))
    assert shown.text == "2 hops. The marble gets 4 steps nearer to your goal."
    (arrow,) = shown.arrows
    assert arrow.path == tuple(f"c{at(-4, row)}" for row in (0, 2, 4))
    assert (arrow.kind, arrow.seat) == ("preview", 0)


def test_into_within_and_out_of_the_goal() -> None:
    state = two([GATE, *home(0)[:9]], [*FAR, at(0, 1)])
    assert told(state, GATE, INTO) == (
        "One step. The marble reaches your goal: 1 of 10 are in it then."
    )
    locked = two([GATE, *home(0)[:9]], [*FAR, at(0, 1)], options=Options(lock_target=True))
    assert told(locked, GATE, INTO).endswith("This one cannot leave it again.")
    inside = two([INTO, *home(0)[:9]], [*FAR, at(0, 1)])
    assert told(inside, INTO, at(-2, 5)) == (
        "One step. The marble stays in your goal: 1 of 10 are in it."
    )
    assert preview(inside, Move(INTO, GATE)).warning == (
        "The marble leaves your goal; 0 of 10 are left in it."
    )


def test_a_win_and_a_skipped_player_are_told() -> None:
    last = two([GATE, *(hole for hole in target(0) if hole != INTO)], [*FAR, at(0, 1)])
    assert told(last, GATE, INTO).endswith(
        "10 of 10 are in it then. You win! Seat 1 (red ●) wins: all ten marbles are in the goal."
    )
    state, move = walled_in()
    assert preview(state, move).text.endswith("Seat 1 (red ●) has no move and is skipped.")


def test_a_move_that_makes_another_win_is_a_warning() -> None:
    # The marble goes back home, into the last free hole of the goal of seat 2.
    last = home(0)[6]
    state = two([14, *target(0)[:9]], [*(hole for hole in home(0) if hole != last), at(2, 2)])
    assert preview(state, Move(14, last)).warning == (
        "Seat 2 (blue ■) wins: the goal is full, and at least six marbles in it are theirs."
    )


Claims = frozenset[str]
PER_MATCH = 100
"""1,000 moves in all."""
MATCHES = [(seats, lock) for seats in range(2, 7) for lock in (False, True)]


def test_previews_say_what_happens_over_a_thousand_random_moves() -> None:
    seen: Counter[str] = Counter()
    for seats, lock in MATCHES:
        for state, move in _random_moves(seats, lock_target=lock):
            claims = _claims(preview(state, move))
            assert claims == _happened(state, move)
            seen.update(claim.split()[0] for claim in claims)
            seen["moves"] += 1
    assert seen["moves"] == PER_MATCH * len(MATCHES)
    for kind in ("step", "hops", "nearer", "further", "level", "goal", "leaves", "ends"):
        assert seen[kind] > 0, (kind, seen)


def _random_moves(seats: int, *, lock_target: bool) -> Iterator[tuple[State, Move]]:
    """Moves from all parts of a match whose players mostly move forward, and some at random."""
    rng, count = Rng(f"{seats} {lock_target}"), 0
    while True:
        state = start(GAME, Options(lock_target=lock_target), seats, rng)
        while asked := to_act(GAME, state):
            legal = GAME.legal_actions(state, asked[0])
            tip = _tip(state, asked[0])
            roll, rng = rng.below(10)
            best = min(legal, key=lambda move: DISTANCE[move.end][tip] - DISTANCE[move.start][tip])
            move, rng = rng.choice(legal) if roll < 3 else (best, rng)
            step = GAME.apply(state, asked[0], move)
            if roll % 3 == 0 or isinstance(step.events[-1], Ended):
                yield state, move
                count += 1
                if count == PER_MATCH:
                    return
            state = step.state
        rng = rng.fork("next")


def _tip(state: State, seat: int) -> int:
    corner = CORNER_HOLES[target_of(state.seats, seat, state.seating)]
    return max(corner, key=lambda hole: DISTANCE[hole][60])


def _claims(shown: Preview) -> Claims:
    said = f"{shown.text} {shown.warning}"
    claims = {"step"} if "One step." in said else set[str]()
    for match in re.finditer(r"(One|\d+) hops?\.", said):
        claims.add(f"hops {1 if match[1] == 'One' else match[1]}")
    for match in re.finditer(r"(\d+) steps? (nearer|further)", said):
        claims.add(f"{match[2]} {match[1]}")
    claims |= {"level"} if "no nearer" in said else set()
    for match in re.finditer(r"(\d+) of 10 are", said):
        claims.add(f"goal {match[1]}")
    claims |= {"leaves"} if "leaves your goal" in shown.warning else set()
    claims |= {f"skips {match[1]}" for match in re.finditer(r"Seat (\d) [^.]*is skipped", said)}
    if "wins:" in said or "Draw:" in said:
        claims.add(f"ends {'won' if 'You win!' in said else 'otherwise'}")
    return frozenset(claims)


def _happened(state: State, move: Move) -> Claims:
    """What the rules make of the move, measured on the boards before and after it."""
    seat = state.turn
    step = GAME.apply(state, seat, move)
    claims, goal = set[str](), CORNER_HOLES[target_of(state.seats, seat, state.seating)]
    for event in step.events:
        match event:
            case Moved(route=way) if DISTANCE[way[0]][way[1]] == 1:
                claims.add("step")
            case Moved(route=way):
                claims.add(f"hops {len(way) - 1}")
            case Skipped(seat=other):
                claims.add(f"skips {other + 1}")
            case Ended(winner=winner):
                claims.add(f"ends {'won' if winner == seat else 'otherwise'}")
            case _:
                pytest.fail(f"{event} is no consequence of a move")
    inside = sum(step.state.board[hole] == MARBLE[seat] for hole in goal)
    if move.start in goal or move.end in goal:
        claims.add(f"goal {inside}")
        if move.end not in goal:
            claims.add("leaves")
        return frozenset(claims)
    free = [hole for hole in goal if state.board[hole] != MARBLE[seat]]
    old, new = (min(DISTANCE[hole][end] for end in free) for hole in (move.start, move.end))
    claims.add(
        "level" if old == new else f"{'nearer' if old > new else 'further'} {abs(old - new)}"
    )
    return frozenset(claims)
