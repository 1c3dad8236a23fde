"""Matches to store, and the entries that store them."""

from typing import Any

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import Take
from meadhall.core.game import AnyGame
from meadhall.match.commands import Act, Close
from meadhall.match.decide.handle import create, handle
from meadhall.match.facts import Player, Said, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Append, append_of

PLAYERS = (Player("Anna", "anna"), Player("Bert", "bert"))


def setup(id_: str, **more: Any) -> Setup:  # noqa: ANN401 - handed on
    return Setup(id=id_, game="template", rules_version=1, seats=2, seed="s", **more)


def in_lobby(id_: str, at: int = 1, **more: Any) -> tuple[Match, Append]:  # noqa: ANN401 - handed on
    made = create(GAME, setup(id_, **more), at)
    assert isinstance(made, Outcome)
    return made.match, append_of(None, made.match, made.facts)


def closed_table(id_: str) -> list[Append]:
    """The entries of a table that was closed in the lobby."""
    match, made = in_lobby(id_)
    outcome = handle(match, Close(match.at + 1), match.at + 1)
    assert isinstance(outcome, Outcome)
    return [made, append_of(match, outcome.match, outcome.facts)]


def in_play(id_: str, at: int = 1, **more: Any) -> tuple[Match, Append]:  # noqa: ANN401 - handed on
    players = more.pop("players", PLAYERS)
    made = open_match(GAME, setup(id_, **more), players, at)
    assert isinstance(made, Outcome)
    return made.match, append_of(None, made.match, made.facts)


def play_on(match: Match) -> tuple[Match, Append]:
    """The match after one more move, and the entry that stores it."""
    outcome = handle(match, Act(match.asked[0], Take(1), match.turn), match.at)
    assert isinstance(outcome, Outcome)
    return outcome.match, append_of(match, outcome.match, outcome.facts)


def chat(match: Match, text: str) -> Append:
    fact = Said(match.at, 0, "Anna", "everyone", (0, 1), text, match.turn)
    return Append(match.setup.id, match.version, (fact,))


def games(slug: str) -> AnyGame:
    assert slug == "template"
    return GAME
