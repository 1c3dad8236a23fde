"""What happens, in sentences for players."""

from functools import singledispatch

from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import WIN, Finished
from meadhall.games.jarls.rules.board import hex_name
from meadhall.games.jarls.rules.pieces import BY_NAME, label, title
from meadhall.games.jarls.types import (
    Action,
    Blocked,
    Compressed,
    Eliminated,
    GameEnded,
    Move,
    Moved,
    Place,
    PlayerEliminated,
    Pushed,
    RingFell,
    RoundEnded,
    ShieldPlaced,
    SidesSwapped,
    StarvationChosen,
    StarvationTriggered,
    Starve,
    Swap,
    TurnEnded,
    TurnSkipped,
)
from meadhall.kit.sentences import listing, start_sentence

_CAUSES = {
    "edge": "is pushed off the board",
    "hole": "is pushed into a hole",
    "starvation": "starves",
    "collapse": "falls with the outer ring",
    "left": "leaves the board",
}
_WHY_SKIPPED = {
    "noMove": "cannot move and is skipped",
    "clock": "runs out of time and loses the turn",
    "dead": "is out and loses the turn",
}
_ENDINGS = {
    ("throne", False): "takes the Throne and wins",
    ("throne", True): "take the Throne and win",
    ("lastStanding", False): "has the last Jarl standing and wins",
    ("lastStanding", True): "have the last Jarls standing and win",
}
"""By reason, and whether several seats win together."""
_DRAWS = {
    "quiet": "Too many rounds without a capture: the match is a draw.",
    "allDead": "No Jarl is left: the match is a draw.",
}


def result_sentence(winners: tuple[Seat, ...], reason: str) -> str:
    """How the match ended."""
    if not winners:
        return _DRAWS[reason]
    return start_sentence(f"{_seats(winners)} {_ENDINGS[reason, len(winners) > 1]}.")


def ending(result: Finished) -> str:
    """How the match ended, from its payoffs."""
    winners = tuple(seat for seat, payoff in enumerate(result.payoffs) if payoff == WIN)
    return result_sentence(winners, result.reason)


def phrase(action: Action) -> str:
    """The action in a few words: `Warrior 3 to K9`."""
    if isinstance(action, Move):
        return f"{title(BY_NAME[action.piece])} to {hex_name(action.to)}"
    if isinstance(action, Starve):
        return f"{title(BY_NAME[action.piece])} starves"
    if isinstance(action, Place):
        return f"Shield on {hex_name(action.to)}"
    return "the other side" if isinstance(action, Swap) else "no move"


def _seats(seats: tuple[Seat, ...]) -> str:
    return listing([seat_name(seat) for seat in seats])


def _piece(name: str) -> str:
    return label(BY_NAME[name])


@singledispatch
def sentence(event: object) -> str:
    """The event as a sentence; empty for kinds that are not registered below."""
    return ""


@sentence.register
def _(event: TurnEnded) -> str:
    if event.next == event.seat:
        return start_sentence(f"{seat_name(event.seat)} moves again: the order turns.")
    return start_sentence(f"{seat_name(event.next)} to move.")


@sentence.register
def _(event: Moved) -> str:
    piece, start, end = _piece(event.piece), hex_name(event.start), hex_name(event.end)
    if start == end:
        return start_sentence(f"{piece} attacks from {start}.")
    momentum = " with momentum" if event.momentum else ""
    return start_sentence(f"{piece} moves from {start} to {end}{momentum}.")


@sentence.register
def _(event: Blocked) -> str:
    return start_sentence(f"{_piece(event.defender)} holds against {_piece(event.attacker)}.")


@sentence.register
def _(event: Compressed) -> str:
    chain = " and ".join(map(_piece, event.chain))
    pushes = f"{_piece(event.attacker)} pushes, but {chain} cannot move"
    return start_sentence(f"{pushes}: the way is blocked behind {hex_name(event.at)}.")


@sentence.register
def _(event: Pushed) -> str:
    start, end = hex_name(event.start), hex_name(event.end)
    return start_sentence(f"{_piece(event.piece)} is pushed from {start} to {end}.")


@sentence.register
def _(event: Eliminated) -> str:
    return start_sentence(f"{_piece(event.piece)} {_CAUSES[event.cause]} at {hex_name(event.at)}.")


@sentence.register
def _(event: PlayerEliminated) -> str:
    return start_sentence(f"{seat_name(event.seat)} has lost the Jarl and is out.")


@sentence.register
def _(event: TurnSkipped) -> str:
    return start_sentence(f"{seat_name(event.seat)} {_WHY_SKIPPED[event.why]}.")


@sentence.register
def _(event: RoundEnded) -> str:
    return f"Round {event.round} is over."


@sentence.register
def _(event: StarvationTriggered) -> str:
    if not event.choosing:
        return "Starvation: everybody loses the Warrior furthest from the Throne."
    return f"Starvation: {_seats(event.choosing)} must choose which piece starves."


@sentence.register
def _(event: StarvationChosen) -> str:
    return start_sentence(f"{seat_name(event.seat)} has chosen.")


@sentence.register
def _(event: RingFell) -> str:
    left = "one ring is left" if event.radius == 1 else f"{event.radius} rings are left"
    return f"The outer ring falls away; {left}."


@sentence.register
def _(event: ShieldPlaced) -> str:
    return start_sentence(
        f"{seat_name(event.seat)} places {_piece(event.shield)} on {hex_name(event.at)}."
    )


@sentence.register
def _(event: SidesSwapped) -> str:
    return start_sentence(f"{seat_name(event.seat)} takes over the other side.")


@sentence.register
def _(event: GameEnded) -> str:
    return result_sentence(event.winners, event.reason)
