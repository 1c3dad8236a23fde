"""Players in order, by points and then by the tie-breaks of the format.

| format | who is ahead |
| --- | --- |
| arena | more points, more wins, fewer matches |
| Swiss | more points, higher Buchholz, higher Sonneborn-Berger, more wins |
| round robin | more points, higher Sonneborn-Berger, more points among those level, more wins |
| knock-out | who won more rounds, more points |

Buchholz adds up the points of all opponents. Sonneborn-Berger adds up twice the points of the
opponents whom one beat and once those of the others one drew with. A bye is no opponent. Players
who are equal in all of this share a place.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from meadhall.tournaments.bracket import survivors_by_stage
from meadhall.tournaments.match_points import (
    AHEAD,
    LEVEL,
    arena_points,
    bye_points,
    is_win,
    match_points,
)
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Format, Number


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player's place. `score` has the points and then the tie-breaks: more is better in each."""

    place: int
    number: Number
    score: tuple[int, ...]
    played: int
    wins: int
    byes: int
    streak: int


@dataclass(slots=True)
class Tally:
    """The sum of the results by player: also the points against each, and how often they met."""

    points: Counter[Number] = field(default_factory=Counter)
    wins: Counter[Number] = field(default_factory=Counter)
    played: Counter[Number] = field(default_factory=Counter)
    byes: Counter[Number] = field(default_factory=Counter)
    streaks: dict[Number, int] = field(default_factory=dict)
    against: dict[Number, Counter[Number]] = field(default_factory=lambda: defaultdict(Counter))
    met: dict[Number, Counter[Number]] = field(default_factory=lambda: defaultdict(Counter))


def add_up(tournament: Tournament) -> Tally:
    """What all results so far add up to."""
    tally = Tally()
    for pairing in tournament.order:
        result = tournament.results[pairing.match]
        plain = dict(zip(pairing.seats, match_points(result.payoffs), strict=True))
        streaked = arena_points(pairing, result, tally.streaks)
        tally.points.update(streaked if tournament.plan.format == "arena" else plain)
        tally.played.update(pairing.seats)
        for seat, number in enumerate(pairing.seats):
            tally.wins[number] += is_win(result.payoffs, seat)
            _note_against(tally, pairing.seats, result.payoffs, seat)
    for paired in tournament.rounds:
        for number in paired.byes:
            tally.byes[number] += 1
            tally.points[number] += bye_points(tournament.plan.size)
    return tally


def _note_against(
    tally: Tally, seats: tuple[Number, ...], payoffs: tuple[int, ...], seat: int
) -> None:
    own = tally.against[seats[seat]]
    for other, number in enumerate(seats):
        if other != seat:
            mine, theirs = payoffs[seat], payoffs[other]
            tally.met[seats[seat]][number] += 1
            own[number] += AHEAD if mine > theirs else LEVEL if mine == theirs else 0


def standings(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """The players in order."""
    tally = add_up(tournament)
    score = _SCORES[tournament.plan.format]
    scores = {one.number: score(tournament, tally, one.number) for one in tournament.participants}
    ordered = sorted(scores, key=lambda number: (*(-part for part in scores[number]), number))
    places: dict[tuple[int, ...], int] = {}
    for place, number in enumerate(ordered, 1):
        places.setdefault(scores[number], place)
    return tuple(
        StandingsLine(
            place=places[scores[number]],
            number=number,
            score=scores[number],
            played=tally.played[number],
            wins=tally.wins[number],
            byes=tally.byes[number],
            streak=tally.streaks.get(number, 0),
        )
        for number in ordered
    )


def _arena_score(_: Tournament, tally: Tally, number: Number) -> tuple[int, ...]:
    return tally.points[number], tally.wins[number], -tally.played[number]


def _swiss_score(_: Tournament, tally: Tally, number: Number) -> tuple[int, ...]:
    buchholz = sum(tally.points[other] * times for other, times in tally.met[number].items())
    return tally.points[number], buchholz, _sonneborn(tally, number), tally.wins[number]


def _round_robin_score(tournament: Tournament, tally: Tally, number: Number) -> tuple[int, ...]:
    points = tally.points[number]
    level = [one.number for one in tournament.participants if tally.points[one.number] == points]
    among = sum(tally.against[number][other] for other in level)
    return points, _sonneborn(tally, number), among, tally.wins[number]


def _knock_out_score(tournament: Tournament, tally: Tally, number: Number) -> tuple[int, ...]:
    return stage_counts(tournament).get(number, 0), tally.points[number]


def _sonneborn(tally: Tally, number: Number) -> int:
    return sum(points * tally.points[other] for other, points in tally.against[number].items())


def stage_counts(tournament: Tournament) -> Mapping[Number, int]:
    """How many stages of a knock-out each player came through."""
    survived: Counter[Number] = Counter()
    for survivors in survivors_by_stage(tournament):
        survived.update(survivors)
    return survived


_SCORES: Mapping[Format, Callable[[Tournament, Tally, Number], tuple[int, ...]]] = {
    "arena": _arena_score,
    "swiss": _swiss_score,
    "roundRobin": _round_robin_score,
    "knockOut": _knock_out_score,
}
