"""What is true of every state."""

from meadhall.games.secret_toaster.rules.board import HEXES
from meadhall.games.secret_toaster.rules.table import in_play, waiting
from meadhall.games.secret_toaster.types import MOST_TROOPS, State, Table


def invariant(state: State) -> list[str]:
    """The promises that the state breaks; empty when it is sound."""
    checks = {**_table_checks(state.table), **_secret_checks(state)}
    return [promise for promise, kept in checks.items() if not kept]


def _table_checks(table: Table) -> dict[str, bool]:
    seats = range(len(table.players))
    members = [seat for alliance in table.alliances for seat in alliance.members]
    stacks = [stack for stacks in table.troops for stack in stacks]
    return {
        "everybody in play is in exactly one alliance": sorted(members) == list(in_play(table)),
        "alliances have unique names": _unique([a.name for a in table.alliances]),
        "there are 110 hexes": len(table.owners) == len(table.troops) == HEXES,
        "every seat has a stack on every hex": all(
            len(by_seat) == len(table.players) for by_seat in table.troops
        ),
        "every owner sits at the table": all(
            owner is None or owner in seats for owner in table.owners
        ),
        "no stack is negative or endless": all(0 <= stack <= MOST_TROOPS for stack in stacks),
        "knights have unique names": _unique([knight.name for knight in table.knights]),
        "knights serve seats in play": all(
            knight.owner in seats and table.players[knight.owner].standing == "in"
            for knight in table.knights
        ),
        "the game waits for somebody": table.outcome is not None or bool(waiting(table)),
    }


def _secret_checks(state: State) -> dict[str, bool]:
    players = state.table.players
    return {
        "there is a secret for every seat": len(state.secrets) == len(players),
        "orders are counted": [len(secret.orders) for secret in state.secrets]
        == [player.orders for player in players],
        "orders are numbered from one": all(
            order.number == number
            for secret in state.secrets
            for number, order in enumerate(secret.orders, 1)
        ),
    }


def _unique(names: list[str]) -> bool:
    return len(set(names)) == len(names)
