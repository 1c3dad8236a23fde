"""Friends, blocks and challenges over HTTP and over the hall's socket."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meadhall.server.protocol.bodies import ClockPlan, NewMatch, OptionValues, Share
from meadhall.server.protocol.people.texts import NAME_LENGTH

LONGEST_HOURS = 7 * 24


class FriendCard(Struct):
    """A person in a list of people. `here`: connected now, and shows it."""

    name: str
    here: bool


class FriendList(Struct):
    """People by name. `next`, sent as `after`, gives those after the last one."""

    people: tuple[FriendCard, ...]
    next: str | None = None


class Bond(Struct):
    """What is between you and another person, as far as it is yours."""

    follows: bool
    """You follow them."""
    blocks: bool
    """You block them."""
    here: bool
    """They are here, and show it."""


class NewChallenge(Struct, forbid_unknown_fields=True):
    """A challenge to the person with this name; an empty name: to anyone with the link.

    The match has a seat of yours, one open seat, and bots on the others.
    """

    match: NewMatch
    to: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    hours: Annotated[int, Meta(ge=1, le=LONGEST_HOURS)] = 24
    """After that it expires."""


class Acceptance(Struct, forbid_unknown_fields=True):
    """Accept a challenge. `share` is what you add to the seed."""

    share: Share = ""


class ChallengeTerms(Struct):
    """What the match would be. `bots` has the levels of the bots at the table."""

    game: str
    title: str
    seats: int
    bots: tuple[str, ...]
    options: OptionValues
    """As they were given: those that are missing have their defaults."""
    clock: ClockPlan
    rated: bool


class ChallengeCard(Struct):
    """A challenge. `to` is empty if anyone with the link may accept it; `mine`: you made it."""

    id: str
    challenger: str
    to: str
    mine: bool
    terms: ChallengeTerms
    state: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    created: int
    expires: int
    match: str
    """The table where the challenger waits; empty for others until they have accepted."""


class ChallengeList(Struct):
    """Open challenges, the newest first. `next`, sent as `before`, gives those after the last."""

    challenges: tuple[ChallengeCard, ...]
    next: str | None = None


class ChallengeNews(Struct, tag_field="kind", tag="challenges"):
    """On the hall's socket: your challenges have changed; these are the newest open ones."""

    challenges: tuple[ChallengeCard, ...]
