"""How a match ends: last alliance standing, objectives met, the castle held, or the round limit."""

from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.core.status import Status, ToAct, draw_status, win_status
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.events import Crowned, Ended, Event, Threatened
from meadhall.games.secret_toaster.rules.objectives import Objectives, is_met
from meadhall.games.secret_toaster.rules.table import (
    alliance_of,
    in_play,
    is_standard,
    mode,
    waiting,
)
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    Alliance,
    Crown,
    Result,
    State,
    Table,
    Threat,
)


def status(state: State) -> Status:
    """The seats that are in play and not ready, or how the match ended."""
    table = state.table
    if table.outcome is None:
        return ToAct(waiting(table))
    winners, seats, reason = table.outcome.winners, len(table.players), table.outcome.reason
    return win_status(winners, seats, reason) if winners else draw_status(seats, reason)


def check_ending(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """The table after the checks at the end of a round, with threats, crown and outcome."""
    if not is_standard(table):
        # Under the legacy rules a round never brings victory (T12).
        return check_round_limit(table, objectives)
    ended, events = check_last_standing(table, objectives)
    if ended.outcome is not None:
        return ended, events
    if mode(table) == "objectives":
        table, events = _check_objectives(table, objectives)
    else:
        table, events = _check_crown(table, objectives)
    if table.outcome is not None:
        return table, events
    limited, last = check_round_limit(table, objectives)
    return limited, events + last


def check_last_standing(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """If all who still play are in one alliance, they win. If nobody plays, it is a draw."""
    living = in_play(table)
    if not living:
        return _end(table, (), "nobodyLeft", objectives)
    alliance = alliance_of(table, living[0])
    if alliance is not None and set(living) <= set(alliance.members):
        return _end(table, living, "lastStanding", objectives)
    return table, ()


def _check_objectives(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """Alliances that met all objectives last round too win; the others threaten to."""
    content = [a for a in table.alliances if _meets_all(table, a, objectives)]
    # Compared with its members: with others, an alliance has to announce its threat again.
    qualified = [a for a in content if Threat(a.id, tuple(sorted(a.members))) in table.threats]
    owner = table.owners[CASTLE]
    # Of several only the owner of the castle wins. If none of them owns it, all threaten again.
    if len(qualified) > 1:
        qualified = [a for a in qualified if owner in a.members]
    if qualified:
        return _end(table, qualified[0].members, "objectives", objectives)
    threats = tuple(Threat(a.id, tuple(sorted(a.members))) for a in content)
    events = tuple(Threatened(a.name, a.members) for a in content)
    return replace(table, threats=threats), events


def _meets_all(table: Table, alliance: Alliance, objectives: Objectives) -> bool:
    """Whether the alliance has at least two members and all of them meet their objectives."""
    members = alliance.members
    return len(members) > 1 and all(is_met(table, seat, objectives[seat]) for seat in members)


def _check_crown(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """Count the rounds in a row that one alliance has held the castle."""
    alliance = alliance_of(table, table.owners[CASTLE])
    if alliance is None:
        return replace(table, crown=Crown()), ()
    # By id, which outlives a change of name and belongs to one alliance only.
    rounds = table.crown.rounds + 1 if table.crown.alliance == alliance.id else 1
    crowned = replace(table, crown=Crown(alliance.id, rounds))
    events: tuple[Event, ...] = (Crowned(alliance.name, alliance.members, rounds),)
    if rounds < CROWN_ROUNDS:
        return crowned, events
    ended, last = _end(crowned, alliance.members, "crown", objectives)
    return ended, events + last


def check_round_limit(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """After the last round the best-ranked alliance wins; under the legacy rules it is a draw."""
    # Rounds count from 0, and this one is counted only after the checks.
    if table.round + 1 < table.options.round_limit:
        return table, ()
    if not is_standard(table):
        return _end(table, (), "roundLimit", objectives)
    ranked = sorted((rank(table, a, objectives), a.members) for a in table.alliances)
    best = [members for score, members in ranked if score == ranked[-1][0]]
    return _end(table, best[0] if len(best) == 1 else (), "roundLimit", objectives)


def rank(table: Table, alliance: Alliance, objectives: Objectives) -> tuple[int, int, int, int]:
    """What alliances are compared by: castle, objectives met, hexes, troops."""
    members = alliance.members
    return (
        int(table.owners[CASTLE] in members),
        sum(is_met(table, seat, objectives[seat]) for seat in members),
        sum(owner in members for owner in table.owners),
        sum(stacks[seat] for stacks in table.troops for seat in members),
    )


def _end(
    table: Table, winners: tuple[Seat, ...], reason: str, objectives: Objectives
) -> tuple[Table, tuple[Event, ...]]:
    outcome = Result(tuple(sorted(winners)), reason, tuple(objectives))
    event = Ended(outcome.winners, reason, outcome.objectives)
    return replace(table, outcome=outcome), (event,)
