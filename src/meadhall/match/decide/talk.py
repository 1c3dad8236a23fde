"""Messages: whom a player may write to, and who may read what."""

from collections.abc import Sequence

from meadhall.core.game import Audience
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, Viewer
from meadhall.match.commands import Say
from meadhall.match.decide.lobby import name_refusal
from meadhall.match.evolve import apply_facts
from meadhall.match.facts import Player, Said
from meadhall.match.match import Match, Outcome, is_text, lacks_seat

EVERYONE, CHOSEN, SPECTATORS = "everyone", "seats", "spectators"
LONGEST_TEXT = 2000
MOST_MESSAGES = 2000
"""For each seat, and for all spectators together, so that nobody uses up the others' share."""
OPEN_LETTERS = ("open_letters", True)
"""The option, and its value, that lets everybody read all messages after the end."""


def decide(match: Match, command: Say, now: int) -> Outcome | Refusal:
    """The message as a fact, with the seats that are in its audience now."""
    refused = _bad_text(match, command)
    if refused is not None:
        return refused
    name = _name(match, command)
    if isinstance(name, Refusal):
        return name
    audience = (
        _spectators(command) if command.seat is None else _audience(match, command.seat, command)
    )
    if isinstance(audience, Refusal):
        return audience
    said = Said(
        now, command.seat, name, command.to, audience.seats, command.text.strip(), match.turn,
        command.id, audience.label,
    )  # fmt: skip
    return apply_facts(match, said)


def hears(match: Match, said: Said, viewer: Viewer) -> bool:
    """Whether the viewer may read the message. Players read spectators' messages after the end."""
    if match.phase == "over" and OPEN_LETTERS in match.setup.options:
        return True
    if said.seat is None:
        return viewer is None or match.phase == "over"
    return said.to == EVERYONE or viewer in (said.seat, *_readers(match, said.seat, said))


def opens_messages(before: Match, after: Match) -> bool:
    """Whether a viewer may now read older messages: the match ended, or an audience changed."""
    if after.phase == "over":
        return before.phase != "over"
    # The game derives audiences from the state alone, and most facts do not change the state.
    if before.state is after.state:
        return False
    seats = range(after.setup.seats)
    return any(
        _shifting_audiences(before, seat) != _shifting_audiences(after, seat) for seat in seats
    )


def _shifting_audiences(match: Match, seat: Seat) -> tuple[Audience, ...]:
    return tuple(audience for audience in _audiences(match, seat) if audience.shifting)


def _readers(match: Match, writer: Seat, said: Said) -> tuple[Seat, ...]:
    """The seats the message was sent to or, for a shifting audience, the seats in it now."""
    if said.to == CHOSEN:  # saves asking the game, which has no such audience
        return said.seats
    audience = _find_audience(match, writer, said.to)
    return audience.seats if audience is not None and audience.shifting else said.seats


def _bad_text(match: Match, command: Say) -> Refusal | None:
    text = command.text
    if not 1 <= len(text.strip()) <= LONGEST_TEXT or not is_text(text):
        return Refusal("BAD_TEXT", f"A message has 1 to {LONGEST_TEXT} characters.")
    if len(match.messages) < MOST_MESSAGES:  # saves counting each sender's messages
        return None
    if sum(said.seat == command.seat for said in match.messages) >= MOST_MESSAGES:
        return Refusal("TOO_MANY_MESSAGES", "You have sent as many messages as a match allows.")
    return None


def _name(match: Match, command: Say) -> str | Refusal:
    if command.seat is None:
        return name_refusal(Player(command.name)) or command.name
    player = None if lacks_seat(match, command.seat) else match.players[command.seat]
    return player.name if player else Refusal("NOBODY_THERE", "Nobody sits there.")


def _spectators(command: Say) -> Audience | Refusal:
    if command.to != SPECTATORS:
        return Refusal("NO_SUCH_AUDIENCE", "Spectators can write only to spectators.")
    return Audience(SPECTATORS, "", ())


def _audience(match: Match, seat: Seat, command: Say) -> Audience | Refusal:
    """The audience of a player's message; it has a label only if the game names it."""
    if command.to == EVERYONE:
        return Audience(EVERYONE, "", tuple(range(match.setup.seats)))
    if command.to == CHOSEN:
        chosen = _other_seats(match, seat, command.seats)
        return chosen if isinstance(chosen, Refusal) else Audience(CHOSEN, "", chosen)
    return _find_audience(match, seat, command.to) or Refusal(
        "NO_SUCH_AUDIENCE", f"There is no audience {command.to!r} to write to."
    )


def _find_audience(match: Match, seat: Seat, name: str) -> Audience | None:
    audiences = _audiences(match, seat)
    return next((audience for audience in audiences if audience.id == name), None)


def _audiences(match: Match, seat: Seat) -> Sequence[Audience]:
    """The audiences that the game offers the seat; none before the start."""
    audiences = match.game.audiences if match.state is not None else None
    return audiences(match.state, seat) if audiences else ()


def _other_seats(match: Match, seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | Refusal:
    chosen = tuple(sorted({*seats} - {seat}))
    if not chosen or any(lacks_seat(match, other) for other in chosen):
        return Refusal("NO_SUCH_SEAT", "Choose at least one other seat to write to.")
    return chosen
