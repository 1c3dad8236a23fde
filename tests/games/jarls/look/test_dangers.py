"""What a player has to fear next, compared with what the next moves of others then do."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.games.jarls.random_play import choose_pushing

from meadhall.core.game import dangers_to, start, to_act
from meadhall.core.rng import Rng
from meadhall.core.scene import DangerMark
from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.dangers import dangers
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.types import Eliminated, GameEnded, State

BOARD = """
turn 3, mover 1, {more}
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
{middle}
 {row}
   .   .   .   .   .
     .   .   .   .
"""
BARE = ".   .   .   *   .   .   ."


def feared(
    row: str, more: str = "ruleset holes", middle: str = ".   .   .   *   .   1J  ."
) -> tuple[DangerMark, ...]:
    state = position(BOARD.format(row=row, more=more, middle=middle))
    return dangers(GAME.view(state, 0), 0)


def test_pieces_at_the_edge_and_at_holes_are_in_danger() -> None:
    assert feared("1w1 .   .   .   .   .") == ()
    assert feared("1J  2w1 2w2 2w3 .   .", middle=BARE) == (
        DangerMark("p1-j", "Seat 2's Warrior 1 could push your Jarl to its death."),
    )
    assert feared("()  1w1 2w1 2w2 .   .") == (
        DangerMark("p1-w1", "Seat 2's Warrior 1 could push your Warrior 1 to its death."),
    )
    assert feared(".   1w1 2w1 2w2 .   .") == (), "pushed, but not killed"


TWO_WAYS = """
turn 3, mover 1
     .   .   .   2J
   2w4 .   .   .   .
 2w3 .   .   .   .   .
1w1 2w1 2w2 *   .   .   .
 .   .   .   .   .   .
   .   .   .   .   .
     1J  .   .   .
"""


def test_all_attackers_are_named() -> None:
    (danger,) = dangers(GAME.view(position(TWO_WAYS), 0), 0)
    who = "Seat 2's Warrior 1 or seat 2's Warrior 3"
    assert danger == DangerMark("p1-w1", f"{who} could push your Warrior 1 to its death.")


def test_a_jarl_beside_the_throne_is_a_threat_to_everybody_else() -> None:
    row, middle = "1J  .   .   .   .   .", ".   .   2J  *   .   .   ."
    state = BOARD.replace("2J", ".").format(row=row, more="ruleset holes", middle=middle)
    view = GAME.view(position(state), 0)
    assert dangers(view, 0) == (DangerMark("0,0", "Seat 2's Jarl could take the Throne."),)
    assert dangers(view, 1) == ()


def test_a_run_across_the_throne_stops_there_and_threatens_nobody_behind_it() -> None:
    row, middle = "1J  .   .   .   .   .", "2w2 2w1 2J  *   1w1 .   ."
    state = position(
        BOARD.replace("2J\n", ".\n").format(row=row, more="ruleset holes", middle=middle)
    )
    assert dangers(GAME.view(state, 0), 0) == (
        DangerMark("0,0", "Seat 2's Jarl could take the Throne."),
    )


def test_a_game_that_knows_no_dangers_has_none() -> None:
    view = GAME.view(position(TWO_WAYS), 0)
    assert dangers_to(GAME, view, 0) == dangers(view, 0)
    assert dangers_to(replace(GAME, present=None), view, 0) == ()


def test_allies_threaten_nobody() -> None:
    four = "seats 4, teams true"
    ally = feared("1J  3w1 3w2 3w3 .   .", more=four, middle=BARE)
    assert ally == ()


def test_nothing_is_feared_while_shields_are_placed() -> None:
    assert feared("1J  2w1 2w2 2w3 .   .", "ruleset shields\nplacing 2", BARE) == ()


def test_in_fog_only_what_is_seen_is_feared() -> None:
    state = start(GAME, Options(fog=True, radius=6), 2, Rng("fog"))
    sampled = GAME.resample(GAME.view(state, 0), Rng("other"))
    assert dangers(GAME.view(state, 0), 0) == dangers(GAME.view(sampled, 0), 0)


def test_warriors_in_sight_are_feared_though_their_jarl_is_not() -> None:
    board = BOARD.replace("2J", ".").format(
        row="1J  2w1 2w2 2w3 .   .", more="ruleset holes", middle=".   .   .   *   .   .   ."
    )
    seen = position(board)
    view = replace(GAME.view(seen, 0), unseen=(128,))
    assert [danger.target for danger in dangers(view, 0)] == ["p1-j"]


@pytest.mark.parametrize("ruleset", ["holes", "shields"])
def test_exactly_what_can_be_killed_next_is_in_danger(ruleset: Ruleset) -> None:
    seen: Counter[str] = Counter()
    for seats in (2, 3, 6):
        rng = Rng(f"dangers {seats}")
        state = start(GAME, Options(ruleset=ruleset, radius=4), seats, rng)
        for _ in range(90):
            asked = to_act(GAME, state)
            if not asked:
                state = start(GAME, Options(ruleset=ruleset, radius=4), seats, rng)
                continue
            if state.phase == "playing":
                for seat in range(seats):
                    told = {danger.target for danger in dangers(GAME.view(state, seat), seat)}
                    assert told == _killed_next(state, seat)
                    seen.update(told)
            action, rng = choose_pushing(state, asked[0], rng)
            state = GAME.apply(state, asked[0], action).state
    assert any(name.endswith("-j") for name in seen)
    assert any("-w" in name for name in seen)


def _killed_next(state: State, seat: int) -> set[str]:
    """What of the seat's dies in the first moment of any enemy's move, tried move by move."""
    found = set()
    for enemy in {*range(state.seats)} - {seat}:
        theirs = replace(state, turn=replace(state.turn, mover=enemy))
        for action in GAME.legal_actions(theirs, enemy):
            events = GAME.apply(theirs, enemy, action).events
            deaths = [event for event in events if isinstance(event, Eliminated)][:1]
            fallen = [e for e in deaths if e.cause in ("edge", "hole") and e.seat == seat]
            found |= {event.piece for event in fallen}
            if any(isinstance(e, GameEnded) and e.reason == "throne" for e in events):
                found.add("0,0")
    return found
