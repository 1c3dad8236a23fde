"""A tournament at one moment: the fold of its facts. Nothing here is stored."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from meadhall.core.refusal import Refused
from meadhall.match.facts import Player
from meadhall.tournaments.tournament_facts import (
    Announced,
    Begun,
    Departure,
    Ending,
    Entered,
    Number,
    Pairing,
    PairingResult,
    Renamed,
    RoundPaired,
    Scored,
    TournamentClosed,
    TournamentFact,
    TournamentPlan,
    Withdrew,
)

TournamentPhase: TypeAlias = Literal["announced", "running", "over"]


@dataclass(frozen=True, slots=True)
class Participant:
    """A player of the tournament. `gone` says why somebody is not paired; empty for who plays.

    `free` is since when the player has waited for the next match.
    """

    number: Number
    player: Player
    rating: int
    free: int
    gone: Departure | Literal[""] = ""

    @property
    def is_present(self) -> bool:
        """Whether the player is to be paired."""
        return not self.gone


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. `version` counts its facts, `total` is the number of rounds once it runs.

    `playing` has the pairings without a result, `results` those of the others; `order` are the
    matches with results, in the order in which they ended.
    """

    plan: TournamentPlan
    at: int
    version: int = 1
    phase: TournamentPhase = "announced"
    began: int = 0
    total: int = 0
    participants: tuple[Participant, ...] = ()
    rounds: tuple[RoundPaired, ...] = ()
    playing: Mapping[str, Pairing] = field(default_factory=lambda: MappingProxyType({}))
    results: Mapping[str, PairingResult] = field(default_factory=lambda: MappingProxyType({}))
    order: tuple[Pairing, ...] = ()
    ending: Ending | Literal[""] = ""

    @property
    def present(self) -> tuple[Participant, ...]:
        """Who is to be paired."""
        return tuple(one for one in self.participants if one.is_present)

    @property
    def ends(self) -> int:
        """When an arena stops to pair."""
        return self.began + self.plan.minutes * 60_000

    def participant(self, number: Number) -> Participant:
        """The player with that number."""
        return self.participants[number - 1]

    def find(self, holder: str) -> Participant | None:
        """The player who is that person, if there is one."""
        return next((one for one in self.participants if one.player.holder == holder), None)

    def pairing_of(self, number: Number) -> Pairing | None:
        """The match that the player plays now, if any."""
        return next((one for one in self.playing.values() if number in one.seats), None)


def fold_tournament(facts: Iterable[TournamentFact]) -> Tournament:
    """The tournament that all its facts, from the first one, add up to."""
    rest = iter(facts)
    first = next(rest, None)
    if not isinstance(first, Announced):
        raise Refused.because("NOT_A_TOURNAMENT", "The first fact must be the announcement.")
    return apply_to_tournament(Tournament(first.plan, first.at), rest)


def apply_to_tournament(tournament: Tournament, facts: Iterable[TournamentFact]) -> Tournament:
    """The tournament after these facts."""
    for fact in facts:
        after = _apply_one(tournament, fact)
        tournament = replace(after, version=tournament.version + 1, at=fact.at)
    return tournament


def _apply_one(tournament: Tournament, fact: TournamentFact) -> Tournament:
    match fact:
        case Announced():
            raise Refused.because("NOT_A_TOURNAMENT", "A tournament is announced only once.")
        case Entered() | Withdrew() | Renamed():
            return _change_participant(tournament, fact)
        case Begun(at=at, rounds=rounds):
            return replace(tournament, phase="running", began=at, total=rounds)
        case RoundPaired(pairings=pairings):
            playing = {**tournament.playing, **{one.match: one for one in pairings}}
            return replace(tournament, rounds=(*tournament.rounds, fact), playing=playing)
        case Scored():
            return _score(tournament, fact)
        case TournamentClosed(why=why):
            return replace(tournament, phase="over", ending=why)
        case _:
            assert_never(fact)


def _change_participant(tournament: Tournament, fact: Entered | Withdrew | Renamed) -> Tournament:
    people = list(tournament.participants)
    index = fact.number - 1
    match fact:
        case Entered(number=number, player=player, rating=rating):
            people[index : index + 1] = [Participant(number, player, rating, fact.at)]
        case Withdrew(why=why):
            people[index] = replace(people[index], gone=why)
        case Renamed(player=player):
            people[index] = replace(people[index], player=player, gone="left")
    return replace(tournament, participants=tuple(people))


def _score(tournament: Tournament, fact: Scored) -> Tournament:
    if tournament.phase == "over":  # the match was called off, or ended by itself: it is too late
        called_off = {one.match for one in fact.results}
        left = {match: one for match, one in tournament.playing.items() if match not in called_off}
        return replace(tournament, playing=left)
    people, playing = list(tournament.participants), dict(tournament.playing)
    order = list(tournament.order)
    for result in fact.results:
        pairing = playing.pop(result.match)
        order.append(pairing)
        for number in pairing.seats:
            gone: Departure | Literal[""] = people[number - 1].gone
            if number in result.idle and people[number - 1].player.holder:
                gone = gone or "absent"
            people[number - 1] = replace(people[number - 1], free=fact.at, gone=gone)
    return replace(
        tournament,
        participants=tuple(people),
        playing=playing,
        results={**tournament.results, **{one.match: one for one in fact.results}},
        order=tuple(order),
    )
