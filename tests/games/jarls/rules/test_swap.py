"""The swap rule: the second player may take over the first one's side after the first move."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.players.search_bot import SearchBot
from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.jarls import GAME
from meadhall.games.jarls.encode import action, action_count, index
from meadhall.games.jarls.look.follow import follow
from meadhall.games.jarls.look.goal import homes
from meadhall.games.jarls.look.preview import preview
from meadhall.games.jarls.look.scene import scene
from meadhall.games.jarls.look.words import sentence
from meadhall.games.jarls.notation import parse, position, write
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.optional.swap import swap_sides
from meadhall.games.jarls.rules.pieces import BY_NAME, NAMES
from meadhall.games.jarls.types import Move, SidesSwapped, Skip, State, Swap

pytestmark = pytest.mark.clause("First move")

SWAP = Options(first_move="swap")


def after_one_move(seed: int = 1, ruleset: Ruleset = "holes", choice: int = 0) -> State:
    state = start(GAME, replace(SWAP, ruleset=ruleset), 2, Rng(str(seed)))
    legal = GAME.legal_actions(state, 0)
    return GAME.apply(state, 0, legal[choice % len(legal)]).state


@given(st.integers(0, 999), st.sampled_from(("holes", "shields")), st.integers(0, 999))
def test_j13_law_swapping_changes_the_owner_of_every_piece_and_nothing_else(
    seed: int, ruleset: Ruleset, choice: int
) -> None:
    state = after_one_move(seed, ruleset, choice)
    step = GAME.apply(state, 1, Swap())
    other = {"p1": "p2", "p2": "p1"}
    names = [NAMES[code] for code in state.board]
    assert [NAMES[code] for code in step.state.board] == [
        other.get(name[:2], name[:2]) + name[2:] for name in names
    ]
    assert step.events[0] == SidesSwapped(1)
    assert GAME.status(step.state) == ToAct((0,))
    assert GAME.invariant(step.state) == []
    assert Swap() not in GAME.legal_actions(step.state, 0)
    twice = swap_sides(step.state, 0).state
    assert (twice.board, twice.last) == (state.board, state.last)


def test_only_the_second_player_may_swap_and_only_after_the_first_move() -> None:
    first = start(GAME, SWAP, 2, Rng("1"))
    second = after_one_move()
    third = GAME.apply(second, 1, GAME.legal_actions(second, 1)[0]).state
    assert Swap() not in GAME.legal_actions(first, 0)
    assert GAME.legal_actions(second, 1)[-1] == Swap()
    refusals = [
        GAME.refusal(state, seat, Swap()) for state, seat in ((first, 0), (second, 0), (third, 0))
    ]
    assert [refusal.code for refusal in refusals if refusal] == [
        "NO_SWAP",
        "NOT_YOUR_TURN",
        "NO_SWAP",
    ]


@pytest.mark.parametrize("order", ["rotating", "fixed"])
def test_there_is_no_swap_in_other_orders(order: str) -> None:
    state = start(GAME, Options(first_move=order), 2, Rng("1"))  # type: ignore[arg-type]  # a literal
    state = GAME.apply(state, 0, GAME.legal_actions(state, 0)[0]).state
    assert Swap() not in GAME.legal_actions(state, 1)


def test_after_a_swap_turns_alternate() -> None:
    state, movers = GAME.apply(after_one_move(), 1, Swap()).state, []
    for _ in range(6):
        movers.append(state.turn.mover + 1)
        state = GAME.apply(state, state.turn.mover, Skip()).state
    assert movers == [1, 2, 1, 2, 1, 2]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_more_than_two_players_cannot_swap(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        start(GAME, SWAP, seats, Rng("1"))
    assert caught.value.refusal.objects[0] == "first_move"


def test_a_swap_is_written_and_read() -> None:
    assert write(Swap()) == "swap"
    assert parse(" SWAP ") == Swap()
    state = GAME.apply(after_one_move(), 1, Swap()).state
    assert position(GAME.notation.diagram(GAME.view(state, None))) == state


def test_a_swap_has_the_last_number() -> None:
    count = action_count(SWAP, 2)
    assert index(SWAP, 2, Swap()) == count - 1
    assert action(SWAP, 2, count - 1) == Swap()
    assert action_count(Options(first_move="fixed"), 2) == count - 1


def test_a_swap_is_a_button_while_it_is_possible() -> None:
    before, during = start(GAME, SWAP, 2, Rng("1")), after_one_move()
    after = GAME.apply(during, 1, Swap()).state
    buttons = [scene(GAME.view(state, 1)).buttons for state in (before, during, after)]
    assert [[button.id for button in shown] for shown in buttons] == [[], ["swap"], []]
    assert GAME.present is not None
    assert GAME.present.gesture(Swap()) == ("swap",)
    assert GAME.present.action_from_clicks is not None
    assert GAME.present.action_from_clicks(GAME.view(during, 1), ("swap",)) == Swap()


def test_a_swap_is_announced_said_and_not_watched_piece_by_piece() -> None:
    state = after_one_move()
    view, step = GAME.view(state, 1), GAME.apply(state, 1, Swap())
    assert preview(view, Swap()).text.startswith("You take over the other side")
    assert sentence(step.events[0]) == "Seat 2 takes over the other side."
    assert follow(view, scene(view), [step.events]) == []


def test_who_takes_over_a_side_sits_where_it_began() -> None:
    before = after_one_move()
    after = GAME.apply(before, 1, Swap()).state
    assert homes(after) == homes(before)[::-1]


RUNAWAY = """
turn 1, first 1, mover 2, order swap
     2J  .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   1J  .   .
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


@pytest.mark.parametrize("nodes", [100, 3000])
def test_bots_take_over_the_side_that_wins(nodes: int) -> None:
    state = position(RUNAWAY)
    turn = Turn.of(GAME, state, 1, 2)
    thought = SearchBot({"nodes": nodes}).choose(turn, Budget(), Rng("1"))
    assert thought.action == Swap()


def test_bots_do_not_take_over_the_side_that_loses() -> None:
    state = position(RUNAWAY.replace("1J", "2J", 1).replace("2J", "1J", 1))
    turn = Turn.of(GAME, state, 1, 2)
    thought = SearchBot({"nodes": 3000}).choose(turn, Budget(), Rng("1"))
    assert thought.action == Move("p2-j", (0, 0))
    assert BY_NAME["p2-j"] in state.board
