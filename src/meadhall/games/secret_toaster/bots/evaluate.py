"""How good a position is: one's own alliance compared with the best of the others."""

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import CASTLE, DISTANCE
from meadhall.games.secret_toaster.rules.objectives import is_met
from meadhall.games.secret_toaster.rules.table import alliance_of, mode
from meadhall.games.secret_toaster.types import Alliance, State

DEAD = -20_000
HEX, KNIGHT_ALIVE, RESERVE, KEEP_HELD = 40, 250, 120, 200
CASTLE_HELD, CROWN_ROUND, OBJECTIVE_MET, THREATENS = 900, 1_200, 700, 2_500
NEAR = 4  # troops count fully on the castle and a tenth less per step away, up to this many steps


def evaluate(state: State, seat: Seat) -> int:
    """The score of the state for the seat; larger is better."""
    own = alliance_of(state.table, seat)
    if own is None:
        return DEAD
    others = [_standing(state, a) for a in state.table.alliances if a.id != own.id]
    return 2 * _standing(state, own) - 2 * max(others, default=0) + _strength(state, seat)


def _standing(state: State, alliance: Alliance) -> int:
    """What brings the alliance closer to winning, and the strength of its members."""
    table, members = state.table, alliance.members
    score = sum(_strength(state, seat) for seat in members)
    if table.owners[CASTLE] in members:
        score += CASTLE_HELD
    if table.crown.alliance == alliance.id and mode(table) == "crown":
        score += CROWN_ROUND * table.crown.rounds
    score += OBJECTIVE_MET * sum(is_met(table, s, state.secrets[s].objective) for s in members)
    if any(threat.alliance == alliance.id for threat in table.threats):
        score += THREATENS
    return score


def _strength(state: State, seat: Seat) -> int:
    """Troops, the nearer to the castle the better, land, knights and reserves."""
    table, player = state.table, state.table.players[seat]
    near = DISTANCE[CASTLE]
    troops = sum(
        stacks[seat] * (10 - min(NEAR, near[hex_])) // 10
        for hex_, stacks in enumerate(table.troops)
        if stacks[seat]
    )
    knights = sum(knight.owner == seat for knight in table.knights)
    return (
        troops
        + HEX * table.owners.count(seat)
        + KNIGHT_ALIVE * knights
        + RESERVE * player.reserves
        + (KEEP_HELD if table.owners[player.keep] == seat else 0)
    )
