"""The actions that are listed for a seat: a finite, useful selection.

The rules allow any number of troops and any name for an alliance. What is not listed may still be
legal; `refusals.py` decides.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.alliance_refusals import diplomacy_refusal
from meadhall.games.secret_toaster.rules.planning.choices import ORDERS, order_choices
from meadhall.games.secret_toaster.rules.table import (
    KEPT,
    alliance_of,
    default_name,
    is_standard,
    terms,
    without_plans,
    without_requests,
)
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Action,
    AskToJoin,
    CreateAlliance,
    Diplomacy,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
    Ready,
    RenameAlliance,
    Secret,
    State,
    Submit,
    Table,
    Unready,
    Withdraw,
)
from meadhall.kit.identity_cache import identity_cache

# Actions that are listed again are the same objects, as orders are.
READY, UNREADY, LEAVE = Ready(), Unready(), LeaveAlliance()
_submit = identity_cache(ORDERS)(Submit)
_withdraw = cache(Withdraw)
_ask, _join = lru_cache(KEPT)(AskToJoin), lru_cache(KEPT)(JoinAlliance)
_accept, _expel = cache(AcceptMember), cache(ExpelMember)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """What the seat can do now."""
    return list_actions(state.table, state.secrets[seat], seat)


def list_actions(table: Table, secret: Secret, seat: Seat) -> tuple[Action, ...]:
    """The same from what the seat knows: ready or not, the next order, alliances."""
    if not _is_playing(table, seat):
        return ()
    known = without_plans(table)
    return (
        _list_when_ready(known, seat)
        if table.players[seat].ready
        else _list_plans(known, secret, seat)
    )


# Kept: the list of a seat stays the same while others plan, its orders while others ask to join.
@identity_cache(KEPT)
def _list_plans(table: Table, secret: Secret, seat: Seat) -> tuple[Action, ...]:
    orders = _list_orders(without_requests(table), secret, seat)
    last = [_withdraw(len(secret.orders))] if secret.orders else []
    return (READY, *orders, *last, *_diplomacy(table, seat))


@identity_cache(KEPT)
def _list_orders(table: Table, secret: Secret, seat: Seat) -> tuple[Submit, ...]:
    return tuple(map(_submit, order_choices(table, secret, seat)))


@identity_cache(KEPT)
def _list_when_ready(table: Table, seat: Seat) -> tuple[Action, ...]:
    return (UNREADY, *_diplomacy(table, seat))


def naming_actions(table: Table, seat: Seat) -> tuple[CreateAlliance | RenameAlliance, ...]:
    """Creating and renaming an alliance, where allowed, with a free name as an example."""
    if not _is_playing(table, seat) or terms(table).alliance_size == 1:
        return ()
    name = default_name(table, seat)
    wanted = (CreateAlliance(name), RenameAlliance(name))
    return tuple(action for action in wanted if diplomacy_refusal(table, seat, action) is None)


def _is_playing(table: Table, seat: Seat) -> bool:
    return table.outcome is None and table.players[seat].standing == "in"


def _diplomacy(table: Table, seat: Seat) -> Iterator[Diplomacy]:
    """Leaving, asking, joining, accepting and expelling, where allowed."""
    own, names = alliance_of(table, seat), [alliance.name for alliance in table.alliances]
    enter: Iterable[Diplomacy] = map(_ask if is_standard(table) else _join, names)
    accept, expel = map(_accept, own.asking if own else ()), map(_expel, own.members if own else ())
    wanted: tuple[Diplomacy, ...] = (LEAVE, *enter, *accept, *expel)
    return (action for action in wanted if diplomacy_refusal(table, seat, action) is None)
