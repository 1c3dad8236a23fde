"""What a client's messages ask of a match, as commands."""

from collections.abc import Callable, Mapping

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match import commands
from meadhall.match.commands import (
    Answer,
    Command,
    Leave,
    Propose,
    Ready,
    Resign,
    Start,
    TakeOver,
)
from meadhall.match.facts import Player
from meadhall.match.match import Match
from meadhall.server.protocol import Act, Deed, Do, Say

TEXT_LENGTH = 500
"""Longer than any action in notation."""


def act(game: AnyGame, message: Act) -> commands.Act:
    """The action that is written; raises `Refused` where it is none."""
    return commands.Act(message.seat, parsed(game, message.text), message.turn, message.id)


def parsed(game: AnyGame, text: str) -> object:
    """The action in notation; raises `Refused` where it is none."""
    if len(text) > TEXT_LENGTH:
        raise Refused.because("BAD_NOTATION", f"No action is longer than {TEXT_LENGTH} characters.")
    action: object = game.notation.parse(text)
    return action


def say(message: Say, name: str) -> commands.Say:
    """The message to be sent on."""
    audience = message.audience
    if message.seat is None and audience == "everyone":
        audience = "spectators"
    return commands.Say(message.seat, message.text, audience, message.seats, name, message.id)


_SIMPLE: Mapping[Deed, Callable[[Seat], Command]] = {
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
    "rematch": lambda seat: Propose(seat, "rematch"),
    "no-rematch": lambda seat: Answer(seat, "rematch", agree=False),
}


def do(match: Match, message: Do) -> Command:
    """The command of a deed; `restart` is none, the hall sees to it."""
    seat, deed = message.seat, message.deed
    if deed == "call-bot":
        target = seat if message.target is None else message.target
        level = match.setup.takeover
        return TakeOver(target, Player(level or "nobody", bot=level or "nobody"))
    return _SIMPLE[deed](seat)
