"""The generators inside a state, found without knowing the game."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from meadhall.core.rng import Rng


def dice_in(value: object) -> tuple[Rng, ...]:
    """Every generator inside the value. One that has moved on has been drawn from."""
    return tuple(_generators(value))


def with_dice(value: object, rng: Rng) -> object:
    """The same value with every generator inside it exchanged for this one."""
    if isinstance(value, Rng):
        return rng
    if isinstance(value, tuple):
        return tuple(with_dice(item, rng) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    old = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    new = {name: with_dice(item, rng) for name, item in old.items()}
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
