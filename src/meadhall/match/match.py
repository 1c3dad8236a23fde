"""A match at one moment, as computed from its facts. Nothing here is stored."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from meadhall.core.game import AnyGame, Traits
from meadhall.core.seats import Seat
from meadhall.core.seed_proof import SeedProof
from meadhall.core.status import Finished, Status, ToAct
from meadhall.core.value import value
from meadhall.match.clock import ClockState
from meadhall.match.facts import Fact, Matter, Player, Ply, Reserved, Said, Setup
from meadhall.match.log import Log
from meadhall.match.recent import RecentCommands

SPECTATORS = -1
"""The place of the spectators in `Match.recent`: after all seats."""

Phase: TypeAlias = Literal["lobby", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat has proposed, and the seats that agree, which include the proposer.

    `rematch` is the match that a rematch would be; `shares` has what each seat that agrees adds to
    its seed.
    """

    seat: Seat
    matter: Matter
    agreed: tuple[Seat, ...]
    to_ply: int | None = None
    shares: tuple[str, ...] = ("",)
    rematch: Reserved | None = None


@dataclass(frozen=True, slots=True)
class DeclinedProposal:
    """What a seat had proposed, and the seat that declined it, in words or by playing on."""

    matter: Matter
    seat: Seat
    by: Seat


@value()
class Match:
    """One match of a game.

    `version` counts all facts. `turn` is the number of the question that is being asked: it grows
    with every new question, but not when one of several sealed answers comes in.
    `shares` has what each seat added to the seed; the seed is in `setup` from the start on.
    `away` has, for each seat, the time since when its person is away, or `None`. `gone` are the
    seats that gave up. `status` is `None` before the start. `plies` are the moves in force, without
    those that were undone. `declined` is the last proposal, if it was declined, until its author
    moves or somebody proposes again. `recent` has the last commands that came with an id: one entry
    for each seat and one for all spectators, so that nobody pushes out the commands of others.
    `vacations` has, for each seat, until when a daily clock waits for its person; at first 0.
    """

    game: AnyGame = field(repr=False)
    setup: Setup
    traits: Traits
    is_timed: bool
    created: int
    at: int
    version: int
    turn: int
    players: tuple[Player | None, ...]
    shares: tuple[str, ...]
    ready: tuple[bool, ...]
    away: tuple[int | None, ...]
    gone: tuple[Seat, ...]
    state: object = field(repr=False)
    status: Status | None
    clock_state: ClockState
    plies: Log[Ply] = field(repr=False)
    messages: Log[Said] = field(repr=False)
    proposal: Proposal | None
    declined: DeclinedProposal | None
    rematch: str
    recent: tuple[RecentCommands, ...] = field(repr=False)
    vacations: tuple[int, ...]

    @property
    def phase(self) -> Phase:
        """Whether people still gather, play, or are finished."""
        if self.status is None:
            return "lobby"
        return "over" if isinstance(self.status, Finished) else "playing"

    @property
    def result(self) -> Finished | None:
        """How it ended, by the rules or by the players; `None` before the end."""
        return self.status if isinstance(self.status, Finished) else None

    @property
    def proof(self) -> SeedProof | None:
        """What the seed is made of, a secret until the end; `None` if the seed was given."""
        setup = self.setup
        if not setup.secret:
            return None
        return SeedProof(setup.drawn_for or setup.id, setup.secret, self.shares)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return self.status.seats if isinstance(self.status, ToAct) else ()

    @property
    def has_known_secrets(self) -> bool:
        """Whether it goes on from a true position, whose secrets everybody may have read."""
        origin = self.setup.origin
        return origin is not None and origin.shown == "revealed" and self.traits.hidden

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there."""
        player = self.players[seat]
        return player is not None and not player.bot

    def same_person(self, seat: Seat, other: Seat) -> bool:
        """Whether one person holds both seats."""
        if seat == other:
            return True
        # Bots and players of uploaded records have no holder: two of them are not one person.
        one, two = self.players[seat], self.players[other]
        return one is not None and two is not None and one.holder == two.holder != ""

    def other_people(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of all other people than the holder of this seat, also if they gave up."""
        return tuple(s for s in self._others(seat) if self.is_person(s))

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that other players hold and have not given up."""
        return tuple(s for s in self._others(seat) if s not in self.gone)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(s for s in range(self.setup.seats) if not self.same_person(seat, s))


@value()
class Outcome:
    """The result of a command: the facts to store, the match after them, and the game's events.

    `version` is the match's version after the command. A repeated command has no new facts, and
    the version is the one after it was first carried out.
    """

    match: Match
    facts: tuple[Fact, ...]
    events: tuple[object, ...]
    version: int


def is_text(text: str) -> bool:
    """Whether the text can be encoded as UTF-8; half a surrogate pair cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def lacks_seat(match: Match, seat: Seat) -> bool:
    """Whether the table has no seat with that number."""
    return not 0 <= seat < match.setup.seats
