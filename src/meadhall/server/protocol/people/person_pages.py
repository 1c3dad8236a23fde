"""Bodies about people: profiles, histories, and deleting an account."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meadhall.core.seats import Seat
from meadhall.server.protocol.people.texts import Name, Secret

ABOUT_LENGTH = 200


class Farewell(Struct, forbid_unknown_fields=True):
    """The name once more and the password, to confirm that the account shall be deleted."""

    name: Name
    password: Secret


class ProfileSettings(Struct, forbid_unknown_fields=True):
    """What a person says about themselves, and what strangers may see."""

    about: Annotated[str, Meta(max_length=ABOUT_LENGTH)] = ""
    results: bool = True
    """Results, opponents and the streak."""
    matches: bool = True
    """The matches, as far as their tables were public."""
    here: bool = True
    """Whether you are here."""


class GameResults(Struct):
    """How often a person won, lost and drew a game on one seat of tables of this size."""

    game: str
    title: str
    seats: int
    seat: Seat
    won: int
    lost: int
    drawn: int


class Rival(Struct):
    """How often a person won, lost and drew with this opponent at the table."""

    name: str
    bot: str
    """The level, if it is a bot."""
    account: bool
    won: int
    lost: int
    drawn: int


class HistoryRow(Struct):
    """A match that a person played. `players` has one name per seat."""

    match: str
    code: str
    game: str
    title: str
    ended: int
    seat: Seat
    """The person's seat."""
    outcome: Literal["won", "lost", "drawn", "open"]
    """For the person; `open` if nobody won, or one person had several seats."""
    plies: int
    players: tuple[str, ...]
    accounts: tuple[Seat, ...]
    """The seats of people who have an account."""


class HistoryList(Struct):
    """Matches, the newest first. `next`, sent as `before`, gives those after the last one."""

    matches: tuple[HistoryRow, ...]
    next: str | None = None


class PersonProfile(Struct):
    """A person with an account, as the viewer may see them."""

    name: str
    since: int
    mine: bool
    """It is your own."""
    about: str
    settings: ProfileSettings
    results: tuple[GameResults, ...] | None = None
    """`None` if the person does not show them, as with `recent`."""
    rivals: tuple[Rival, ...] = ()
    streak: Literal["", "won", "lost", "drawn"] = ""
    streak_length: int = 0
    recent: tuple[HistoryRow, ...] | None = None
    rated_as: str = ""
    """The person's id, to ask for ratings with; empty if the person does not show results."""
