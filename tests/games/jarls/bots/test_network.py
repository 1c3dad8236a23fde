"""The learned part of the evaluation in a duel: what it sees, and that images are alike."""

from dataclasses import replace

import pytest

from meadhall.core.rng import Rng
from meadhall.games.jarls.bots.evaluate import arrivals, evaluate
from meadhall.games.jarls.bots.network import (
    CELLS,
    INPUTS,
    PLIES,
    RACE,
    images,
    inputs,
    network_file,
    network_score,
    warrior_inputs,
)
from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.apply import apply
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.legal import legal_actions
from meadhall.games.jarls.rules.setup import initial
from meadhall.games.jarls.types import State
from meadhall.kit.hexgrid import Hex

MOST_BYTES = 300_000
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")


def some_position(ruleset: Ruleset, plies: int) -> State:
    """A position of a random match on a standard board."""
    rng = Rng(f"{ruleset} {plies}")
    state = initial(Options(ruleset=ruleset), 2, rng)
    for _ in range(plies):
        action, rng = rng.choice(legal_actions(state, state.turn.mover))
        state = apply(state, state.turn.mover, action).state
    return state


def turned(state: State, turn: int) -> State:
    """The same position on a board that is turned or mirrored."""
    table = grid(state.radius)
    moved: dict[Hex, int] = {
        images(hex_)[turn]: code for hex_, code in zip(table.hexes, state.board, strict=True)
    }
    return replace(state, board=tuple(moved[hex_] for hex_ in table.hexes))


def test_a_board_has_twelve_images_and_a_jarl_twelve_places() -> None:
    assert len(set(images((1, 2)))) == 12
    rows = warrior_inputs()
    assert len({min(row) // (3 * CELLS) for row in rows}) == 12


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("turn", [1, 3, 6, 8])
def test_images_of_a_position_have_the_same_inputs(ruleset: Ruleset, turn: int) -> None:
    for plies in (0, 3, 8):
        state = some_position(ruleset, plies)
        for viewer in range(2):
            known = inputs(state, viewer, 5, 7)
            assert sorted(known) == sorted(inputs(turned(state, turn), viewer, 5, 7))
            assert len(set(known)) > 10
            assert 0 <= min(known) <= max(known) < INPUTS


def test_an_input_says_when_both_jarls_arrive() -> None:
    state = some_position("holes", 0)
    assert inputs(state, 0, 5, 7)[0] == RACE + 5 * PLIES + 7
    assert inputs(state, 0, PLIES, 99)[0] == INPUTS - 1


def test_the_network_sees_a_warrior_that_has_moved() -> None:
    state = some_position("holes", 4)
    after = some_position("holes", 5)
    assert set(inputs(state, 0, 5, 7)) != set(inputs(after, 0, 5, 7))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_network_is_a_part_of_the_evaluation_and_the_same_from_both_seats(
    ruleset: Ruleset,
) -> None:
    parts = []
    for plies in range(8):
        state = some_position(ruleset, plies)
        parts.append(network_score(state, 0, arrivals(state)))
        assert parts[-1] == -network_score(state, 1, arrivals(state))
        assert evaluate(state, 0) == -evaluate(state, 1)
    assert len(set(parts)) > 4


def test_only_boards_of_the_trained_radius_are_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise AssertionError("the network was asked")

    monkeypatch.setattr("meadhall.games.jarls.bots.evaluate.network_score", fail)
    evaluate(initial(Options(radius=4), 2, Rng("1")), 0)
    evaluate(initial(Options(), 3, Rng("1")), 0)
    with pytest.raises(AssertionError, match="asked"):
        evaluate(initial(Options(), 2, Rng("1")), 0)


def test_the_file_is_small_and_tells_its_history() -> None:
    assert len(network_file()) < MOST_BYTES
    assert '"matches"' in network_file()
