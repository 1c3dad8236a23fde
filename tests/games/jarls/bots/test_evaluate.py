"""How positions are evaluated, and how bots play by it."""

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
from meadhall.games.jarls.bots.evaluate import STEP_WEIGHT, can_take_throne, evaluate, killers
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.pieces import jarl

MATCHES = 200

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


def test_warriors_count_and_what_is_good_for_one_is_bad_for_the_other() -> None:
    assert score("1w1 .   .   *   .   1J  .") > score(".   .   .   *   .   1J  .")
    assert score("1w1 .   .   *   .   1J  .") == -score("1w1 .   .   *   .   1J  .", 1)


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
    assert score(free) == score(barred)


def test_in_a_crowd_the_last_steps_of_a_run_count_for_more() -> None:
    near, far = ".   .   .   *   .   1J  .", ".   .   .   *   .   .   1J"
    assert crowd_score(near) - crowd_score(far) > score(near) - score(far) == STEP_WEIGHT


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
