"""Tournaments: how one is made, what lists and its page show, and what changes there."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from meadhall.server.protocol.bodies import ClockPlan, Milliseconds, OptionValues, Slug

TITLE_LENGTH = 60
TournamentFormat: TypeAlias = Literal["arena", "swiss", "roundRobin", "knockOut"]


class NewTournament(Struct, forbid_unknown_fields=True):
    """A tournament to be made. It starts after `starts_in`, or when its host starts it."""

    title: Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]
    format: TournamentFormat
    game: Slug
    clock: ClockPlan
    starts_in: Milliseconds = 600_000
    options: OptionValues = {}
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    """How many play in a match. A last match may have fewer, if the game allows it."""
    rounds: Annotated[int, Meta(ge=0, le=20)] = 0
    """Of a Swiss tournament; 0 for as many as the players need."""
    minutes: Annotated[int, Meta(ge=0, le=360)] = 0
    """How long an arena pairs."""
    pause: Annotated[int, Meta(ge=0, le=600_000)] = 10_000
    """How long a round waits after the one before."""
    most: Annotated[int, Meta(ge=2, le=500)] = 200
    """How many players can enter."""
    rated: bool = False
    draws: bool = True
    """Players may agree to a draw; never in a knock-out."""
    berserk: bool = False
    """In an arena: half of the time and no increments, for one more point for a win."""
    computers: Annotated[tuple[Slug, ...], Meta(max_length=16)] = ()
    """The levels of computers that play too."""


class TournamentCard(Struct):
    """A tournament in a list."""

    id: str
    title: str
    format: TournamentFormat
    game: str
    game_title: str
    phase: Literal["announced", "running", "over"]
    starts: int
    players: int
    """Those who have entered and not left."""
    entered: bool = False
    """You are one of them."""


class TournamentList(Struct):
    """Those to come and those that run, the next to start first, and those that ended last."""

    now: int
    current: tuple[TournamentCard, ...]
    past: tuple[TournamentCard, ...]


class TournamentPlayer(Struct):
    """A player's line in the standings.

    `score` has the points and then the tie-breaks of the format: more is better in each. Players
    with equal scores share a place.
    """

    number: int
    name: str
    person: str
    """The id of the person; empty for a computer."""
    level: str
    """The level of a computer; empty for a person."""
    rating: int
    """When the player entered; 0 where there is none."""
    score: tuple[int, ...]
    played: int
    wins: int
    byes: int
    streak: int
    """Wins in a row, in an arena."""
    gone: Literal["", "left", "absent", "elsewhere"]
    """Why the player is not paired any more; empty for one who plays."""


class TournamentPairing(Struct):
    """A match of the tournament: the players' numbers by seat, and the points once it is over."""

    round: int
    match: str
    seats: tuple[int, ...]
    points: tuple[int, ...] = ()


class TournamentTerms(Struct):
    """What was fixed when the tournament was made."""

    clock: ClockPlan
    options: OptionValues
    sizes: tuple[int, ...]
    """How many play in a match."""
    rounds: int
    minutes: int
    pause: int
    most: int
    rated: bool
    draws: bool
    berserk: bool


class TournamentState(Struct):
    """Where a tournament stands. `round` is the last one that was paired."""

    version: int
    phase: Literal["announced", "running", "over"]
    round: int
    rounds: int
    """How many there will be; 0 where that is open."""
    starts: int
    ends: int
    """When an arena stops to pair; 0 where that is open."""
    next: int
    """When the next round is paired at the earliest; 0 while matches are being played."""
    ending: Literal["", "finished", "closed", "tooFew"]
    byes: tuple[int, ...]
    """Who has a bye in this round."""


class TournamentPage(Struct):
    """A tournament with its standings and the matches of its round.

    In an arena `pairings` has the matches that are being played and the last ones that ended.
    """

    id: str
    title: str
    format: TournamentFormat
    game: str
    game_title: str
    host: str
    host_name: str
    now: int
    terms: TournamentTerms
    state: TournamentState
    players: tuple[TournamentPlayer, ...]
    pairings: tuple[TournamentPairing, ...]


class TournamentRound(Struct):
    """The matches of a round."""

    round: int
    pairings: tuple[TournamentPairing, ...]
    byes: tuple[int, ...]


class TournamentExport(Struct):
    """A whole tournament: its page, and all its rounds."""

    tournament: TournamentPage
    rounds: tuple[TournamentRound, ...]


class TournamentChange(Struct, tag_field="kind", tag="tournament"):
    """What has changed on a tournament's page since `since`: lines and matches as they are now.

    Who knows an older version than `since` reads the page again.
    """

    id: str
    since: int
    now: int
    state: TournamentState
    players: tuple[TournamentPlayer, ...]
    pairings: tuple[TournamentPairing, ...]


class TournamentCall(Struct, tag_field="kind", tag="call"):
    """Your next match in a tournament has begun."""

    tournament: str
    title: str
    match: str
