"""The bodies of HTTP requests and responses, as JSON.

Errors are problem documents (RFC 9457) with a `code` for programs and a `detail` for people.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from meadhall.core.capabilities import GuideStep
from meadhall.core.options import OptionSpec
from meadhall.core.scene import Scene
from meadhall.core.seats import Seat
from meadhall.server.protocol.messages import Phase
from meadhall.server.protocol.people.rating_cards import RatingCard
from meadhall.server.protocol.people.texts import NAME_LENGTH, Name, NewSecret, Secret

TEXT_LENGTH = 2000
MOST_SEATS = 16
RECORD_LENGTH = 2_000_000
SHARE_LENGTH = 64
TOKEN_LENGTH = 400

Share: TypeAlias = Annotated[str, Meta(max_length=SHARE_LENGTH)]
"""What a seat adds to the seed: up to 32 random bytes as hexadecimal digits; empty for nothing."""
ReservationText: TypeAlias = Annotated[str, Meta(max_length=TOKEN_LENGTH)]
"""The token of a match that was reserved; empty for none."""
Slug: TypeAlias = Annotated[str, Meta(max_length=64)]
OptionValues: TypeAlias = dict[str, str | int | bool | None]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=30 * 24 * 3600 * 1000)]


# Games -------------------------------------------------------------------------------------------


class LevelCard(Struct):
    """A level of opponents."""

    name: str
    text: str
    rating: int | None
    """Its strength on the game's own scale, if it was measured."""


class PresetCard(Struct):
    """A match to choose as a whole: how many play, and all options."""

    name: str
    text: str
    seats: int
    options: OptionValues


class GameCard(Struct):
    """A game in the list of games, with what a set-up form needs."""

    slug: str
    title: str
    summary: str
    players: tuple[int, ...]
    simultaneous: bool
    chance: bool
    hidden: bool
    options: tuple[OptionSpec, ...]
    presets: tuple[PresetCard, ...]
    levels: tuple[LevelCard, ...]
    marks: tuple[str, ...]
    colours: tuple[str, ...]
    notation: str
    """How moves are written, as help for a text field."""
    timed: bool
    """The rules have time limits, with default options."""
    time_up: str
    """What happens if a player's time runs out, as the end of a sentence."""
    guided: bool
    previews: bool
    """Something can be known in advance about moves; `ask` tells it."""
    dangers: bool
    """`ask` tells what a player has to fear from the next moves of others."""
    puzzles: bool
    """There are puzzles of it."""


class GuideCard(Struct):
    """A guided first match with its steps, and tips for any match.

    It is played on one device with these seats, options and seed; the learner has seat 0.
    """

    seats: int
    options: OptionValues
    seed: str
    steps: tuple[GuideStep, ...]
    tips: tuple[str, ...]


class GamePage(Struct):
    """A game with its rules, and its guide if it has one."""

    game: GameCard
    rules: str
    """Markdown."""
    guide: GuideCard | None


class BotsReady(Struct):
    """How many games' bots play at full strength; `total` is 0 if none has to be made ready."""

    ready: int
    total: int


class FirstPosition(Struct):
    """The first position of a game, as a picture."""

    scene: Scene | None


# People ------------------------------------------------------------------------------------------


class Person(Struct):
    """A person. `token` is the session token for programs; pages get it as a cookie."""

    id: str
    name: str
    account: bool
    token: str = ""


class NewGuest(Struct, forbid_unknown_fields=True):
    """The name of a guest."""

    name: Name


class Credentials(Struct, forbid_unknown_fields=True):
    """Name and password, to sign in or to create an account."""

    name: Name
    password: NewSecret


