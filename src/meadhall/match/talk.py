"""Messages: who may be talked to, and who hears."""

from collections.abc import Sequence

from meadhall.core.game import Audience
from meadhall.core.seats import Seat, Viewer
from meadhall.match.commands import Say
from meadhall.match.evolve import carried
from meadhall.match.facts import Player, Said
from meadhall.match.gathering import bad_name
from meadhall.match.match import Match, Outcome, Rejected, is_text, no_such_seat

EVERYONE, CHOSEN, SPECTATORS = "everyone", "seats", "spectators"
LONGEST_TEXT = 2000
MOST_MESSAGES = 2000
"""Of each seat, and of all spectators together: nobody talks others into silence."""
OPEN_LETTERS = ("open_letters", True)
"""The option by which a game opens all letters after the end."""


def judged(match: Match, command: Say, now: int) -> Outcome | Rejected:
    """The message as a fact, with those who are in the audience at this moment."""
    rejected = _bad_text(match, command)
    if rejected is not None:
        return rejected
    name = _name(match, command)
    if isinstance(name, Rejected):
        return name
    seats = (
        _spectators(command) if command.seat is None else _audience(match, command.seat, command)
    )
    if isinstance(seats, Rejected):
        return seats
    text = command.text.strip()
    said = Said(now, command.seat, name, command.to, seats, text, match.turn, command.id)
    return carried(match, said)


def hears(match: Match, said: Said, viewer: Viewer) -> bool:
    """Whether the viewer may read the message. Spectators' talk is theirs until the end."""
    if match.phase == "over" and OPEN_LETTERS in match.setup.options:
        return True
    if said.seat is None:
        return viewer is None or match.phase == "over"
    return said.to == EVERYONE or viewer in (said.seat, *_readers(match, said.seat, said))


def opens(before: Match, after: Match) -> bool:
    """Whether older messages may have become somebody's to read: at the end, or who has joined."""
    if after.phase == "over":
        return before.phase != "over"
    if before.state is after.state:
        return False
    seats = range(after.setup.seats)
    return any(_shifting(before, seat) != _shifting(after, seat) for seat in seats)


def _shifting(match: Match, seat: Seat) -> tuple[Audience, ...]:
    return tuple(audience for audience in _audiences(match, seat) if audience.shifting)


def _readers(match: Match, writer: Seat, said: Said) -> tuple[Seat, ...]:
    """Whom the message was sent to or, where that is what counts, who is in its audience today."""
    audience = _named(match, writer, said.to)
    return audience.seats if audience is not None and audience.shifting else said.seats


def _bad_text(match: Match, command: Say) -> Rejected | None:
    text = command.text
    if not 1 <= len(text.strip()) <= LONGEST_TEXT or not is_text(text):
        return Rejected("BAD_TEXT", f"A message has 1 to {LONGEST_TEXT} characters.")
    if len(match.messages) < MOST_MESSAGES:  # nearly always, and seen at a glance
        return None
    if sum(said.seat == command.seat for said in match.messages) >= MOST_MESSAGES:
        return Rejected("TOO_MANY_MESSAGES", "You have said enough in this match.")
    return None


def _name(match: Match, command: Say) -> str | Rejected:
    if command.seat is None:
        return bad_name(Player(command.name)) or command.name
    player = None if no_such_seat(match, command.seat) else match.players[command.seat]
    return player.name if player else Rejected("NOBODY_THERE", "Nobody sits there.")


def _spectators(command: Say) -> tuple[Seat, ...] | Rejected:
    if command.to != SPECTATORS:
        return Rejected("NO_SUCH_AUDIENCE", "Spectators talk among themselves only.")
    return ()


def _audience(match: Match, seat: Seat, command: Say) -> tuple[Seat, ...] | Rejected:
    if command.to == EVERYONE:
        return tuple(range(match.setup.seats))
    if command.to == CHOSEN:
        return _chosen(match, seat, command.seats)
    audience = _named(match, seat, command.to)
    if audience is None:
        return Rejected("NO_SUCH_AUDIENCE", f"There is nobody called {command.to!r} to talk to.")
    return audience.seats


def _named(match: Match, seat: Seat, name: str) -> Audience | None:
    named = _audiences(match, seat)
    return next((audience for audience in named if audience.id == name), None)


def _audiences(match: Match, seat: Seat) -> Sequence[Audience]:
    """Whom the game lets the seat talk to, once the match has begun."""
    audiences = match.game.audiences if match.state is not None else None
    return audiences(match.state, seat) if audiences else ()


def _chosen(match: Match, seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | Rejected:
    chosen = tuple(sorted({*seats} - {seat}))
    if not chosen or any(no_such_seat(match, other) for other in chosen):
        return Rejected("NO_SUCH_SEAT", "Choose one or more of the other seats to talk to.")
    return chosen
