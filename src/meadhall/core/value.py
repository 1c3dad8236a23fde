"""Values that are made many times a second."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value() -> Callable[[type[T]], type[T]]:
    """A slotted dataclass that is frozen for the type checker, and made as fast as one that is not.

    A dataclass that is frozen at run time too goes past its own guard field by field whenever one
    is made. What games are made of should keep that guard, for it lives on and is shared; what is
    handed from layer to layer with every move of every match does without.
    """
    return dataclass(slots=True, unsafe_hash=True)
