"""Values as JSON, for sockets and bot programs."""

from typing import TypeVar, cast

import msgspec
from msgspec import Raw

from meadhall.core.codec import encode

T = TypeVar("T")

to_json = msgspec.json.Encoder().encode


def pre_encode(value: T) -> T:
    """The value in encoded form. It can stand in a message wherever the value could.

    For values that are sent often: they are encoded once.
    """
    return cast(T, Raw(to_json(value)))


def raw_view(view: object) -> Raw:
    """A game's view in encoded form, as programs get it."""
    return Raw(encode(view))
