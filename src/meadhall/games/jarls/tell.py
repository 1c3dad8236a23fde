"""What happens, in sentences and in motion."""

from functools import singledispatch

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat, seat_name
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    Ending,
    GameEnded,
    Moved,
    PlayerEliminated,
    Pushed,
    RingFell,
    RoundEnded,
    ShieldPlaced,
    StarvationChosen,
    StarvationTriggered,
    TurnEnded,
    TurnSkipped,
)
from meadhall.kit.hexgrid import key

_CAUSES = {
    "edge": "is pushed off the board",
    "hole": "falls into a hole",
    "starvation": "starves",
    "collapse": "falls with the ring",
    "left": "leaves the field",
}
_WHY_SKIPPED = {
    "noMove": "cannot move and is passed over",
    "clock": "runs out of time and is passed over",
    "dead": "is dead, and the turn passes on",
}
_ENDINGS = {
    "throne": "takes the Throne and wins",
    "lastStanding": "is the last one standing and wins",
}
_DRAWS = {
    "quiet": "Nobody could be driven out for too long: the match is a draw.",
    "allDead": "No Jarl is left: the match is a draw.",
}


def verdict(winners: tuple[Seat, ...], reason: Ending) -> str:
    """How it ended, as a sentence."""
    if not winners:
        return _DRAWS[reason]
    return f"{_seats(winners).capitalize()} {_ENDINGS[reason]}."


def _seats(seats: tuple[Seat, ...]) -> str:
    return " and ".join(seat_name(seat) for seat in seats)


@singledispatch
def tell(event: object) -> str:
    """The event as a sentence; of what is not told below there is nothing to say."""
    return ""


@tell.register
def _(event: TurnEnded) -> str:
    return f"Next is {seat_name(event.next)}."


@tell.register
def _(event: Moved) -> str:
    run = " at a run" if event.momentum else ""
    if event.start == event.end:
        return f"{event.piece} attacks from {key(event.start)}."
    return f"{event.piece} goes from {key(event.start)} to {key(event.end)}{run}."


@tell.register
def _(event: Blocked) -> str:
    return f"{event.defender} holds against {event.attacker}."


@tell.register
def _(event: Compressed) -> str:
    chain = ", ".join(event.chain)
    return f"{event.attacker} pushes, but {chain} cannot give way at {key(event.at)}."


@tell.register
def _(event: Pushed) -> str:
    return f"{event.piece} is pushed from {key(event.start)} to {key(event.end)}."


@tell.register
def _(event: Eliminated) -> str:
    return f"{event.piece} {_CAUSES[event.cause]} at {key(event.at)}."


@tell.register
def _(event: PlayerEliminated) -> str:
    return f"{seat_name(event.seat).capitalize()} has lost its Jarl and is out."


@tell.register
def _(event: TurnSkipped) -> str:
    return f"{seat_name(event.seat).capitalize()} {_WHY_SKIPPED[event.why]}."


@tell.register
def _(event: RoundEnded) -> str:
    return f"Round {event.round} is over."


@tell.register
def _(event: StarvationTriggered) -> str:
    if not event.choosing:
        return "Hunger strikes: everybody loses the Warrior furthest out."
    return f"Hunger strikes; {_seats(event.choosing)} must choose who starves."


@tell.register
def _(event: StarvationChosen) -> str:
    return f"{seat_name(event.seat).capitalize()} has chosen."


@tell.register
def _(event: RingFell) -> str:
    left = "one ring is left" if event.radius == 1 else f"{event.radius} rings are left"
    return f"The outer ring falls away; {left}."


@tell.register
def _(event: ShieldPlaced) -> str:
    return f"{seat_name(event.seat).capitalize()} places {event.shield} at {key(event.at)}."


@tell.register
def _(event: GameEnded) -> str:
    return verdict(event.winners, event.reason)


@singledispatch
def motions(event: object) -> tuple[Motion, ...]:
    """What is to be seen of the event: nothing, unless it says otherwise here."""
    return ()


@motions.register
def _(event: Moved) -> tuple[Motion, ...]:
    if event.start == event.end:
        return (Motion("shake", event.piece),)
    return (Motion("slide", event.piece, (key(event.start), key(event.end))),)


@motions.register
def _(event: Blocked) -> tuple[Motion, ...]:
    return (Motion("shake", event.defender, beat=1),)


@motions.register
def _(event: Compressed) -> tuple[Motion, ...]:
    return tuple(Motion("shake", piece, beat=1) for piece in event.chain)


@motions.register
def _(event: Pushed) -> tuple[Motion, ...]:
    return (Motion("slide", event.piece, (key(event.start), key(event.end)), beat=1),)


@motions.register
def _(event: Eliminated) -> tuple[Motion, ...]:
    falls = event.cause in ("edge", "hole", "collapse")
    return (Motion("fall" if falls else "vanish", event.piece, (key(event.at),), beat=1),)


@motions.register
def _(event: ShieldPlaced) -> tuple[Motion, ...]:
    return (Motion("appear", event.shield, (key(event.at),)),)


@motions.register(PlayerEliminated | TurnSkipped | StarvationTriggered | RingFell | GameEnded)
def _(
    event: PlayerEliminated | TurnSkipped | StarvationTriggered | RingFell | GameEnded,
) -> tuple[Motion, ...]:
    return (Motion("say", "", text=tell(event), beat=2),)
