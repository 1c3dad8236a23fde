"""Seeks over HTTP and over the hall's socket."""

from typing import Annotated

from msgspec import Meta, Struct

from meadhall.server.protocol.bodies import (
    MOST_SEATS,
    ClockPlan,
    OptionValues,
    ReservationText,
    Share,
    Slug,
)


class NewSeek(Struct, forbid_unknown_fields=True):
    """Look for people who want the same match. It takes the place of your earlier seek."""

    game: Slug
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None
    """How many play; without it, as many as usually do."""
    options: OptionValues = {}
    clock: ClockPlan = ClockPlan()
    rated: bool = False
    share: Share = ""
    """What you add to the seed."""
    reservation: ReservationText = ""
    """The match that begins may be the one that you have reserved."""


class SeekTerms(Struct, frozen=True):
    """The match that is wanted, with all its options."""

    game: str
    seats: int
    options: OptionValues
    clock: ClockPlan
    rated: bool


class FoundOpponent(Struct):
    """Somebody who has been found. `points` is the rating; `provisional`: little is known yet."""

    name: str
    points: int
    provisional: bool


class FoundMatch(Struct):
    """The others have been found. The match begins when everybody has agreed in time."""

    match: str
    opponents: tuple[FoundOpponent, ...]
    left: int
    """Milliseconds that are left to agree."""
    agreed: bool
    """You have agreed."""
    begun: bool = False
    """Everybody has, and you have a seat at the table."""


class SeekCard(Struct):
    """Your seek. It goes on while you hold a hall's socket."""

    terms: SeekTerms
    title: str
    waited: int
    """Milliseconds since it began."""
    searching: int
    """How many people want the same match, you among them."""
    others: int
    """How many look for another match of this game."""
    usual_wait: int | None = None
    """Milliseconds that it took lately, if that is known."""
    lowest: int | None = None
    highest: int | None = None
    """The ratings that you meet now; without them, any."""
    found: FoundMatch | None = None
    trouble: str = ""
    """Why the match could not begin. Then the seek has ended."""


class MySeek(Struct):
    """Your seek, if you have one."""

    seek: SeekCard | None


class Agreement(Struct, forbid_unknown_fields=True):
    """You come to the match that was found."""

    match: Annotated[str, Meta(max_length=64)]


class SeekNews(Struct, tag_field="kind", tag="seek"):
    """On the hall's socket: your seek has changed, or has ended."""

    seek: SeekCard | None
