"""Why an action cannot be done now. The first check that fails names the refusal."""

from typing import get_args

from meadhall.core.refusal import NOT_AN_ACTION, Refusal
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.alliance_refusals import diplomacy_refusal
from meadhall.games.secret_toaster.rules.planning.orders import submit_refusal, withdraw_refusal
from meadhall.games.secret_toaster.types import (
    Action,
    Player,
    Ready,
    Secret,
    State,
    Submit,
    Table,
    Unready,
    Withdraw,
)

_ACTIONS = get_args(Action)


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can."""
    table = state.table
    if not isinstance(action, _ACTIONS):
        return NOT_AN_ACTION
    if table.outcome is not None:
        return Refusal("GAME_OVER", "The match is over.", (), "Winning")
    if not 0 <= seat < len(table.players):  # a negative index would name a player from the end
        return Refusal("PLAYER_NOT_FOUND", "There is no such player.", (), "Orders")
    return _phase_refusal(table.players[seat], action) or _action_refusal(
        table, state.secrets[seat], seat, action
    )


def _phase_refusal(player: Player, action: Action) -> Refusal | None:
    """Whether the player is in the match, and still planning where the action needs that."""
    if player.standing != "in":
        return Refusal("PLAYER_ELIMINATED", "You are out of the match.", (), "Losing")
    if isinstance(action, Unready) and not player.ready:
        return Refusal("NOT_READY", "You are not ready yet.", (), "The round")
    if player.ready and isinstance(action, Submit | Withdraw | Ready):
        sentence = "You are ready. Set yourself to not ready before you change your orders."
        return Refusal("NOT_IN_PLANNING", sentence, (), "The round")
    return None


def _action_refusal(table: Table, secret: Secret, seat: Seat, action: Action) -> Refusal | None:
    match action:
        case Submit(order):
            return submit_refusal(table, secret, seat, order)
        case Withdraw(number):
            return withdraw_refusal(secret, number)
        case Ready() | Unready():
            return None
        case _:
            return diplomacy_refusal(table, seat, action)
