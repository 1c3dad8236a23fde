"""Values that are made many times a second."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value() -> Callable[[type[T]], type[T]]:
    """A slotted dataclass that is frozen for the type checker only.

    A dataclass that is frozen at run time too sets each field through `object.__setattr__` when it
    is made. For the dozen values that are made with every move of every match, doing without saves
    8 % of the move's processor time (by turns at 100 matches: replace this decorator by
    `dataclass(frozen=True, slots=True)` in a copy and run both under `./dev bench server`). What
    games are made of keeps the guard: it lives longer and is shared.
    """
    # A dataclass with `==` that is not frozen has no hash unless one is asked for.
    return dataclass(slots=True, unsafe_hash=True)
