"""What people see of a tournament: its page, its lines in lists, its tables as text."""

import csv
import io
from collections.abc import Iterable

from meadhall.core.refusal import Refused
from meadhall.match.clock import DAY as DAY_MS
from meadhall.match.clock import ByRules, Clock, Daily, Fischer, PerTurn, Untimed
from meadhall.server.live.match_loop import Games
from meadhall.server.protocol.bodies import ClockPlan
from meadhall.server.protocol.tournaments.tournament_bodies import (
    TournamentCard,
    TournamentExport,
    TournamentPage,
    TournamentPairing,
    TournamentPlayer,
    TournamentRound,
    TournamentState,
    TournamentTerms,
)
from meadhall.store.tournaments.stored_tournaments import TournamentSummary
from meadhall.tournaments.match_points import match_points
from meadhall.tournaments.standings import StandingsLine, standings
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Pairing, RoundPaired, TournamentPlan

LAST_OF_ARENA = 20
"""How many ended matches the page of an arena shows."""
TIE_BREAKS = {
    "arena": ("points", "wins", "matches left out"),
    "swiss": ("points", "Buchholz", "Sonneborn-Berger", "wins"),
    "roundRobin": ("points", "Sonneborn-Berger", "points among equals", "wins"),
    "knockOut": ("stages", "points"),
}


def tournament_card(
    summary: TournamentSummary, games: Games, entered: frozenset[str]
) -> TournamentCard:
    """The tournament in a list."""
    return TournamentCard(
        id=summary.id,
        title=summary.title,
        format=summary.format,  # type: ignore[arg-type] # the store has only formats there
        game=summary.game,
        game_title=game_title(games, summary.game),
        phase="over" if summary.phase == "closing" else summary.phase,  # type: ignore[arg-type] # phases
        starts=summary.starts,
        players=summary.players,
        entered=summary.id in entered,
    )


def tournament_page(tournament: Tournament, games: Games, now: int) -> TournamentPage:
    """The whole page."""
    plan = tournament.plan
    return TournamentPage(
        id=plan.id,
        title=plan.title,
        format=plan.format,
        game=plan.game,
        game_title=game_title(games, plan.game),
        host=plan.host,
        host_name=plan.host_name,
        now=now,
        terms=_terms(plan),
        state=state_of(tournament),
        players=player_lines(tournament),
        pairings=shown_pairings(tournament),
    )


def tournament_export(tournament: Tournament, games: Games, now: int) -> TournamentExport:
    """Everything that there is to know of it."""
    rounds = tuple(round_of(tournament, index) for index in range(1, _last_round(tournament) + 1))
    return TournamentExport(tournament_page(tournament, games, now), rounds)


def round_of(tournament: Tournament, number: int) -> TournamentRound:
    """The matches of a round, also what was played again in it."""
    if not 1 <= number <= _last_round(tournament):
        raise Refused.because("NO_SUCH_ROUND", "There is no such round yet.", "round")
    parts = [paired for paired in tournament.rounds if paired.round == number]
    return TournamentRound(
        number,
        tuple(_pairing(tournament, number, one) for part in parts for one in part.pairings),
        tuple(bye for part in parts for bye in part.byes),
    )


def standings_text(tournament: Tournament) -> str:
    """The standings as comma-separated values."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    breaks = TIE_BREAKS[tournament.plan.format]
    table.writerow(["place", "name", *breaks, "played", "won", "byes"])
    for line in standings(tournament):
        name = tournament.participant(line.number).player.name
        row = [line.place, _harmless(name), *line.score, line.played, line.wins, line.byes]
        table.writerow(row)
    return text.getvalue()


def player_lines(tournament: Tournament) -> tuple[TournamentPlayer, ...]:
    """The standings."""
    return tuple(_player(tournament, line) for line in standings(tournament))


def shown_pairings(tournament: Tournament) -> tuple[TournamentPairing, ...]:
    """The matches on the page: of the last round, or of an arena now and shortly before."""
    if not tournament.rounds:
        return ()
    if tournament.plan.format != "arena":
        return round_of(tournament, _last_round(tournament)).pairings
    numbers = _rounds_by_match(tournament.rounds)
    recent: Iterable[Pairing] = (
        *tournament.playing.values(), *reversed(tournament.order[-LAST_OF_ARENA:])
    )  # fmt: skip
    return tuple(_pairing(tournament, numbers[one.match], one) for one in recent)


def state_of(tournament: Tournament) -> TournamentState:
    """Where it stands."""
    plan, last = tournament.plan, _last_round(tournament)
    is_arena, runs = plan.format == "arena", tournament.phase == "running"
    waits = runs and not is_arena and not tournament.playing
    return TournamentState(
        version=tournament.version,
        phase=tournament.phase,
        round=last,
        rounds=tournament.total,
        starts=plan.starts,
        ends=tournament.ends if is_arena and tournament.began else 0,
        next=tournament.at + plan.pause if waits else 0,
        ending=tournament.ending,
        byes=round_of(tournament, last).byes if runs and last and not is_arena else (),
    )


def game_title(games: Games, slug: str) -> str:
    """The title of a game; its slug if it is no longer installed."""
    try:
        return games(slug).spec.title
    except Refused:
        return slug


def _terms(plan: TournamentPlan) -> TournamentTerms:
    return TournamentTerms(
        clock=clock_plan(plan.clock),
        options=dict(plan.options),
        sizes=plan.sizes,
        rounds=plan.rounds,
        minutes=plan.minutes,
        pause=plan.pause,
        most=plan.most,
        rated=plan.rated,
        draws=plan.draws,
        berserk=plan.haste,
    )


def clock_plan(clock: Clock) -> ClockPlan:
    """The clock as clients ask for it."""
    match clock:
        case ByRules():
            return ClockPlan("rules")
        case Untimed():
            return ClockPlan("none")
        case PerTurn(limit=limit):
            return ClockPlan("turn", limit)
        case Fischer(bank=bank, increment=increment):
            return ClockPlan("fischer", bank, increment)
        case Daily(days=days):
            return ClockPlan("days", days * DAY_MS)


def _player(tournament: Tournament, line: StandingsLine) -> TournamentPlayer:
    one = tournament.participant(line.number)
    return TournamentPlayer(
        number=line.number,
        name=one.player.name,
        person=one.player.holder,
        level=one.player.bot,
        rating=one.rating,
        score=line.score,
        played=line.played,
        wins=line.wins,
        byes=line.byes,
        streak=line.streak if tournament.plan.format == "arena" else 0,
        gone=one.gone,
    )


def _pairing(tournament: Tournament, number: int, pairing: Pairing) -> TournamentPairing:
    result = tournament.results.get(pairing.match)
    points = match_points(result.payoffs) if result else ()
    return TournamentPairing(number, pairing.match, pairing.seats, points)


def _last_round(tournament: Tournament) -> int:
    return tournament.rounds[-1].round if tournament.rounds else 0


def _rounds_by_match(rounds: Iterable[RoundPaired]) -> dict[str, int]:
    return {one.match: paired.round for paired in rounds for one in paired.pairings}


def _harmless(name: str) -> str:
    """The name; where a program for tables would take it for a formula, after an apostrophe."""
    return f"'{name}" if name[:1] in "=+-@" else name
