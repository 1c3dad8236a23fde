"""Finds and replaces the generators inside the state of any game."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from meadhall.core.rng import Rng


def generators_in(value: object) -> tuple[Rng, ...]:
    """Every generator inside the value. If one has changed, something was drawn from it."""
    return tuple(_generators(value))


def with_generator(value: object, rng: Rng) -> object:
    """The value with every generator inside it replaced by this one."""
    if isinstance(value, Rng):
        return rng
    # Tuples and dataclasses are the only containers that the codec decodes into a state.
    if isinstance(value, tuple):
        return tuple(with_generator(item, rng) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    # Fields with init=False cannot be given to `replace`.
    old = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    new = {name: with_generator(item, rng) for name, item in old.items()}
    return replace(value, **{name: new[name] for name in old if new[name] is not old[name]})


def _generators(value: object) -> Iterator[Rng]:
    if isinstance(value, Rng):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _generators(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _generators(getattr(value, each.name))
