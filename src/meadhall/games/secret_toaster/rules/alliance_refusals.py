"""Why an alliance cannot be created, joined, left or changed."""

from collections.abc import Callable
from typing import cast

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.games.secret_toaster.rules.names import alliance_title
from meadhall.games.secret_toaster.rules.table import (
    alliance_by_name,
    alliance_of,
    is_standard,
    terms,
)
from meadhall.games.secret_toaster.types import (
    NAME_LENGTHS,
    AcceptMember,
    Alliance,
    AskToJoin,
    CreateAlliance,
    Diplomacy,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
    RenameAlliance,
    Table,
)
from meadhall.kit.sentences import start_sentence

_CLAUSE = "Alliances"


def diplomacy_refusal(table: Table, seat: Seat, action: Diplomacy) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can."""
    # The type of the key decides the parameter of the check, which a `dict` type cannot say.
    check = cast("Callable[[Table, Seat, Diplomacy], Refusal | None]", _CHECKS[type(action)])
    return check(table, seat, action)


def _create_refusal(table: Table, seat: Seat, action: CreateAlliance) -> Refusal | None:
    return _name_refusal(table, action.name)


def _join_refusal(table: Table, seat: Seat, action: JoinAlliance) -> Refusal | None:
    wanted = alliance_by_name(table, action.name)
    if wanted is not None and seat in wanted.members:
        return _already_member(action.name)
    if is_standard(table):
        sentence = "You need the leader's permission. Ask to join first."
        return _refusal("NOT_INVITED", sentence, action.name)
    return None if wanted else _name_refusal(table, action.name)


def _already_member(name: str) -> Refusal:
    return _refusal("ALREADY_MEMBER", f"You are already in {alliance_title(name)}.", name)


def _ask_refusal(table: Table, seat: Seat, action: AskToJoin) -> Refusal | None:
    wanted = alliance_by_name(table, action.name)
    if not is_standard(table):
        return _other_rules("Just join the alliance: the legacy rules need no permission.")
    if wanted is None:
        sentence = "There is no alliance of that name."
        return _refusal("NO_SUCH_ALLIANCE", sentence, action.name)
    if seat in wanted.members:
        return _already_member(action.name)
    if seat in wanted.asking:
        return _refusal(
            "ALREADY_ASKED",
            f"You have already asked to join {alliance_title(action.name)}.",
            action.name,
        )
    return _room_refusal(table, wanted)


def _accept_refusal(table: Table, seat: Seat, action: AcceptMember) -> Refusal | None:
    own = _own(table, seat)
    refused = _leader_refusal(table, seat, own)
    if refused is not None:
        return refused
    if action.seat not in own.asking:
        return _refusal("NOT_ASKED", "That player has not asked to join.", str(action.seat))
    return _room_refusal(table, own)


def _leave_refusal(table: Table, seat: Seat, action: LeaveAlliance) -> Refusal | None:
    if len(_own(table, seat).members) == 1:
        return _refusal("ALREADY_ALONE", "You have no allies to leave.")
    return None


def _expel_refusal(table: Table, seat: Seat, action: ExpelMember) -> Refusal | None:
    own = _own(table, seat)
    refused = _leader_refusal(table, seat, own)
    if refused is not None:
        return refused
    if action.seat == seat or action.seat not in own.members:
        sentence = "You can only expel another member of your alliance."
        return _refusal("NOT_A_MEMBER", sentence, str(action.seat))
    return None


def _rename_refusal(table: Table, seat: Seat, action: RenameAlliance) -> Refusal | None:
    own = _own(table, seat)
    if is_standard(table) and own.leader != seat:
        return _not_leader(own)
    return _name_refusal(table, action.name)


def _leader_refusal(table: Table, seat: Seat, own: Alliance) -> Refusal | None:
    if not is_standard(table):
        return _other_rules("Alliances have no leader under the legacy rules.")
    return None if own.leader == seat else _not_leader(own)


def _not_leader(own: Alliance) -> Refusal:
    leader = seat_name(own.leader)
    sentence = f"Only {leader}, the leader of {alliance_title(own.name)}, can do that."
    return _refusal("NOT_LEADER", sentence, own.name)


def _room_refusal(table: Table, alliance: Alliance) -> Refusal | None:
    limit = terms(table).alliance_size
    if len(alliance.members) >= limit:
        title = start_sentence(alliance_title(alliance.name))
        sentence = f"{title} is full. The limit in this match is {limit}."
        return _refusal("ALLIANCE_FULL", sentence, alliance.name)
    return None


def _name_refusal(table: Table, name: str) -> Refusal | None:
    low, high = NAME_LENGTHS if is_standard(table) else (1, NAME_LENGTHS[1])
    if not low <= len(name) <= high or name != " ".join(name.split()) or not name.isprintable():
        sentence = f"A name has {low} to {high} characters, with single spaces between words."
        return _refusal("BAD_NAME", sentence, name)
    if alliance_by_name(table, name) is not None:
        return _refusal("NAME_TAKEN", "There is already an alliance of that name.", name)
    return None


def _own(table: Table, seat: Seat) -> Alliance:
    return cast(Alliance, alliance_of(table, seat))


def _other_rules(sentence: str) -> Refusal:
    return _refusal("NOT_IN_THESE_RULES", sentence)


def _refusal(code: str, sentence: str, *objects: str) -> Refusal:
    return Refusal(code, sentence, objects, _CLAUSE)


_CHECKS: dict[type[Diplomacy], object] = {
    CreateAlliance: _create_refusal,
    JoinAlliance: _join_refusal,
    AskToJoin: _ask_refusal,
    AcceptMember: _accept_refusal,
    LeaveAlliance: _leave_refusal,
    ExpelMember: _expel_refusal,
    RenameAlliance: _rename_refusal,
}
