"""What requests cost: the tokens that each kind takes from the rate limit of its address.

A handler names its price with `opt`, for example `@post("/records", opt=RECORD)`.
"""

from collections.abc import Mapping
from typing import TypeAlias

from litestar.handlers.base import BaseRouteHandler

Price: TypeAlias = dict[str, float]

FREE: Price = {"price": 0.0}
"""Health checks: they are answered while everything else is refused."""
FILE: Price = {"price": 0.1}
"""A file of the page; a visit loads many."""
ORDINARY: Price = {"price": 1.0}
"""Whatever names no price: lists, tables, names."""
CHANGE: Price = {"price": 2.0}
"""Stores something: a match, a seat."""
MATCH: Price = {"price": 5.0}
"""Reads a whole match: its record, its replay."""
RECORD: Price = {"price": 10.0}
"""Reads and replays a whole record that somebody sent, or starts an analysis."""
PASSWORD: Price = {"price": 10.0}
"""Computes a password hash, which is slow on purpose."""


def price_of(handler: BaseRouteHandler) -> float:
    """How many tokens a request to this handler takes."""
    opt: Mapping[str, float] = handler.opt
    return opt.get("price", ORDINARY["price"])
