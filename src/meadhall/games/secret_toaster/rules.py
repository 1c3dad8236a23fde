"""The rules as a whole: what may be done, and what follows from it."""

from dataclasses import replace

from meadhall.core.game import Audience, Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished, Status, ToAct, drawn, won_by
from meadhall.games.secret_toaster.aftermath import drop, reentry, skirmishes, vacated
from meadhall.games.secret_toaster.alliances import diplomacy_refusal, negotiated
from meadhall.games.secret_toaster.board import HEXES
from meadhall.games.secret_toaster.chance import Chance, Drawn
from meadhall.games.secret_toaster.events import Dropped, Event, Planned, Readied, RoundEnded
from meadhall.games.secret_toaster.field import Field
from meadhall.games.secret_toaster.listing import listed
from meadhall.games.secret_toaster.orders import (
    submit_refusal,
    submitted,
    withdraw_refusal,
    withdrawn,
)
from meadhall.games.secret_toaster.resolution import carry_out
from meadhall.games.secret_toaster.table import (
    alliance_of,
    in_play,
    is_standard,
    waiting,
    with_player,
)
from meadhall.games.secret_toaster.types import (
    MOST_TROOPS,
    Action,
    Ready,
    Secret,
    State,
    Submit,
    Table,
    Unready,
    Withdraw,
)
from meadhall.games.secret_toaster.victory import judged, last_standing


def status(state: State) -> Status:
    """Everybody who is in play and not ready is waited for."""
    table = state.table
    if table.outcome is None:
        return ToAct(waiting(table))
    return _finished(table.outcome.winners, len(table.players), table.outcome.reason)


def _finished(winners: tuple[Seat, ...], seats: int, reason: str) -> Finished:
    return won_by(winners, seats, reason) if winners else drawn(seats, reason)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """A useful choice of what the seat can do; any other amount of troops is judged too."""
    return listed(state.table, state.secrets[seat], seat)


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat cannot do that now."""
    table = state.table
    if table.outcome is not None:
        return Refusal("GAME_OVER", "The match is over.", (), "Winning")
    if not 0 <= seat < len(table.players):
        return Refusal("PLAYER_NOT_FOUND", "There is no such player.", (), "Orders")
    player = table.players[seat]
    if player.standing != "in":
        return Refusal("PLAYER_ELIMINATED", "You are out of play.", (), "Losing")
    if isinstance(action, Unready) and not player.ready:
        return Refusal("NOT_READY", "You are not ready anyway.", (), "The round")
    if player.ready and isinstance(action, Submit | Withdraw | Ready):
        sentence = "You are ready; take that back to work on your orders."
        return Refusal("NOT_IN_PLANNING", sentence, (), "The round")
    return _own_refusal(table, state.secrets[seat], seat, action)


def _own_refusal(table: Table, secret: Secret, seat: Seat, action: Action) -> Refusal | None:
    match action:
        case Submit(order):
            return submit_refusal(table, secret, seat, order)
        case Withdraw(number):
            return withdraw_refusal(secret, number)
        case Ready() | Unready():
            return None
        case _:
            return diplomacy_refusal(table, seat, action)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """The state after the action; the last one to be ready sets the round going."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    secret = state.secrets[seat]
    match action:
        case Submit(order):
            return _planned(state, seat, submitted(state.table, secret, order))
        case Withdraw(number):
            return _planned(state, seat, withdrawn(state.table, secret, number))
        case Ready() | Unready():
            return _readied(state, seat, ready=isinstance(action, Ready))
        case _:
            table, events = negotiated(state.table, seat, action)
            return Step(replace(state, table=table), events)


