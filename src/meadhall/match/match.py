"""A match as it stands: what all facts so far add up to. Nothing here is stored."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished, Status, ToAct
from meadhall.core.value import value
from meadhall.match.clock import Face
from meadhall.match.facts import Fact, Matter, Player, Ply, Said, Setup
from meadhall.match.log import Log
from meadhall.match.memory import Memory

Phase: TypeAlias = Literal["lobby", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why a command was not carried out. Nothing has changed.

    `objects` and `clause` are those of the game's own refusal, where it was the game that refused.
    """

    code: str
    text: str
    objects: tuple[str, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat has proposed, and which seats are for it so far, the proposer among them."""

    seat: Seat
    matter: Matter
    agreed: tuple[Seat, ...]
    to_ply: int | None = None


@value()
class Match:
    """One playing of a game.

    `version` counts all facts. `turn` is the number of the question that is being asked: it grows
    when a new one is asked, and not when one of several sealed answers comes in.
    `away` has the instant since when the person on a seat is away, `None` for who is there.
    `status` is `None` before the start. `gone` are the seats that gave up. `plies` are the moves in
    force, undone ones taken out. `recent` are the last commands that came with an id, seat by seat
    and then those of the spectators: nobody's talk makes another's be forgotten.
    """

    game: AnyGame = field(repr=False)
    setup: Setup
    created: int
    at: int
    version: int
    turn: int
    players: tuple[Player | None, ...]
    ready: tuple[bool, ...]
    away: tuple[int | None, ...]
    gone: tuple[Seat, ...]
    state: object = field(repr=False)
    status: Status | None
    face: Face
    plies: Log[Ply] = field(repr=False)
    messages: Log[Said] = field(repr=False)
    proposal: Proposal | None
    rematch: str
    recent: tuple[Memory, ...] = field(repr=False)

    @property
    def phase(self) -> Phase:
        """Whether people still gather, play, or have finished."""
        if self.status is None:
            return "lobby"
        return "over" if isinstance(self.status, Finished) else "playing"

    @property
    def result(self) -> Finished | None:
        """How it ended, by the rules or at the table."""
        return self.status if isinstance(self.status, Finished) else None

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats whose answer is waited for."""
        return self.status.seats if isinstance(self.status, ToAct) else ()

    def place(self, seat: Viewer) -> int:
        """Where `recent` has the commands of a seat, or of the spectators."""
        return self.setup.seats if seat is None else seat

    def is_person(self, seat: Seat) -> bool:
        """Whether a person sits there."""
        player = self.players[seat]
        return player is not None and not player.bot

    def same_person(self, seat: Seat, other: Seat) -> bool:
        """Whether one person holds both seats."""
        if seat == other:
            return True
        one, two = self.players[seat], self.players[other]
        return one is not None and two is not None and one.holder == two.holder != ""

    def other_people(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of all people but the one who holds this seat, also of those who gave up."""
        return tuple(s for s in self._others(seat) if self.is_person(s))

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats still in the match that are not held by the person who holds this one."""
        return tuple(s for s in self._others(seat) if s not in self.gone)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(s for s in range(self.setup.seats) if not self.same_person(seat, s))


@value()
class Outcome:
    """A command carried out: the facts to store, the match after them, and the game's events.

    `version` is the match's version after the command; for a command that had been carried out
    before, the one it had then, and there are no new facts.
    """

    match: Match
    facts: tuple[Fact, ...]
    events: tuple[object, ...]
    version: int


def rejection(refusal: Refusal) -> Rejected:
    """The game's refusal as the match's answer."""
    return Rejected(refusal.code, refusal.sentence, refusal.objects, refusal.clause)


def is_text(text: str) -> bool:
    """Whether the text can be written down: half of a character pair cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def no_such_seat(match: Match, seat: Seat) -> bool:
    """Whether the table has no seat of that number."""
    return not 0 <= seat < match.setup.seats
