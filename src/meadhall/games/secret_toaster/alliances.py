"""Alliances: founding, asking, letting in, leaving, putting out, renaming."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias, cast

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.events import Asked, Event, Realigned
from meadhall.games.secret_toaster.table import alliance_named, alliance_of, is_standard
from meadhall.games.secret_toaster.types import (
    NAME_LENGTHS,
    Accept,
    Alliance,
    Ask,
    Create,
    Diplomacy,
    Expel,
    Join,
    Leave,
    Rename,
    Table,
)

_CLAUSE = "Alliances"
Parting: TypeAlias = Literal["founded", "left", "expelled"]


def size_limit(table: Table) -> int:
    """How many may be in one alliance: half the players, rounded up; nobody allies in a duel."""
    seats = len(table.players)
    if not is_standard(table):
        return seats
    return (seats + 1) // 2


def home_name(table: Table, seat: Seat) -> str:
    """What an alliance is called that a player founds without naming it."""
    plain = f"{table.players[seat].name}'s Alliance"
    name, number = plain, 2
    while alliance_named(table, name) is not None:
        name, number = f"{plain} {number}", number + 1
    return name


def diplomacy_refusal(table: Table, seat: Seat, action: Diplomacy) -> Refusal | None:
    """Why the seat cannot do that now."""
    check = cast(Callable[[Table, Seat, Diplomacy], Refusal | None], _CHECKS[type(action)])
    return check(table, seat, action)


def negotiated(table: Table, seat: Seat, action: Diplomacy) -> tuple[Table, tuple[Event, ...]]:
    """The table after the action, which must not be refused."""
    match action:
        case Ask(name):
            wanted = _named(table, name)
            asked = replace(wanted, asking=(*wanted.asking, seat))
            return _with(table, asked), (Asked(seat, name),)
        case Rename(name):
            renamed = replace(_own(table, seat), name=name)
            return _with(table, renamed), (Realigned(seat, renamed, "renamed"),)
        case Accept(guest):
            return entered(_settled(table, seat), guest, _own(table, seat).id)
        case Join(name) if alliance_named(table, name):
            return entered(table, seat, _named(table, name).id)
        case Create(name) | Join(name):
            return _founded(table, seat, name, "founded")
        case _:
            leaver = action.seat if isinstance(action, Expel) else seat
            return _founded(table, leaver, None, "left" if leaver == seat else "expelled")


def without(table: Table, seat: Seat) -> Table:
    """The seat is in no alliance and asks for none; an emptied alliance is gone."""
    thinned = (
        replace(alliance, members=tuple(member for member in alliance.members if member != seat))
        for alliance in _settled(table, seat).alliances
    )
    return replace(table, alliances=tuple(alliance for alliance in thinned if alliance.members))


def _settled(table: Table, seat: Seat) -> Table:
    """The seat asks for no alliance any more."""
    alliances = (
        replace(alliance, asking=tuple(guest for guest in alliance.asking if guest != seat))
        for alliance in table.alliances
    )
    return replace(table, alliances=tuple(alliances))


def entered(table: Table, seat: Seat, alliance: int) -> tuple[Table, tuple[Event, ...]]:
    """The seat has left its alliance for the other one."""
    left = without(table, seat)
    joined = next(a for a in left.alliances if a.id == alliance)
    joined = replace(joined, members=(*joined.members, seat))
    return _with(left, joined), (Realigned(seat, joined, "joined"),)


def _founded(
    table: Table, seat: Seat, name: str | None, how: Parting
) -> tuple[Table, tuple[Event, ...]]:
    """The seat stands alone in an alliance of that name, or of its own."""
    left = without(table, seat)
    alliance = Alliance(left.founded, name or home_name(left, seat), (seat,))
    alliances = (*left.alliances, alliance)
    grown = replace(left, alliances=alliances, founded=left.founded + 1)
    return grown, (Realigned(seat, alliance, how),)


def _own(table: Table, seat: Seat) -> Alliance:
    return cast(Alliance, alliance_of(table, seat))


def _named(table: Table, name: str) -> Alliance:
    return cast(Alliance, alliance_named(table, name))


def _with(table: Table, changed: Alliance) -> Table:
    alliances = tuple(changed if a.id == changed.id else a for a in table.alliances)
    return replace(table, alliances=alliances)


def _create_fault(table: Table, seat: Seat, action: Create) -> Refusal | None:
    return _name_fault(table, action.name)


def _join_fault(table: Table, seat: Seat, action: Join) -> Refusal | None:
    wanted = alliance_named(table, action.name)
    if wanted is not None and seat in wanted.members:
        return _refusal("ALREADY_MEMBER", f"You are in {action.name} already.", action.name)
    if is_standard(table):
        sentence = "Nobody has let you in: ask first, and the leader decides."
        return _refusal("NOT_INVITED", sentence, action.name)
    return None if wanted else _name_fault(table, action.name)


def _ask_fault(table: Table, seat: Seat, action: Ask) -> Refusal | None:
    wanted = alliance_named(table, action.name)
    if not is_standard(table):
        return _other_rules("Join the alliance you want; nobody needs to be asked.")
    if wanted is None:
        return _refusal("NO_SUCH_ALLIANCE", f"There is no alliance {action.name}.", action.name)
    if seat in wanted.members:
        return _refusal("ALREADY_MEMBER", f"You are in {action.name} already.", action.name)
    if seat in wanted.asking:
        return _refusal("ALREADY_ASKED", f"You have asked {action.name} already.", action.name)
    return _room_fault(table, wanted)


def _accept_fault(table: Table, seat: Seat, action: Accept) -> Refusal | None:
    own = _own(table, seat)
    fault = _leader_fault(table, seat, own)
    if fault is not None:
        return fault
    if action.seat not in own.asking:
        return _refusal("NOT_ASKED", "That player has not asked to be let in.", str(action.seat))
    return _room_fault(table, own)


def _leave_fault(table: Table, seat: Seat, action: Leave) -> Refusal | None:
    if len(_own(table, seat).members) == 1:
        return _refusal("ALREADY_ALONE", "You stand alone already.")
    return None


def _expel_fault(table: Table, seat: Seat, action: Expel) -> Refusal | None:
    own = _own(table, seat)
    fault = _leader_fault(table, seat, own)
    if fault is not None:
        return fault
    if action.seat == seat or action.seat not in own.members:
        sentence = "Only another member of your alliance can be put out of it."
        return _refusal("NOT_A_MEMBER", sentence, str(action.seat))
    return None


def _rename_fault(table: Table, seat: Seat, action: Rename) -> Refusal | None:
    own = _own(table, seat)
    if is_standard(table) and own.leader != seat:
        return _not_leader(table, own)
    return _name_fault(table, action.name)


def _leader_fault(table: Table, seat: Seat, own: Alliance) -> Refusal | None:
    if not is_standard(table):
        return _other_rules("Alliances have no leader here: everybody joins as they like.")
    return None if own.leader == seat else _not_leader(table, own)


def _not_leader(table: Table, own: Alliance) -> Refusal:
    leader = table.players[own.leader].name
    return _refusal("NOT_LEADER", f"{leader} leads {own.name} and decides that.", own.name)


def _room_fault(table: Table, alliance: Alliance) -> Refusal | None:
    limit = size_limit(table)
    if len(alliance.members) >= limit:
        sentence = f"{alliance.name} is full: {limit} is the most in this match."
        return _refusal("ALLIANCE_FULL", sentence, alliance.name)
    return None


def _name_fault(table: Table, name: str) -> Refusal | None:
    low, high = NAME_LENGTHS if is_standard(table) else (1, NAME_LENGTHS[1])
    if not low <= len(name) <= high or name != " ".join(name.split()) or not name.isprintable():
        sentence = f"A name has {low} to {high} characters, and single spaces only between words."
        return _refusal("BAD_NAME", sentence, name)
    if alliance_named(table, name) is not None:
        return _refusal("NAME_TAKEN", f"There is an alliance {name} already.", name)
    return None


def _other_rules(sentence: str) -> Refusal:
    return _refusal("NOT_IN_THESE_RULES", sentence)


def _refusal(code: str, sentence: str, *objects: str) -> Refusal:
    return Refusal(code, sentence, objects, _CLAUSE)


_CHECKS: dict[type[Diplomacy], object] = {
    Create: _create_fault,
    Join: _join_fault,
    Ask: _ask_fault,
    Accept: _accept_fault,
    Leave: _leave_fault,
    Expel: _expel_fault,
    Rename: _rename_fault,
}