def default_action(state: State, seat: Seat, rng: Rng) -> Action:
    """A run-out clock hands in what is written."""
    return Ready()


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The player gives up: the land turns neutral, troops and knights vanish."""
    table = state.table
    if table.outcome is not None or table.players[seat].standing == "left":
        return Step(state, ())
    cleared = vacated(drop(table, seat, "left"), seat)
    objectives = [secret.objective for secret in state.secrets]
    alone = len(in_play(cleared)) <= 1
    decided = alone or is_standard(table)  # under the legacy rules allies do not win together
    ended, events = last_standing(cleared, objectives) if decided else (cleared, ())
    secret = Secret(objective=state.secrets[seat].objective)
    left = replace(state, table=ended, secrets=_with(state.secrets, seat, secret))
    return _resolved_if_all_ready(left, (Dropped(seat, "left"), *events))


def audiences(state: State, seat: Seat) -> tuple[Audience, ...]:
    """Whom a player can write to: everyone, the alliance as it is now, each other player."""
    table = state.table
    everyone = Audience("everyone", "Everyone", tuple(range(len(table.players))))
    own = alliance_of(table, seat)
    shifting = not is_standard(table)
    allied = (Audience("alliance", own.name, own.members, shifting),) if own else ()
    others = tuple(
        Audience(f"player-{other}", player.name, (seat, other))
        for other, player in enumerate(table.players)
        if other != seat
    )
    return (everyone, *allied, *others)


def resolved(state: State, chance: Chance) -> Step[State, Event]:
    """The state after the round's orders, with luck from the source; its own luck is untouched."""
    field = Field(state.table, chance)
    carry_out(field, [secret.orders for secret in state.secrets])
    if is_standard(state.table):
        reentry(field)
        skirmishes(field)
    objectives = [secret.objective for secret in state.secrets]
    table, events = judged(field.laid(), objectives)
    fresh = tuple(replace(player, ready=False, orders=0) for player in table.players)
    table = replace(table, round=table.round + 1, players=fresh)
    secrets = tuple(Secret(objective=objective) for objective in objectives)
    told = (*field.events, RoundEnded(table.round), *events)
    return Step(State(table, secrets, state.rng), told)


def _planned(state: State, seat: Seat, secret: Secret) -> Step[State, Event]:
    count = len(secret.orders)
    player = replace(state.table.players[seat], orders=count)
    table = with_player(state.table, seat, player)
    event = Planned(seat, count, secret.orders[-1] if secret.orders else None)
    return Step(replace(state, table=table, secrets=_with(state.secrets, seat, secret)), (event,))


def _readied(state: State, seat: Seat, *, ready: bool) -> Step[State, Event]:
    player = replace(state.table.players[seat], ready=ready)
    table = with_player(state.table, seat, player)
    return _resolved_if_all_ready(replace(state, table=table), (Readied(seat, ready),))


def _resolved_if_all_ready(state: State, events: tuple[Event, ...]) -> Step[State, Event]:
    if state.table.outcome is not None or waiting(state.table):
        return Step(state, events)
    chance = Drawn(state.rng)
    step = resolved(state, chance)
    return Step(replace(step.state, rng=chance.rng), events + step.events)


def _with(secrets: tuple[Secret, ...], seat: Seat, secret: Secret) -> tuple[Secret, ...]:
    return (*secrets[:seat], secret, *secrets[seat + 1 :])


def invariant(state: State) -> list[str]:
    """The promises the state breaks."""
    table = state.table
    members = [seat for alliance in table.alliances for seat in alliance.members]
    seats = len(table.players)
    checks = {
        "everybody in play is in exactly one alliance": sorted(members) == list(in_play(table)),
        "alliances have unique names": len({a.name for a in table.alliances})
        == len(table.alliances),
        "there are 110 hexes": len(table.owners) == len(table.troops) == HEXES,
        "every seat has a stack on every hex": all(len(s) == seats for s in table.troops),
        "no stack is negative or endless": all(
            0 <= stack <= MOST_TROOPS for stacks in table.troops for stack in stacks
        ),
        "knights have unique names": len({k.name for k in table.knights}) == len(table.knights),
        "knights serve seats in play": all(
            table.players[k.owner].standing == "in" for k in table.knights
        ),
        "there is a secret for every seat": len(state.secrets) == seats,
        "orders are counted": [len(s.orders) for s in state.secrets]
        == [p.orders for p in table.players],
        "orders are numbered from one": all(
            order.number == number
            for secret in state.secrets
            for number, order in enumerate(secret.orders, 1)
        ),
        "the game waits for somebody": table.outcome is not None or bool(waiting(table)),
    }
    return [promise for promise, kept in checks.items() if not kept]
