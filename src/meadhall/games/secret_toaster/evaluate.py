"""How good a position is: the own alliance's standing against the best of the others."""

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE, DISTANCE
from meadhall.games.secret_toaster.table import alliance_of, mode
from meadhall.games.secret_toaster.types import Alliance, State
from meadhall.games.secret_toaster.victory import holds

_DEAD = -20_000
_HEX, _KNIGHT, _RESERVE, _KEEP_HELD = 40, 250, 120, 200
_CASTLE, _CROWN_ROUND, _OBJECTIVE, _THREAT = 900, 1_200, 700, 2_500
_NEAR = 4  # troops count fully on the castle and lose a tenth with every step away from it


def evaluate(state: State, seat: Seat) -> int:
    """Larger is better for the seat."""
    own = alliance_of(state.table, seat)
    if own is None:
        return _DEAD
    others = [_standing(state, a) for a in state.table.alliances if a.id != own.id]
    return 2 * _standing(state, own) - 2 * max(others, default=0) + _strength(state, seat)


def _standing(state: State, alliance: Alliance) -> int:
    """What the alliance has of what wins, and the strength of its members."""
    table, members = state.table, alliance.members
    score = sum(_strength(state, seat) for seat in members)
    if table.owners[CASTLE] in members:
        score += _CASTLE
    if table.crown.alliance == alliance.id and mode(table) == "crown":
        score += _CROWN_ROUND * table.crown.rounds
    score += _OBJECTIVE * sum(holds(table, s, state.secrets[s].objective) for s in members)
    if any(threat.alliance == alliance.id for threat in table.threats):
        score += _THREAT
    return score


def _strength(state: State, seat: Seat) -> int:
    """Troops, the nearer to the castle the better, land, knights and reserves."""
    table, player = state.table, state.table.players[seat]
    near = DISTANCE[CASTLE]
    troops = sum(
        stacks[seat] * (10 - min(_NEAR, near[hex_])) // 10
        for hex_, stacks in enumerate(table.troops)
        if stacks[seat]
    )
    knights = sum(knight.owner == seat for knight in table.knights)
    return (
        troops
        + _HEX * table.owners.count(seat)
        + _KNIGHT * knights
        + _RESERVE * player.reserves
        + (_KEEP_HELD if table.owners[player.keep] == seat else 0)
    )
