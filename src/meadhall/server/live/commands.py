"""Messages of clients as commands of the match."""

from collections.abc import Callable, Mapping

from meadhall.core.seats import Seat
from meadhall.match import commands
from meadhall.match.commands import (
    Answer,
    Command,
    Hasten,
    Leave,
    Propose,
    Ready,
    Resign,
    Start,
    TakeOver,
    Uncover,
)
from meadhall.match.facts import Player
from meadhall.match.match import Match
from meadhall.server.protocol.messages import Do, MatchRequest, SayMessage


def say_command(message: SayMessage, name: str) -> commands.Say:
    """Send the chat message; a spectator who addresses everyone addresses the spectators."""
    audience = message.audience
    if message.seat is None and audience == "everyone":
        audience = "spectators"
    return commands.Say(message.seat, message.text, audience, message.seats, name, message.id)


def request_command(match: Match, message: Do) -> Command:
    """What the request asks of the match. Not `rematch` and `restart`, which need a reservation."""
    if message.request == "call-bot":
        target = message.seat if message.target is None else message.target
        level = match.setup.takeover
        # Without a level the match refuses the command, so the name does not matter.
        return TakeOver(target, Player(level or "nobody", bot=level or "nobody"))
    return _COMMANDS[message.request](message.seat)


_COMMANDS: Mapping[MatchRequest, Callable[[Seat], Command]] = {
    "ready": Ready,
    "unready": lambda seat: Ready(seat, ready=False),
    "start": lambda _: Start(),
    "resign": Resign,
    "leave": Leave,
    "offer-draw": lambda seat: Propose(seat, "draw"),
    "accept-draw": lambda seat: Answer(seat, "draw", agree=True),
    "decline-draw": lambda seat: Answer(seat, "draw", agree=False),
    "undo": lambda seat: Propose(seat, "undo"),
    "allow-undo": lambda seat: Answer(seat, "undo", agree=True),
    "refuse-undo": lambda seat: Answer(seat, "undo", agree=False),
    "uncovered": Uncover,
    "berserk": Hasten,
    "no-rematch": lambda seat: Answer(seat, "rematch", agree=False),
}
