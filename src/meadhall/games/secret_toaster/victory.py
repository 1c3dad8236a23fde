"""Who wins: the last alliance standing, met objectives, the castle, or rank at the limit."""

from collections.abc import Sequence
from dataclasses import replace

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE, CLOCKWISE, homeland
from meadhall.games.secret_toaster.events import Crowned, Ended, Event, Threatened
from meadhall.games.secret_toaster.table import alliance_of, in_play, is_standard, mode
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    Alliance,
    Crown,
    Objective,
    Outcome,
    Table,
    Threat,
)

EXPANSION = 12
FOREIGN_HOMES = 3
KINGMAKERS = 2
MOST_DEALS = 500  # that are imagined to find one that explains all threats; leavers may undo one
OTHERS: tuple[Objective, ...] = ("expansionist-left", "expansionist-right", "defender")

Objectives = Sequence[Objective | None]


def deal_objectives(seats: int, rng: Rng) -> tuple[tuple[Objective, ...], Rng]:
    """Two Kingmakers among the seats, and the others without repeats while they last."""
    others: list[Objective] = []
    while len(others) < seats - KINGMAKERS:
        shuffled, rng = rng.shuffled(OTHERS)
        others += shuffled
    kingmakers: list[Objective] = ["kingmaker"] * KINGMAKERS
    return rng.shuffled(kingmakers + others[: seats - KINGMAKERS])


def neighbour(table: Table, seat: Seat, step: int) -> Seat:
    """Whose homeland is the next occupied one, clockwise (+1) or against the clock (-1)."""
    circle = sorted(range(len(table.players)), key=lambda s: CLOCKWISE.index(table.players[s].keep))
    return circle[(circle.index(seat) + step) % len(circle)]


def holds(table: Table, seat: Seat, objective: Objective | None) -> bool:
    """Whether the seat meets the objective now."""
    match objective:
        case "kingmaker":
            return table.owners[CASTLE] == seat
        case "defender":
            return _homes(table, seat, seat) == len(homeland(table.players[seat].keep))
        case "expansionist-left" | "expansionist-right":
            victim = neighbour(table, seat, 1 if objective == "expansionist-left" else -1)
            grown = table.owners.count(seat) >= EXPANSION
            return grown and _homes(table, seat, victim) >= FOREIGN_HOMES
        case _:
            return False


def believable(table: Table, objectives: Objectives) -> bool:
    """Whether all who are known to threaten to win meet these objectives."""
    return all(
        holds(table, seat, objectives[seat]) for threat in table.threats for seat in threat.members
    )


def _homes(table: Table, seat: Seat, whose: Seat) -> int:
    return sum(table.owners[hex_] == seat for hex_ in homeland(table.players[whose].keep))


def judged(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """The table after the checks of a round's end, with threats, crown and outcome."""
    if not is_standard(table):
        return at_limit(table, objectives)
    ended, events = last_standing(table, objectives)
    if ended.outcome is not None:
        return ended, events
    if mode(table) == "objectives":
        table, events = _judged_by_objectives(table, objectives)
    else:
        table, events = _judged_by_crown(table, objectives)
    if table.outcome is not None:
        return table, events
    limited, last = at_limit(table, objectives)
    return limited, events + last


def last_standing(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """All who still play are in one alliance: they win. Nobody plays: a draw."""
    living = in_play(table)
    if not living:
        return _ended(table, (), "nobodyLeft", objectives)
    alliance = alliance_of(table, living[0])
    if alliance is not None and set(living) <= set(alliance.members):
        return _ended(table, living, "lastStanding", objectives)
    return table, ()


def _judged_by_objectives(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    content = [a for a in table.alliances if _content(table, a, objectives)]
    qualified = [a for a in content if Threat(a.id, tuple(sorted(a.members))) in table.threats]
    owner = table.owners[CASTLE]
    if len(qualified) > 1:
        qualified = [a for a in qualified if owner in a.members]
    if qualified:
        return _ended(table, qualified[0].members, "objectives", objectives)
    threats = tuple(Threat(a.id, tuple(sorted(a.members))) for a in content)
    told = tuple(Threatened(a.name, a.members) for a in content)
    return replace(table, threats=threats), told


def _content(table: Table, alliance: Alliance, objectives: Objectives) -> bool:
    """At least two members, and the objectives of all hold."""
    members = alliance.members
    return len(members) > 1 and all(holds(table, seat, objectives[seat]) for seat in members)


def _judged_by_crown(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    alliance = alliance_of(table, table.owners[CASTLE])
    if alliance is None:
        return replace(table, crown=Crown()), ()
    rounds = table.crown.rounds + 1 if table.crown.alliance == alliance.id else 1
    crowned = replace(table, crown=Crown(alliance.id, rounds))
    told: tuple[Event, ...] = (Crowned(alliance.name, alliance.members, rounds),)
    if rounds < CROWN_ROUNDS:
        return crowned, told
    ended, last = _ended(crowned, alliance.members, "crown", objectives)
    return ended, told + last


def at_limit(table: Table, objectives: Objectives) -> tuple[Table, tuple[Event, ...]]:
    """At the round limit the first in rank wins; the legacy rules know no winner."""
    if table.round + 1 < table.options.round_limit:
        return table, ()
    if not is_standard(table):
        return _ended(table, (), "roundLimit", objectives)
    ranked = sorted((rank(table, a, objectives), a.members) for a in table.alliances)
    best = [members for score, members in ranked if score == ranked[-1][0]]
    return _ended(table, best[0] if len(best) == 1 else (), "roundLimit", objectives)


def rank(table: Table, alliance: Alliance, objectives: Objectives) -> tuple[int, int, int, int]:
    """What alliances are compared by: castle, objectives met, hexes, troops."""
    members = alliance.members
    return (
        int(table.owners[CASTLE] in members),
        sum(holds(table, seat, objectives[seat]) for seat in members),
        sum(owner in members for owner in table.owners),
        sum(stacks[seat] for stacks in table.troops for seat in members),
    )


def _ended(
    table: Table, winners: tuple[Seat, ...], reason: str, objectives: Objectives
) -> tuple[Table, tuple[Event, ...]]:
    outcome = Outcome(tuple(sorted(winners)), reason, tuple(objectives))
    event = Ended(outcome.winners, reason, outcome.objectives)
    return replace(table, outcome=outcome), (event,)
