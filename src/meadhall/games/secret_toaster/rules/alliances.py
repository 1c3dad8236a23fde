"""How alliances change, and whom a player can write to."""

from dataclasses import replace
from typing import Literal, TypeAlias, cast

from meadhall.core.game import Audience
from meadhall.core.seats import Seat, seat_name
from meadhall.games.secret_toaster.rules.events import AskedToJoin, Event, Realigned
from meadhall.games.secret_toaster.rules.names import alliance_title
from meadhall.games.secret_toaster.rules.table import (
    alliance_by_name,
    alliance_of,
    default_name,
    is_standard,
)
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Alliance,
    AskToJoin,
    CreateAlliance,
    Diplomacy,
    ExpelMember,
    JoinAlliance,
    RenameAlliance,
    State,
    Table,
)

_HowAlone: TypeAlias = Literal["founded", "left", "expelled"]


def audiences(state: State, seat: Seat) -> tuple[Audience, ...]:
    """Everyone, the seat's alliance, and each other player.

    Under the legacy rules a letter to an alliance is read by those who are in it later.
    """
    table = state.table
    everyone = Audience("everyone", "Everyone", tuple(range(len(table.players))))
    own = alliance_of(table, seat)
    shifting = not is_standard(table)
    later = " and whoever joins later" if shifting else ""
    title = f"{alliance_title(own.name)}{later}" if own else ""
    allied = (Audience("alliance", title, own.members, shifting),) if own else ()
    others = tuple(
        Audience(f"player-{other}", seat_name(other), (seat, other))
        for other in range(len(table.players))
        if other != seat
    )
    return (everyone, *allied, *others)


def negotiate(table: Table, seat: Seat, action: Diplomacy) -> tuple[Table, tuple[Event, ...]]:
    """The table after the action, which must not be refused."""
    match action:
        case AskToJoin(name):
            wanted = _by_name(table, name)
            asked = replace(wanted, asking=(*wanted.asking, seat))
            return _replace_alliance(table, asked), (AskedToJoin(seat, name),)
        case RenameAlliance(name):
            renamed = replace(_own(table, seat), name=name)
            return _replace_alliance(table, renamed), (Realigned(seat, renamed, "renamed"),)
        case AcceptMember(guest):
            # The leader's own requests lapse: accepted later, one would tear the leader away (T9).
            return _join(_cancel_requests(table, seat), guest, _own(table, seat).id)
        case JoinAlliance(name) if alliance_by_name(table, name):
            return _join(table, seat, _by_name(table, name).id)
        case CreateAlliance(name) | JoinAlliance(name):
            return _create(table, seat, name, "founded")
        case _:
            leaver = action.seat if isinstance(action, ExpelMember) else seat
            return _create(table, leaver, None, "left" if leaver == seat else "expelled")


def remove_member(table: Table, seat: Seat) -> Table:
    """The seat is in no alliance and asks to join none; an empty alliance is removed."""
    smaller = (
        replace(alliance, members=tuple(member for member in alliance.members if member != seat))
        for alliance in _cancel_requests(table, seat).alliances
    )
    return replace(table, alliances=tuple(alliance for alliance in smaller if alliance.members))


def _cancel_requests(table: Table, seat: Seat) -> Table:
    """The seat asks to join no alliance any more."""
    alliances = (
        replace(alliance, asking=tuple(guest for guest in alliance.asking if guest != seat))
        for alliance in table.alliances
    )
    return replace(table, alliances=tuple(alliances))


def _join(table: Table, seat: Seat, alliance: int) -> tuple[Table, tuple[Event, ...]]:
    """The seat leaves its alliance for the other one."""
    left = remove_member(table, seat)
    joined = next(a for a in left.alliances if a.id == alliance)
    joined = replace(joined, members=(*joined.members, seat))
    return _replace_alliance(left, joined), (Realigned(seat, joined, "joined"),)


def _create(
    table: Table, seat: Seat, name: str | None, how: _HowAlone
) -> tuple[Table, tuple[Event, ...]]:
    """The seat is alone in a new alliance of that name, or of a default name."""
    left = remove_member(table, seat)
    # Named after leaving: if the old alliance is gone, its name is free again.
    alliance = Alliance(left.founded, name or default_name(left, seat), (seat,))
    alliances = (*left.alliances, alliance)
    created = replace(left, alliances=alliances, founded=left.founded + 1)
    return created, (Realigned(seat, alliance, how),)


# The casts are safe: everybody in play is in an alliance (see `invariant`), and refusals check the
# names.
def _own(table: Table, seat: Seat) -> Alliance:
    return cast(Alliance, alliance_of(table, seat))


def _by_name(table: Table, name: str) -> Alliance:
    return cast(Alliance, alliance_by_name(table, name))


def _replace_alliance(table: Table, changed: Alliance) -> Table:
    alliances = tuple(changed if a.id == changed.id else a for a in table.alliances)
    return replace(table, alliances=alliances)