class PasswordChange(Struct, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Secret
    new: NewSecret


# Matches -----------------------------------------------------------------------------------------


class ClockPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a match, in milliseconds.

    `rules`: the limits of the game's rules, if it has any. `none`: no limit. `turn`: `base` per
    turn. `fischer`: `base` for the match and `increment` after each turn. `days`: `base` per turn,
    in whole days; it does not wait for players who are away.
    """

    mode: Literal["rules", "none", "turn", "fischer", "days"] = "rules"
    base: Milliseconds = 0
    increment: Milliseconds = 0


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who gets the seat: anyone (`open`), a bot of a level, or a person on this device (`mine`)."""

    kind: Literal["open", "bot", "mine"] = "open"
    level: Slug = ""
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    share: Share = ""
    """What the person adds to the seed."""


class Reservation(Struct):
    """A match to come, whose part of the dice is fixed: the hash of the server's secret for it.

    Send the token when you set the match up, with the bytes that you draw now. It works once.
    """

    match: str
    commitment: str
    token: str


class MatchPlace(Struct):
    """Where a match is served best: the address of a process, empty where any will do."""

    address: str


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be created. It starts at once if no seat is open."""

    game: Slug
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    options: OptionValues = {}
    clock: ClockPlan = ClockPlan()
    password: Secret = ""
    listed: bool = True
    takeover: bool = True
    """A bot may take the seat of a player who left."""
    guided: bool = False
    """It follows the game's guide. Lists leave it out."""
    rated: bool = False
    """It counts for ratings. It needs a clock and usual options, and everybody has one seat."""
    seed: Annotated[str, Meta(max_length=64)] = ""
    """Empty: drawn by the server. A given seed reveals the dice, so no seat may be open."""
    reservation: ReservationText = ""


class MatchCard(Struct):
    """A match in a list. `players` has one name per seat, empty for an open seat."""

    match: str
    code: str
    game: str
    title: str
    phase: Phase
    players: tuple[str, ...]
    mine: tuple[Seat, ...]
    """The seats that you hold."""
    locked: bool
    """It has a password."""
    created: int
    result: str = ""
    """Why it ended; `closed` if it never started."""
    waiting: bool = False
    """There is an open seat, and a player is connected or has just sat down."""
    people: int = 0
    """How many seats people hold; bots have the others."""
    held: tuple[Seat, ...] = ()
    """The seats that people hold."""
    secrets_known: bool = False
    """It goes on from a match whose secrets everybody may have read."""
    rated: bool = False
    ratings: tuple[RatingCard | None, ...] = ()
    """Of the people by seat; this and the rest only in the lists on the hall's socket."""
    options: OptionValues = {}
    clock: ClockPlan | None = None
    watching: int = 0


class MatchList(Struct):
    """Matches, newest first. `next`, sent as `before`, gives those after the last one."""

    matches: tuple[MatchCard, ...]
    next: str | None = None


class TableKey(Struct, forbid_unknown_fields=True):
    """What opens a locked table: its password, or the token of a seat there."""

    password: Secret = ""
    tokens: Annotated[tuple[str, ...], Meta(max_length=MOST_SEATS)] = ()


class SeatClaim(Struct, forbid_unknown_fields=True):
    """Take this seat, or any open one; `ready` at once or not. `share`: what you add to dice."""

    seat: Seat | None = None
    password: Secret = ""
    share: Share = ""
    ready: bool = False


class QuickMatch(Struct, forbid_unknown_fields=True):
    """Join any open table with default options, or open a new one."""

    game: Slug
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    share: Share = ""
    """What you add to the seed."""
    reservation: ReservationText = ""
    """For a new table."""


class SeatTokens(Struct):
    """A match and the tokens of your seats in it. Keep them: they give access to the seats."""

    match: str
    code: str
    tokens: tuple[str, ...]


class SeatLink(Struct):
    """A link that moves your seat to another device: once, until it expires."""

    link: str
    expires: int


class CodeFound(Struct):
    """The match with this code."""

    match: str


class LinkClaim(Struct, forbid_unknown_fields=True):
    """A link from another device."""

    link: Annotated[str, Meta(max_length=1000)]


class Problem(Struct, omit_defaults=True):
    """What went wrong: a problem document (RFC 9457) with a `code`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    objects: tuple[str, ...] = ()
