"""Finding and replacing the generators inside any state."""

from dataclasses import dataclass, field

from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import generators_in, with_generator


@dataclass(frozen=True, slots=True)
class Bag:
    """A part of a state with its own generator."""

    rng: Rng
    tokens: tuple[str, ...] = ("red", "blue")


@dataclass(frozen=True, slots=True)
class State:
    """Generators in a field and in a tuple, a type, and a field that cannot be given."""

    rng: Rng
    bags: tuple[Bag, ...]
    kind: type = Bag
    left: int = field(init=False, default=2)


FIRST, SECOND, THIRD, OTHER = Rng("first"), Rng("second", 3), Rng("third"), Rng("other", 7)
STATE = State(FIRST, (Bag(SECOND), Bag(THIRD)))


def test_generators_are_found_in_the_order_of_the_fields() -> None:
    assert generators_in(STATE) == (FIRST, SECOND, THIRD)


def test_a_value_without_generators_has_none() -> None:
    assert generators_in(("red", 7, None)) == ()


def test_a_draw_changes_the_generators() -> None:
    drawn = State(FIRST, (Bag(SECOND), Bag(THIRD.below(6)[1])))
    assert generators_in(drawn) != generators_in(STATE)


def test_only_generators_are_replaced() -> None:
    assert with_generator(STATE, OTHER) == State(OTHER, (Bag(OTHER), Bag(OTHER)))


def test_a_value_without_generators_stays_the_same() -> None:
    assert with_generator(("red", 7, None), OTHER) == ("red", 7, None)
