"""A table for tests: it keeps the time and the facts, and checks that they add up."""

from dataclasses import replace
from typing import Any

from meadhall.cli.new_game.template import GAME
from meadhall.core.codec import decode, encode
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.match.commands import Act, Command
from meadhall.match.decide.handle import decide, handle
from meadhall.match.evolve import fold
from meadhall.match.facts import Fact, Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome, Phase

ANNA, BERT, CLEO = Player("Anna", "anna"), Player("Bert", "bert"), Player("Cleo", "cleo")
ROBOT = Player("Robot", bot="greedy")
START = 1_000_000
STONES = replace(GAME, present=None)
"""Without a picture there is nothing to watch, so clocks start at once."""


def setup(game: AnyGame = STONES, seats: int = 2, **more: Any) -> Setup:  # noqa: ANN401 - handed on
    version = game.spec.rules_version
    given: dict[str, Any] = {"id": "m", "seed": "seed", **more}
    return Setup(game=game.spec.slug, rules_version=version, seats=seats, **given)


class Table:
    """A match in play. `do` carries a command out; `refused` returns the code of its refusal."""

    def __init__(self, *players: Player, game: AnyGame = STONES, **more: Any) -> None:  # noqa: ANN401 - handed on
        players = players or (ANNA, BERT)
        outcome = open_match(game, setup(game, len(players), **more), players, START)
        assert isinstance(outcome, Outcome)
        self.now = START
        self.game = game
        self.match: Match = outcome.match
        self.facts: list[Fact] = list(outcome.facts)

    def do(self, command: Command, after: int = 0) -> Outcome:
        self.now += after
        outcome = handle(self.match, command, self.now)
        assert isinstance(outcome, Outcome), outcome
        assert decide(self.match, command, self.now) == outcome.facts
        assert outcome.match.version == self.match.version + len(outcome.facts)
        self.match = outcome.match
        self.facts += outcome.facts
        assert fold(self.game, [_reload(fact) for fact in self.facts]) == self.match
        return outcome

    def act(self, seat: Seat, text: str, after: int = 0, **more: Any) -> Outcome:  # noqa: ANN401 - handed on
        action = self.game.notation.parse(text)
        return self.do(Act(seat, action, more.pop("turn", self.match.turn), **more), after)

    def phase(self) -> Phase:
        return self.match.phase

    def refused(self, command: Command, after: int = 0) -> str:
        answer = handle(self.match, command, self.now + after)
        assert isinstance(answer, Refusal), answer
        assert answer.sentence.endswith(".")
        assert decide(self.match, command, self.now + after) == answer
        return answer.code

    def refused_act(self, seat: Seat, text: str, after: int = 0, **more: Any) -> str:  # noqa: ANN401 - handed on
        action = self.game.notation.parse(text)
        return self.refused(Act(seat, action, more.pop("turn", self.match.turn), **more), after)


def _reload(fact: Fact) -> Fact:
    """The fact as it comes back from a store."""
    return decode(Fact, encode(fact))
