"""What a match of Jarls is made of: frozen values, each action and event with its `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.seats import Seat, Viewer
from meadhall.kit.hexgrid import Direction, Hex
from meadhall.kit.sealed import Sealed

Ruleset: TypeAlias = Literal["holes", "shields"]
Terrain: TypeAlias = Literal["calm", "treacherous", "chaotic"]
Cause: TypeAlias = Literal["edge", "hole", "starvation", "collapse", "left"]
Phase: TypeAlias = Literal["placing", "playing", "starving", "over"]
Ending: TypeAlias = Literal["throne", "lastStanding", "quiet", "allDead"]


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match. Options of the other ruleset are simply not used."""

    ruleset: Ruleset = option("holes", "Holes in the board, or Shields and starvation.")
    radius: int | None = option(
        None, "Rings around the Throne; none: what fits the number of players.", low=3, high=10
    )
    terrain: Terrain = option("calm", "How many holes there are (holes ruleset only).")
    turn_timer: int | None = option(None, "Seconds for a turn, or none.", low=5, high=3600)
    starvation_rounds: int = option(
        10, "Rounds without a push off the board before starvation (shields only).", low=1, high=30
    )
    starvation_repeat: int = option(
        5, "Rounds from one starvation to the next (shields only).", low=1, high=20
    )
    draw_after_rounds: int = option(
        50, "Rounds without an elimination that end the match as a draw (holes only).",
        low=5, high=100,
    )  # fmt: skip
    teams: bool = option(default=False, text="Seats 1, 3, 5 against 2, 4, 6 (4 or 6 players).")
    fog: bool = option(
        default=False, text="Fog of war: see only what is within four hexes of your pieces."
    )
    sudden_death: bool = option(
        default=False, text="Outer rings fall away after 20 quiet rounds, then every 5."
    )
    shield_draft: bool = option(
        default=False, text="Players place the Shields, last seat first (shields only)."
    )


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the match stands. Turns and rounds are counted from 0 and seats as everywhere.

    `first` opened the round; `quiet` is the number of rounds since a piece was pushed to its death.
    """

    number: int
    round: int
    first: Seat
    mover: Seat
    quiet: int


@dataclass(frozen=True, slots=True)
class Famine:
    """Starvation that waits for choices: by seat, who may starve and, sealed, who shall."""

    candidates: tuple[tuple[str, ...], ...]
    sealed: Sealed[str]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that have a choice at all."""
        return tuple(seat for seat, names in enumerate(self.candidates) if len(names) > 1)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have a choice to make and have not made it."""
        return self.sealed.waiting(self.asked)

    def without(self, seat: Seat) -> "Famine":
        """The same where the seat has nobody left to starve."""
        candidates = (*self.candidates[:seat], (), *self.candidates[seat + 1 :])
        return Famine(candidates, self.sealed.put(seat, None))


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended; nobody among the winners is a draw."""

    winners: tuple[Seat, ...]
    reason: Ending


@dataclass(frozen=True, slots=True)
class Trace:
    """The last command as it was carried out, for people to see what happened."""

    piece: str
    start: Hex
    end: Hex


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth. `board` has a piece code (see `pieces`) for every cell of the radius.

    `to_place` Shields are still to be placed by the players, if they place them at all.
    """

    options: Options
    seats: int
    radius: int
    board: tuple[int, ...]
    turn: Turn
    last: Trace | None = None
    famine: Famine | None = None
    to_place: int = 0
    result: Result | None = None

    @property
    def phase(self) -> Phase:
        """What the match is waiting for."""
        if self.result is not None:
            return "over"
        if self.famine is not None:
            return "starving"
        return "placing" if self.to_place else "playing"

    def with_board(self, board: tuple[int, ...], last: Trace | None = None) -> "State":
        """The same with other pieces on the board and, where given, another last command."""
        return State(
            self.options, self.seats, self.radius, board, self.turn,
            last or self.last, self.famine, self.to_place,
        )  # fmt: skip

    def with_turn(self, turn: Turn) -> "State":
        """The same, later."""
        return State(
            self.options, self.seats, self.radius, self.board, turn,
            self.last, self.famine, self.to_place,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Move:
    """Send a piece to a hex; onto an enemy's hex it is an attack."""

    piece: str
    to: Hex
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Starve:
    """In a famine, give up this one of the pieces that are furthest out."""

    piece: str
    kind: Literal["starve"] = "starve"


