"""Generic dataclasses, such as sealed choices, keep their type argument in the codec."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from meadhall.core.codec import decode, encode
from meadhall.core.refusal import Refused
from meadhall.kit.sealed import Sealed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Card:
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    choices: Sealed[Card]


@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    content: T
    size: int


def test_a_sealed_choice_keeps_the_type_of_the_choice() -> None:
    table = Table(Sealed((Card("wall"), None)))
    assert decode(Table, encode(table)) == table


def test_a_bare_type_variable_is_replaced_too() -> None:
    assert decode(Box[Card], b'{"content":{"name":"wall"},"size":1}') == Box(Card("wall"), 1)


def test_the_type_argument_is_enforced() -> None:
    with pytest.raises(Refused, match="choices"):
        decode(Table, b'{"choices":{"choices":[1,null]}}')


def test_a_generic_without_its_argument_cannot_be_decoded() -> None:
    with pytest.raises(TypeError, match="no place in a state"):
        decode(Box, b'{"content":1,"size":1}')
