"""What comes next in a tournament at a given time: its start, a round, its end."""

from collections.abc import Callable, Collection
from math import ceil, log2

from meadhall.tournaments.pairing.arena_pairs import arena_round
from meadhall.tournaments.pairing.group_schedule import group_schedule
from meadhall.tournaments.pairing.knock_out import next_stage
from meadhall.tournaments.pairing.round_robin import round_count, round_robin_round
from meadhall.tournaments.pairing.swiss import PAIR, PairedGroups, swiss_round
from meadhall.tournaments.tournament import Tournament, apply_to_tournament
from meadhall.tournaments.tournament_facts import (
    Begun,
    Number,
    Pairing,
    RoundPaired,
    TournamentClosed,
    TournamentFact,
    Withdrew,
)

DrawId = Callable[[], str]
NOTHING: tuple[TournamentFact, ...] = ()


def due_facts(
    tournament: Tournament, now: int, elsewhere: Collection[Number], draw_id: DrawId
) -> tuple[TournamentFact, ...]:
    """The facts that are due now; none if there is nothing to do.

    `elsewhere` are players who play in another tournament and cannot start here. `draw_id` gives
    new matches their ids.
    """
    now = max(now, tournament.at)
    if tournament.phase == "announced":
        return _start(tournament, now, elsewhere, draw_id)
    if tournament.phase == "over":
        return NOTHING
    if tournament.plan.format == "arena":
        return _arena(tournament, now, draw_id)
    is_early = now < tournament.at + tournament.plan.pause
    return NOTHING if tournament.playing or is_early else _next_round(tournament, now, draw_id)


def is_due(tournament: Tournament, now: int) -> bool:
    """Whether something may be due: quick to answer, for tournaments that are looked at often."""
    if tournament.phase == "announced":
        return now >= tournament.plan.starts
    if tournament.phase == "over":
        return False
    return tournament.plan.format == "arena" or not tournament.playing


def start_facts(
    tournament: Tournament, now: int, elsewhere: Collection[Number], draw_id: DrawId
) -> tuple[TournamentFact, ...]:
    """The facts of a start now, or of the end if there are too few players."""
    away: tuple[TournamentFact, ...] = tuple(
        Withdrew(now, one.number, "elsewhere")
        for one in tournament.present
        if one.number in elsewhere
    )
    here = apply_to_tournament(tournament, away)
    people = [one for one in here.present if one.player.holder]
    if len(here.present) < fewest_players(tournament) or not people:
        return (*away, TournamentClosed(now, "tooFew"))
    begun = Begun(now, total_rounds(here))
    running = apply_to_tournament(here, [begun])
    pair = _arena if tournament.plan.format == "arena" else _next_round
    return (*away, begun, *pair(running, now, draw_id))


def fewest_players(tournament: Tournament) -> int:
    """How many players a tournament needs."""
    return tournament.plan.sizes[0]


def total_rounds(tournament: Tournament) -> int:
    """How many rounds are played with the players who are present; 0 where that is open."""
    plan, count = tournament.plan, len(tournament.present)
    if plan.format == "roundRobin":
        return round_count(count) if plan.size == PAIR else len(group_schedule(count, plan.sizes))
    if plan.format != "swiss":
        return 0
    wanted = plan.rounds or ceil(log2(max(PAIR, count)))
    # In more rounds than that everybody would meet somebody twice.
    return min(wanted, round_count(count)) if plan.size == PAIR else wanted


def _start(
    tournament: Tournament, now: int, elsewhere: Collection[Number], draw_id: DrawId
) -> tuple[TournamentFact, ...]:
    if now < tournament.plan.starts:
        return NOTHING
    return start_facts(tournament, now, elsewhere, draw_id)


def _arena(tournament: Tournament, now: int, draw_id: DrawId) -> tuple[TournamentFact, ...]:
    if now >= tournament.ends:
        return NOTHING if tournament.playing else (TournamentClosed(now, "finished"),)
    paired = arena_round(tournament, now)
    stage = len(tournament.rounds) + 1
    return (_round(now, stage, paired, draw_id),) if paired.groups else NOTHING


def _next_round(tournament: Tournament, now: int, draw_id: DrawId) -> tuple[TournamentFact, ...]:
    finished = (TournamentClosed(now, "finished"),)
    stage = len(tournament.rounds) + 1
    if tournament.plan.format == "knockOut":
        following = next_stage(tournament)
        if following is None:
            return finished
        stage, paired = following
    elif stage > tournament.total or len(tournament.present) < fewest_players(tournament):
        return finished
    elif tournament.plan.format == "swiss":
        paired = swiss_round(tournament)
    else:
        paired = round_robin_round(tournament)
    return (_round(now, stage, paired, draw_id),)


def _round(now: int, stage: int, paired: PairedGroups, draw_id: DrawId) -> RoundPaired:
    pairings = tuple(Pairing(draw_id(), group) for group in paired.groups)
    return RoundPaired(now, stage, pairings, paired.byes)
