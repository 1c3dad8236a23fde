"""What happened, in sentences and in motions."""

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE
from meadhall.games.secret_toaster.events import (
    Asked,
    Crowned,
    Dropped,
    Ended,
    Event,
    Fortified,
    Fought,
    Marched,
    Planned,
    Promoted,
    Readied,
    Realigned,
    Returned,
    RoundEnded,
    Threatened,
    Voided,
)
from meadhall.games.secret_toaster.gestures import hex_id, knight_id
from meadhall.games.secret_toaster.table import round_ends
from meadhall.games.secret_toaster.types import FORTIFY_TROOPS, NAMES

_ALIGNED = {
    "founded": "{who} founds {what}.",
    "joined": "{who} joins {what}.",
    "left": "{who} leaves the alliance and stands alone.",
    "expelled": "{who} is put out of the alliance.",
    "renamed": "{who} calls the alliance {what}.",
    "lost": "{who} is in no alliance any more.",
}
REASONS = {
    "lastStanding": "nobody else is left",
    "objectives": "all their objectives hold",
    "crown": "the castle was theirs long enough",
    "roundLimit": "the last round is over",
    "nobodyLeft": "nobody is left",
}
_VOID = {
    "KNIGHT_DEAD": "the knight is dead",
    "FROM_MISMATCH": "the knight is elsewhere",
    "NO_TROOPS_LEFT": "no troops were left to take along",
    "PROMOTE_INSUFFICIENT_TROOPS": "too few troops were left",
    "KNIGHT_CAP": "there are three knights already",
    "KNIGHT_NAME_TAKEN": "the name is taken",
    "CASTLE_NO_FORTIFY": "the castle cannot be fortified",
    "UNKNOWN_ORDER": "these rules know no attack",
}


def tell(event: Event) -> str:
    """The event as a sentence."""
    match event:
        case Planned() | Readied() | Asked() | Realigned():
            return _tell_planning(event)
        case Marched() | Fortified() | Promoted() | Voided():
            return _tell_order(event)
        case Fought():
            return _tell_battle(event)
        case Returned() | Dropped():
            return _tell_fate(event)
        case _:
            return _tell_end(event)


def _tell_planning(event: Planned | Readied | Asked | Realigned) -> str:
    who = _name(event.seat)
    match event:
        case Planned():
            return f"{who} has {event.count} order{'' if event.count == 1 else 's'}."
        case Readied():
            return f"{who} is ready." if event.ready else f"{who} is not ready any more."
        case Asked():
            return f"{who} asks to join {event.alliance}."
        case _:
            what = event.alliance.name if event.alliance else ""
            return _ALIGNED[event.how].format(who=who, what=what)


def _tell_order(event: Marched | Fortified | Promoted | Voided) -> str:
    match event:
        case Marched():
            return f"{event.knight} goes from {event.origin} to {event.to} with {event.troops}."
        case Fortified():
            return f"{event.knight} fortifies {event.hex}: {event.troops} troops now."
        case Promoted():
            return f"{event.knight} is knighted on {event.hex}."
        case _:
            why = "" if event.code is None else f": {_VOID[event.code]}"
            return f"Order {event.number} of {_name(event.seat)} is void{why}."


def _tell_battle(event: Fought) -> str:
    attacker, defender = _name(event.attacker), _name(event.defender)
    if event.defender is None and event.owner is not None:
        return f"{attacker} takes {event.hex}."
    won = attacker if event.owner == event.attacker else defender
    fallen = f" {', '.join(event.fallen)} fell." if event.fallen else ""
    word = "skirmish" if event.skirmish else "battle"
    return (
        f"In the {word} for {event.hex}, {event.troops[0]} of {attacker} against"
        f" {event.troops[1]} of {defender}, {won} wins with {max(event.left)} left.{fallen}"
    )


def _tell_fate(event: Returned | Dropped) -> str:
    if isinstance(event, Returned):
        return f"{event.knight} takes the field for {_name(event.seat)} on {event.hex}."
    return f"{_name(event.seat)} {'is out of play' if event.how == 'out' else 'gives up'}."


def _tell_end(event: Threatened | Crowned | RoundEnded | Ended) -> str:
    match event:
        case Threatened():
            return f"{event.alliance} ({_names(event.members)}) threatens to win."
        case Crowned():
            return f"{event.alliance} holds the castle at {round_ends(event.rounds)} in a row."
        case RoundEnded():
            return f"Round {event.round} is over."
        case _:
            won = f"{_names(event.winners)} won" if event.winners else "A draw"
            return f"{won}: {REASONS[event.reason]}."


def motions(event: Event) -> tuple[Motion, ...]:
    """Knights slide, fall and appear; hexes are hit and tell numbers."""
    match event:
        case Marched():
            path = hex_id(event.origin), hex_id(event.to)
            return (Motion("slide", knight_id(event.knight), path, str(event.troops)),)
        case Fought():
            score = f"{event.left[0]} : {event.left[1]}"
            falls = [Motion("fall", knight_id(name), beat=1) for name in event.fallen]
            return (Motion("hit", hex_id(event.hex), text=score), *falls)
        case Fortified():
            return (Motion("say", hex_id(event.hex), text=f"+{FORTIFY_TROOPS}"),)
        case Promoted() | Returned():
            return (Motion("appear", knight_id(event.knight), (hex_id(event.hex),)),)
        case Crowned():
            return (Motion("shake", hex_id(CASTLE), text=str(event.rounds)),)
        case _:
            return ()


def _name(seat: Seat | None) -> str:
    return "nobody" if seat is None else NAMES[seat]


def _names(seats: tuple[Seat, ...]) -> str:
    return ", ".join(map(_name, seats))
