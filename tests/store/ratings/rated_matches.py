"""Rated matches of stones that have been played to their end, to be stored and counted."""

from meadhall.cli.new_game.template import GAME
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Act, Resign
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Append, append_of

MINUTE = 60_000
PEOPLE = {name.lower(): Player(name, name.lower()) for name in ("Anna", "Bert", "Cleo", "Dan")}


def play(id_: str, winner: str, loser: str, at: int) -> tuple[Match, list[Append]]:
    """A rated match that the loser resigned after a move, with the entries that store it."""
    setup = Setup(
        id=id_, game="template", rules_version=GAME.spec.rules_version, seats=2,
        secret="5e", clock=PerTurn(10 * MINUTE), rated=True,  # noqa: S106 - of dice
    )  # fmt: skip
    made = open_match(GAME, setup, (PEOPLE[winner], PEOPLE[loser]), at)
    assert isinstance(made, Outcome)
    match, entries = made.match, [append_of(None, made.match, made.facts)]
    action = GAME.notation.parse("take 1")
    for command in (Act(match.asked[0], action, match.turn), Resign(1)):
        outcome = handle(match, command, at + 1)
        assert isinstance(outcome, Outcome), outcome
        entries.append(append_of(match, outcome.match, outcome.facts))
        match = outcome.match
    return match, entries