@dataclass(frozen=True, slots=True)
class Place:
    """Put the next Shield on a hex."""

    to: Hex
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Skip:
    """Let the turn pass. Only a clock that ran out may."""

    kind: Literal["skip"] = "skip"


Action: TypeAlias = Move | Starve | Place | Skip


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece went from hex to hex; after a blocked attack `end` is where it stopped.

    `seers`, here and below, are the seats that see it happen in the fog; None: everybody does.
    """

    piece: str
    start: Hex
    end: Hex
    momentum: bool
    kind: Literal["MOVE"] = "MOVE"
    seers: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """An attack was too weak; the attacker stands beside the defender."""

    attacker: str
    defender: str
    at: Hex
    kind: Literal["BLOCKED"] = "BLOCKED"
    seers: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Compressed:
    """A strong attack found the chain held up by the Throne, a Shield or an ally.

    `at` is the hex beside that: where the last piece of the chain stands.
    """

    attacker: str
    chain: tuple[str, ...]
    at: Hex
    kind: Literal["COMPRESSED"] = "COMPRESSED"
    seers: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A piece left the match from the hex `at`."""

    piece: str
    seat: Seat
    at: Hex
    cause: Cause
    kind: Literal["ELIMINATED"] = "ELIMINATED"


@dataclass(frozen=True, slots=True)
class Pushed:
    """A piece of a chain was pushed one hex; the defender has depth 0."""

    piece: str
    start: Hex
    end: Hex
    direction: Direction
    depth: int
    kind: Literal["PUSH"] = "PUSH"
    seers: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """A seat has lost its Jarl and with it everything."""

    seat: Seat
    kind: Literal["PLAYER_ELIMINATED"] = "PLAYER_ELIMINATED"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over; `turn` is the number of the next one."""

    seat: Seat
    next: Seat
    turn: int
    kind: Literal["TURN_ENDED"] = "TURN_ENDED"


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A seat did not move: it could not, its clock ran out, or its Jarl died first."""

    seat: Seat
    why: Literal["noMove", "clock", "dead"]
    kind: Literal["TURN_SKIPPED"] = "TURN_SKIPPED"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Everybody left has moved; `round` is the number of the next round."""

    round: int
    quiet: int
    kind: Literal["ROUND_ENDED"] = "ROUND_ENDED"


@dataclass(frozen=True, slots=True)
class StarvationTriggered:
    """Hunger strikes; these seats must choose between pieces equally far out."""

    round: int
    choosing: tuple[Seat, ...]
    kind: Literal["STARVATION_TRIGGERED"] = "STARVATION_TRIGGERED"


@dataclass(frozen=True, slots=True)
class StarvationChosen:
    """A seat has sealed its choice."""

    seat: Seat
    kind: Literal["STARVATION_CHOSEN"] = "STARVATION_CHOSEN"


@dataclass(frozen=True, slots=True)
class RingFell:
    """The outer ring of the board is gone; this is the radius that is left."""

    radius: int
    kind: Literal["RING_FELL"] = "RING_FELL"


@dataclass(frozen=True, slots=True)
class ShieldPlaced:
    """A seat has put a Shield on the board."""

    seat: Seat
    shield: str
    at: Hex
    kind: Literal["SHIELD_PLACED"] = "SHIELD_PLACED"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The match is over."""

    winners: tuple[Seat, ...]
    reason: Ending
    kind: Literal["GAME_ENDED"] = "GAME_ENDED"


Event: TypeAlias = (
    Moved
    | Blocked
    | Compressed
    | Eliminated
    | Pushed
    | PlayerEliminated
    | TurnEnded
    | TurnSkipped
    | RoundEnded
    | StarvationTriggered
    | StarvationChosen
    | RingFell
    | ShieldPlaced
    | GameEnded
)


@dataclass(frozen=True, slots=True)
class View:
    """What one pair of eyes may know.

    `state` is without what is hidden from the viewer: sealed choices of others, of which `locked`
    only tells that they are made, and pieces in the fog, of which `unseen` only tells that they are
    still somewhere.
    """

    viewer: Viewer
    state: State
    locked: tuple[bool, ...] = ()
    unseen: tuple[int, ...] = ()
