"""Bodies about the offline mode: whether there is one, and matches that were played there."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

FACT_LENGTH = 200_000
MOST_FACTS = 20_000
FactText: TypeAlias = Annotated[str, Meta(max_length=FACT_LENGTH)]


class OfflineMatch(Struct, forbid_unknown_fields=True):
    """A match that was played without the server: its facts, as the browser keeps them."""

    facts: Annotated[tuple[FactText, ...], Meta(max_length=MOST_FACTS)]


class OfflineMode(Struct):
    """Whether this hall can be played in the browser alone, at `/offline/`."""

    offered: bool


class BroughtMatch(Struct):
    """A match that has come into an account; `new` unless it was there already."""

    match: str
    new: bool
