"""How positions are evaluated, and how bots play by it."""

from dataclasses import replace

import pytest

from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.bots.players.greedy_bot import GreedyBot
from meadhall.bots.players.random_bot import RandomBot
from meadhall.bots.roster import make
from meadhall.core.capabilities import Level
from meadhall.core.game import start, strategy
from meadhall.core.rng import Rng
from meadhall.core.status import WIN, Finished
from meadhall.games.jarls import GAME
from meadhall.games.jarls.bots.evaluate import (
    STEP_WEIGHT,
    arrival,
    can_take_throne,
    evaluate,
    killers,
    way_left,
)
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.options import FirstMove, Options, Ruleset
from meadhall.games.jarls.rules.pieces import jarl

MATCHES = 100

BOARD = """
mover 1
     .   .   .   2J
   .   .   .   .   .
 .   .   .   .   .   .
{row}
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def score(row: str, seat: int = 0) -> int:
    return evaluate(position(BOARD.format(row=row)), seat)


def test_nearer_the_throne_is_better() -> None:
    assert score(".   .   .   *   .   1J  .") > score(".   .   .   *   .   .   1J")


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    assert score("1w1 .   .   *   .   1J  .") == -score("1w1 .   .   *   .   1J  .", 1)


@pytest.mark.parametrize(
    ("row", "moves"),
    [
        (".   .   .   *   1J  .   .", 1),
        (".   .   .   *   .   .   1J", 3),
        (".   .   .   *   .   1w1 1J", 4),  # a step aside, the Warrior's or the Jarl's own
        (".   .   .   *   .   2w1 1J", 3),  # pushed along
        (".   .   .   *   2w2 2w1 1J", 4),  # around them
        (".   .   .   *   .   ()  1J", 4),
        (".   .   .   1J  .   .   .", 0),
    ],
)
def test_the_moves_that_a_jarl_needs_to_the_throne_are_counted(row: str, moves: int) -> None:
    state = position(BOARD.format(row=row))
    assert way_left(state, state.board.index(jarl(0)), 0) == moves


@pytest.mark.parametrize(
    ("around", "moves"),
    [
        ("2J", 4),  # a Jarl holds against a Jarl
        ("2w1", 4),  # no Warrior is pushed onto the Throne
        ("1w1", 3),
        (".", 2),
    ],
)
def test_who_stands_beside_the_throne_bars_the_way(around: str, moves: int) -> None:
    """The Jarl stands in a corner of holes, so it has one way only."""
    state = position(f"""
mover 1
     .   .   .   .
   .   .   ()  ()  .
 .   .   .   ()  ()  .
.   .   .   *   {around}  1J  ()
 .   .   .   ()  ()  .
   .   .   .   ()  .
     .   .   .   {"." if around == "2J" else "2J"}
""")
    assert way_left(state, state.board.index(jarl(0)), 0) == moves


@pytest.mark.parametrize(
    ("order", "first", "mine", "theirs"),
    [
        ("fixed", 0, [1, 3, 5, 7], [2, 4, 6, 8]),
        ("rotating", 0, [1, 4, 5, 8], [2, 3, 6, 7]),
        ("rotating", 1, [1, 2, 5, 6], [3, 4, 7, 8]),
    ],
)
def test_the_ply_of_a_move_to_come_is_known(
    order: FirstMove, first: int, mine: list[int], theirs: list[int]
) -> None:
    state = position(BOARD.format(row=".   .   .   *   .   1J  ."))
    state = replace(state, order=order, turn=replace(state.turn, first=first, mover=0))
    assert [arrival(state, 0, moves) for moves in (1, 2, 3, 4)] == mine
    assert [arrival(state, 1, moves) for moves in (1, 2, 3, 4)] == theirs


def test_a_dead_jarl_is_worst() -> None:
    assert score("1w1 .   .   *   .   .   .") < score("2w1 2w2 2w3 *   .   .   1J")


@pytest.mark.parametrize(
    ("row", "able"),
    [
        (".   .   .   *   1J  .   .", True),
        (".   .   .   2J  1J  .   .", False),
        (".   .   .   *   .   1J  1w1", False),
        ("1w1 .   .   *   .   1J  .", False),
        (".   .   .   *   2w1 1J  .", False),
    ],
)
def test_who_can_take_the_throne_is_seen(row: str, able: bool) -> None:  # noqa: FBT001 - a table
    state = position("ruleset shields\n" + BOARD.replace("2J", ".").format(row=row))
    cell = state.board.index(jarl(0))
    assert can_take_throne(state, cell) is able


CROWD = """
mover 3
     3J  .   .   .
   .   .   .   .   .
 .   .   .   .   .   .
{row}
 .   .   .   .   .   .
   .   .   .   .   .
     .   .   .   2J
