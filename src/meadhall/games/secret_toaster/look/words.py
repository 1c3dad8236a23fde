"""Events as sentences, and words that several parts of the picture share."""

from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import WIN, Finished
from meadhall.games.secret_toaster.rules.events import (
    AskedToJoin,
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
from meadhall.games.secret_toaster.rules.names import (
    alliance_title,
    hex_name,
    knight_title,
    short_knight,
)
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Action,
    AskToJoin,
    CreateAlliance,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
    Order,
    OrderType,
    Ready,
    RenameAlliance,
    Submit,
    Unready,
    Withdraw,
)
from meadhall.kit.sentences import listing, start_sentence

_REALIGNED = {
    "founded": "{who} creates {what}.",
    "joined": "{who} joins {what}.",
    "left": "{who} leaves the alliance.",
    "expelled": "{who} is expelled from the alliance.",
    "renamed": "{who} renames the alliance {what}.",
    "lost": "{who} is no longer in an alliance.",
}
_WON = {
    "lastStanding": "nobody else is left",
    "objectives": "all their objectives are met",
    "crown": "they held the castle for three rounds",
    "roundLimit": "they were ahead after the last round",
}
_DRAWN = {"roundLimit": "the last round is over", "nobodyLeft": "nobody is left"}
VOID = {
    "KNIGHT_DEAD": "the knight is dead",
    "FROM_MISMATCH": "the knight is somewhere else",
    "NO_TROOPS_LEFT": "no troops were left to take",
    "PROMOTE_INSUFFICIENT_TROOPS": "too few troops were left",
    "KNIGHT_CAP": "there are already three knights",
    "KNIGHT_NAME_TAKEN": "the name is taken",
    "CASTLE_NO_FORTIFY": "the castle cannot be fortified",
    "UNKNOWN_ORDER": "the legacy rules ignore attacks",
}
"""Why an order is void, by code."""


def sentence(event: Event) -> str:
    """The event as a sentence for the log."""
    match event:
        case Planned() | Readied() | AskedToJoin() | Realigned():
            return _planning_sentence(event)
        case Marched() | Fortified() | Promoted() | Voided():
            return _order_sentence(event)
        case Fought():
            return _battle_sentence(event)
        case Returned() | Dropped():
            return _fate_sentence(event)
        case _:
            return _round_sentence(event)


def troop_count(troops: int) -> str:
    """`no troops`, `1 troop`, `5 troops`."""
    return f"{troops or 'no'} troop{'' if troops == 1 else 's'}"


def rounds_in_a_row(rounds: int) -> str:
    """`1 round`, `2 rounds in a row`."""
    return "1 round" if rounds == 1 else f"{rounds} rounds in a row"


def _planning_sentence(event: Planned | Readied | AskedToJoin | Realigned) -> str:
    who = start_sentence(seat_name(event.seat))
    match event:
        case Planned():
            return f"{who} has {event.count} order{'' if event.count == 1 else 's'}."
        case Readied():
            return f"{who} is ready." if event.ready else f"{who} is no longer ready."
        case AskedToJoin():
            return f"{who} asks to join {alliance_title(event.alliance)}."
        case _:
            what = alliance_title(event.alliance.name) if event.alliance else ""
            return _REALIGNED[event.how].format(who=who, what=what)


def _order_sentence(event: Marched | Fortified | Promoted | Voided) -> str:
    match event:
        case Marched():
            way = f"from {hex_name(event.origin)} to {hex_name(event.to)}"
            return f"{knight_title(event.knight)} goes {way} with {troop_count(event.troops)}."
        case Fortified():
            place = f"{hex_name(event.hex)}, now with {event.troops} troops"
            return f"{knight_title(event.knight)} fortifies {place}."
        case Promoted():
            return f"{knight_title(event.knight)} is knighted at {hex_name(event.hex)}."
        case _:
            why = "" if event.code is None else f": {VOID[event.code]}"
            return start_sentence(f"{seat_name(event.seat)}'s order {event.number} is void{why}.")


def _battle_sentence(event: Fought) -> str:
    attacker, defender = _name(event.attacker), _name(event.defender)
    place = hex_name(event.hex)
    if event.defender is None and event.owner is not None:
        return start_sentence(f"{attacker} takes {place}.")
    winner = attacker if event.owner == event.attacker else defender
    fallen = f" {', '.join(map(knight_title, event.fallen))} fell." if event.fallen else ""
    word = "Skirmish" if event.skirmish else "Battle"
    sides = f"{attacker} with {event.troops[0]} against {defender} with {event.troops[1]}"
    won = start_sentence(f"{winner} wins with {max(event.left)} left.{fallen}")
    return f"{word} for {place}: {sides}. {won}"


def _fate_sentence(event: Returned | Dropped) -> str:
    if isinstance(event, Returned):
        knight, place = knight_title(event.knight), hex_name(event.hex)
        return f"{knight} was in reserve and appears at {place}."
    return start_sentence(
        f"{seat_name(event.seat)} {'is eliminated' if event.how == 'out' else 'gives up'}."
    )


def _round_sentence(event: Threatened | Crowned | RoundEnded | Ended) -> str:
    match event:
        case Threatened():
            title = start_sentence(alliance_title(event.alliance))
            return f"{title} ({seat_list(event.members)}) threatens to win."
        case Crowned():
            title = start_sentence(alliance_title(event.alliance))
            return f"{title} has held the castle for {rounds_in_a_row(event.rounds)}."
        case RoundEnded():
            return f"Round {event.round} is over."
        case _:
            return f"{result_text(event.winners, event.reason)}."


def _name(seat: Seat | None) -> str:
    return "nobody" if seat is None else seat_name(seat)


def seat_list(seats: tuple[Seat, ...]) -> str:
    """`seat 1, seat 2 and seat 3`."""
    return listing([seat_name(seat) for seat in seats]) or "nobody"


def result_text(winners: tuple[Seat, ...], reason: str) -> str:
    """Who won and why, without a full stop."""
    if not winners:
        return f"Draw: {_DRAWN[reason]}"
    return start_sentence(f"{seat_list(winners)} won: {_WON[reason]}")


def ending(result: Finished) -> str:
    """How the match ended."""
    winners = tuple(seat for seat, payoff in enumerate(result.payoffs) if payoff == WIN)
    return f"{result_text(winners, result.reason)}."


def phrase(action: Action) -> str:
    """The action in a few words."""
    match action:
        case Submit(order):
            return order_phrase(order)
        case Ready() | Unready():
            return "ready" if isinstance(action, Ready) else "not ready"
        case Withdraw(number):
            return f"take back order {number}"
        case LeaveAlliance():
            return "leave the alliance"
        case AcceptMember(seat) | ExpelMember(seat):
            return f"{action.kind} {seat_name(seat)}"
        case _:
            return f"{_NAMING[type(action)]} {alliance_title(action.name)}"


_NAMING: dict[type[Action], str] = {
    AskToJoin: "ask to join",
    JoinAlliance: "join",
    CreateAlliance: "create the alliance",
    RenameAlliance: "rename the alliance",
}


def order_phrase(order: Order) -> str:
    """The order in a few words: `Sir Kay: move to F4 with 60 troops`."""
    troops = f" with {troop_count(order.troops)}" if order.to != order.origin else ""
    verb = _ORDERS[order.type].format(hex_name(order.to))
    return f"{short_knight(order.knight)}: {verb}{troops}"


_ORDERS: dict[OrderType, str] = {
    "move": "move to {}",
    "attack": "attack {}",
    "fortify": "fortify {}",
    "promote": "raise a knight at {}",
}
