"""A whole round: orders, reserve knights, skirmishes, then the checks for an ending."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.games.secret_toaster.rules.ending import check_ending
from meadhall.games.secret_toaster.rules.events import Event, RoundEnded
from meadhall.games.secret_toaster.rules.round.aftermath import fight_skirmishes, return_knights
from meadhall.games.secret_toaster.rules.round.chance import Chance
from meadhall.games.secret_toaster.rules.round.execute import carry_out
from meadhall.games.secret_toaster.rules.round.field import Field
from meadhall.games.secret_toaster.rules.table import is_standard
from meadhall.games.secret_toaster.types import Secret, State


def resolve_round(state: State, chance: Chance) -> Step[State, Event]:
    """The state after the round. Luck comes from `chance`; the state's own generator stays."""
    field = Field(state.table, chance)
    carry_out(field, [secret.orders for secret in state.secrets])
    if is_standard(state.table):
        # Before the skirmishes: a knight who returns may have to fight at once (T2).
        return_knights(field)
        fight_skirmishes(field)
    objectives = [secret.objective for secret in state.secrets]
    table, events = check_ending(field.to_table(), objectives)
    players = tuple(replace(player, ready=False, orders=0) for player in table.players)
    table = replace(table, round=table.round + 1, players=players)
    secrets = tuple(Secret(objective=objective) for objective in objectives)
    happened = (*field.events, RoundEnded(table.round), *events)
    return Step(State(table, secrets, state.rng), happened)
