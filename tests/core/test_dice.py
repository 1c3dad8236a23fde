"""The generators inside a state are found and exchanged, whatever the state looks like."""

from dataclasses import dataclass, field

from meadhall.core.dice import dice_in, with_dice
from meadhall.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Bag:
    """A part of a state that draws from dice of its own."""

    rng: Rng
    tokens: tuple[str, ...] = ("red", "blue")


@dataclass(frozen=True, slots=True)
class State:
    """Dice at three depths, and a field that is worked out from the others."""

    rng: Rng
    bags: tuple[Bag, ...]
    kind: type = Bag
    left: int = field(init=False, default=2)


FIRST, SECOND, THIRD, OTHER = Rng("first"), Rng("second", 3), Rng("third"), Rng("other", 7)
STATE = State(FIRST, (Bag(SECOND), Bag(THIRD)))


def test_every_generator_is_found_in_the_order_of_the_fields() -> None:
    assert dice_in(STATE) == (FIRST, SECOND, THIRD)


def test_a_value_without_dice_has_none() -> None:
    assert dice_in(("red", 7, None)) == ()


def test_one_draw_anywhere_is_noticed() -> None:
    drawn = State(FIRST, (Bag(SECOND), Bag(THIRD.below(6)[1])))
    assert dice_in(drawn) != dice_in(STATE)


def test_all_dice_are_exchanged_and_nothing_else() -> None:
    assert with_dice(STATE, OTHER) == State(OTHER, (Bag(OTHER), Bag(OTHER)))


def test_a_value_without_dice_stays_as_it_is() -> None:
    assert with_dice(("red", 7, None), OTHER) == ("red", 7, None)
