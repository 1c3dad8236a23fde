"""Tournaments that are played to their end, with results from a function."""

from collections.abc import Callable, Sequence
from itertools import count

from meadhall.core.refusal import Refusal
from meadhall.match.clock import Fischer
from meadhall.match.facts import Player
from meadhall.tournaments.due_facts import due_facts
from meadhall.tournaments.entering import announce, enter
from meadhall.tournaments.tournament import Tournament, apply_to_tournament, fold_tournament
from meadhall.tournaments.tournament_facts import (
    Format,
    Pairing,
    PairingResult,
    Scored,
    TournamentFact,
    TournamentPlan,
)

START, SECOND = 1_000_000, 1000
Payoffs = Callable[[Pairing], tuple[int, ...]]


def plan(kind: Format = "swiss", **more: object) -> TournamentPlan:
    plain: dict[str, object] = {
        "id": "t", "title": "Cup", "format": kind, "host": "host", "host_name": "Host",
        "game": "stones", "sizes": (2,), "options": (), "clock": Fischer(60_000, 1000),
        "starts": START, "minutes": 10 if kind == "arena" else 0, "most": 24,
        "draws": kind != "knockOut",
    }  # fmt: skip
    return TournamentPlan(**{**plain, **more})  # type: ignore[arg-type] # handed on


class Course:
    """A tournament on its way, with all its facts."""

    def __init__(self, chosen: TournamentPlan, players: int, ratings: Sequence[int] = ()) -> None:
        announced = announce(chosen, (), 0)
        assert not isinstance(announced, Refusal), announced
        self.facts: list[TournamentFact] = [*announced]
        self.now = 0
        self.ids = (f"m{number}" for number in count(1))
        self.tournament = fold_tournament(self.facts)
        for index in range(players):
            self.enter(f"p{index + 1}", ratings[index] if ratings else 0)

    def add(self, facts: Sequence[TournamentFact] | Refusal) -> Sequence[TournamentFact]:
        assert not isinstance(facts, Refusal), facts
        self.facts += facts
        self.tournament = apply_to_tournament(self.tournament, facts)
        return facts

    def enter(self, holder: str, rating: int = 0) -> None:
        self.add(enter(self.tournament, Player(holder.title(), holder), rating, self.now))

    def due(self, elsewhere: Sequence[int] = ()) -> Sequence[TournamentFact]:
        return self.add(due_facts(self.tournament, self.now, elsewhere, lambda: next(self.ids)))

    def start(self) -> None:
        self.now = START
        self.due()

    def score(self, payoffs: Payoffs, pairings: Sequence[Pairing] | None = None) -> None:
        ended = [*self.tournament.playing.values()] if pairings is None else pairings
        self.now += SECOND
        results = tuple(PairingResult(one.match, payoffs(one)) for one in ended)
        self.add([Scored(self.now, results)])

    def play(self, payoffs: Payoffs, most: int = 400) -> Tournament:
        """Play to the end, round after round."""
        if self.tournament.phase == "announced":
            self.start()
        for _ in range(most):
            if self.tournament.phase == "over":
                return self.tournament
            if self.tournament.playing:
                self.score(payoffs)
            self.now += SECOND
            self.due()
        raise AssertionError("it does not end")