"""


def crowd_score(row: str, seat: int = 0) -> int:
    return evaluate(position(CROWD.format(row=row)), seat)


def test_in_a_crowd_a_jarl_behind_its_own_men_is_further_from_the_throne() -> None:
    free, barred = "1w1 .   .   *   .   .   1J", ".   .   .   *   .   1w1 1J"
    assert crowd_score(free) > crowd_score(barred)


def test_in_a_crowd_the_last_steps_of_a_run_count_for_more() -> None:
    near, far = ".   .   .   *   .   1J  .", ".   .   .   *   .   .   1J"
    assert crowd_score(near) - crowd_score(far) > STEP_WEIGHT


def test_only_the_strongest_of_the_others_counts() -> None:
    two, more = "2w1 2w2 .   *   .   .   1J", "2w1 2w2 3w1 *   .   .   1J"
    assert crowd_score(two) == crowd_score(more)
    assert crowd_score(two, 2) < crowd_score(more, 2)


def test_a_drafted_run_onto_the_throne_is_seen() -> None:
    state = position("""
mover 1
        .   .   .   .   2J
      .   .   .   .   .   .
    .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .
.   .   .   .   *   .   1J  1w1 1w2
  .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .
      .   .   .   .   .   .
        .   .   .   .   .
""")
    assert can_take_throne(state, state.board.index(jarl(0)))
    assert evaluate(state, 0) > 2000


@pytest.mark.parametrize(
    ("row", "who"),
    [
        (".   .   .   *   2w2 2w1 1J", set()),
        (".   .   2w3 *   2w2 2w1 1J", set()),
        (".   .   .   *   2J  2w1 1J", {1}),
        (".   .   2w3 *   .   .   1J", set()),
        (".   .   .   *   2J  1w1 1J", set()),
        (".   .   .   *   .   ()  1J", set()),
        ("1J  ()  .   *   .   .   .", set()),
        (".   ()  1J  *   .   .   .", set()),
    ],
)
def test_who_could_kill_a_jarl_is_seen(row: str, who: set[int]) -> None:
    state = position(BOARD.replace("2J\n", ".\n").format(row=row))
    assert killers(state, state.board.index(jarl(0))) == who


def test_danger_weighs_most_when_the_killer_is_to_move() -> None:
    row = ".   .   .   *   2J  2w1 1J"
    text = BOARD.replace("2J\n", ".\n").format(row=row)
    calm, deadly = position(text), position(text.replace("mover 1", "mover 2"))
    assert evaluate(deadly, 0) < evaluate(calm, 0) < 0


@pytest.mark.parametrize("level", strategy(GAME).levels, ids=lambda level: level.name)
@pytest.mark.parametrize("fog", [False, True])
def test_every_level_plays_a_legal_command(level: Level, fog: bool) -> None:  # noqa: FBT001 - a table
    state = start(GAME, Options(fog=fog), 3, Rng("1"))
    legal = GAME.legal_actions(state, 0)
    turn = Turn(GAME, 0, GAME.view(state, 0), legal, 3)
    assert make(level).choose(turn, Budget(nodes=60), Rng("1")).action in legal


def play(ruleset: Ruleset, number: int) -> int:
    """A match of greedy against random; what greedy got."""
    seat, rng = number % 2, Rng(f"{ruleset} {number}")
    bots: list[Bot] = [RandomBot(), RandomBot()]
    bots[seat] = GreedyBot()
    state = start(GAME, Options(ruleset=ruleset), 2, rng)
    while not isinstance(status := GAME.status(state), Finished):
        mover, rng = status.seats[0], rng.fork("ply")
        turn = Turn.of(GAME, state, mover, 2)
        action = bots[mover].choose(turn, Budget(), rng).action
        state = GAME.apply(state, mover, action).state
    return status.payoffs[seat]


@pytest.mark.untraced  # many whole matches
@pytest.mark.parametrize("ruleset", ["holes", "shields"])
def test_greedy_beats_random_in_nine_matches_of_ten(ruleset: Ruleset) -> None:
    wins = sum(play(ruleset, number) == WIN for number in range(MATCHES))
    assert wins >= MATCHES * 9 // 10
