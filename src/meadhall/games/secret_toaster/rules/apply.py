"""What an action leads to. The last player to be ready starts the round."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.alliances import negotiate
from meadhall.games.secret_toaster.rules.ending import check_last_standing
from meadhall.games.secret_toaster.rules.events import Dropped, Event, Planned, Readied
from meadhall.games.secret_toaster.rules.planning.orders import add_order, remove_orders
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.rules.round.aftermath import drop, vacate
from meadhall.games.secret_toaster.rules.round.chance import RandomChance
from meadhall.games.secret_toaster.rules.round.resolve import resolve_round
from meadhall.games.secret_toaster.rules.table import in_play, is_standard, waiting, with_player
from meadhall.games.secret_toaster.types import (
    Action,
    Ready,
    Secret,
    State,
    Submit,
    Unready,
    Withdraw,
)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The state after the action, and what happened. Raises `Refused` for what is not allowed."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    match action:
        case Submit(order):
            return _set_orders(state, seat, add_order(state.table, state.secrets[seat], order))
        case Withdraw(number):
            return _set_orders(state, seat, remove_orders(state.table, state.secrets[seat], number))
        case Ready() | Unready():
            return _set_ready(state, seat, ready=isinstance(action, Ready))
        case _:
            table, events = negotiate(state.table, seat, action)
            return Step(replace(state, table=table), events)


def default_action(state: State, seat: Seat, rng: Rng) -> Action:
    """When the clock runs out, the orders written so far are handed in."""
    return Ready()


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The player gives up: the land turns neutral, and troops and knights disappear."""
    table = state.table
    if table.outcome is not None or table.players[seat].standing == "left":
        return Step(state, ())
    cleared = vacate(drop(table, seat, "left"), seat)
    objectives = [secret.objective for secret in state.secrets]
    # Under the legacy rules allies do not win together: only a single player is left as winner.
    may_end = is_standard(table) or len(in_play(cleared)) <= 1
    ended, events = check_last_standing(cleared, objectives) if may_end else (cleared, ())
    # Without orders. The objective stays, because the result reveals it.
    secret = Secret(objective=state.secrets[seat].objective)
    left = replace(state, table=ended, secrets=_replace_secret(state.secrets, seat, secret))
    # The others may have waited only for this player.
    return _resolve_if_all_ready(left, (Dropped(seat, "left"), *events))


def _set_orders(state: State, seat: Seat, secret: Secret) -> Step[State, Event]:
    count = len(secret.orders)
    table = with_player(state.table, seat, replace(state.table.players[seat], orders=count))
    event = Planned(seat, count, secret.orders[-1] if secret.orders else None)
    secrets = _replace_secret(state.secrets, seat, secret)
    return Step(replace(state, table=table, secrets=secrets), (event,))


def _set_ready(state: State, seat: Seat, *, ready: bool) -> Step[State, Event]:
    table = with_player(state.table, seat, replace(state.table.players[seat], ready=ready))
    return _resolve_if_all_ready(replace(state, table=table), (Readied(seat, ready),))


def _resolve_if_all_ready(state: State, events: tuple[Event, ...]) -> Step[State, Event]:
    if state.table.outcome is not None or waiting(state.table):
        return Step(state, events)
    chance = RandomChance(state.rng)
    step = resolve_round(state, chance)
    return Step(replace(step.state, rng=chance.rng), events + step.events)


def _replace_secret(secrets: tuple[Secret, ...], seat: Seat, secret: Secret) -> tuple[Secret, ...]:
    return (*secrets[:seat], secret, *secrets[seat + 1 :])
