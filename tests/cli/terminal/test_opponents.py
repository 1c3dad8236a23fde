"""Bots at the terminal see a view, think aloud where that is fair, and cannot stop a match."""

from dataclasses import replace

import pennies_game
import pytest

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.cli.arguments import player
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.cli.new_game.template.types import Options, Take
from meadhall.cli.terminal import opponents
from meadhall.cli.terminal.cover import needs_cover, see_different_things
from meadhall.cli.terminal.table import new_table
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame, Traits
from meadhall.core.rng import Rng

LEVEL = Level("own", "", "random")
PENNIES: AnyGame = pennies_game.GAME


class Broken:
    """Fails, or answers with what is not allowed."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        assert turn.view is not None
        assert budget.milliseconds is not None
        rng.below(2)
        if self.answer is None:
            raise RuntimeError("no idea")
        return Thought(self.answer)


@pytest.mark.parametrize("answer", [None, Take(9), "nonsense"])
def test_a_bot_that_fails_has_its_first_legal_action_played(
    answer: object, capsys: pytest.CaptureFixture[str]
) -> None:
    table = new_table(STONES, Options(), [player(STONES, "human"), player(STONES, "random")], "x")
    after, thought = opponents.reply(table, 0, LEVEL, Broken(answer), 0)
    assert [ply.action for ply in after.record.plies] == ["take 1"]
    assert thought.note == "the bot failed"
    assert "The bot own failed" in capsys.readouterr().err


def test_thinking_is_told_except_where_it_gives_a_secret_away() -> None:
    thought = Thought(Take(1), 1234, 5, 6789, ("take 1", "take 2"), "a note", 617)
    open_ = opponents.thought_text(thought, secret=False)
    assert open_ == "depth 5, 6,789 nodes, score 1,234, 62 % to win, line take 1 take 2, a note"
    assert opponents.thought_text(thought, secret=True) == "depth 5, 6,789 nodes"
    assert opponents.thought_text(Thought(None), secret=False) == ""


def test_a_level_thinks_as_long_as_it_says() -> None:
    assert opponents.budget(LEVEL) == Budget(None, opponents.PATIENCE)
    assert opponents.budget(replace(LEVEL, settings={"nodes": 7})) == Budget(), (
        "the bot counts its nodes itself"
    )
    assert opponents.budget(replace(LEVEL, settings={"milliseconds": 9})) == Budget(None, 9)


def test_a_bot_is_made_once_a_match() -> None:
    bots = opponents.BotCache()
    assert bots.of(LEVEL) is bots.of(LEVEL)


def test_people_need_a_cover_only_where_they_have_secrets() -> None:
    humans = [player(STONES, "human"), player(STONES, "human")]
    stones = new_table(STONES, Options(), humans, "x")
    pennies = new_table(PENNIES, pennies_game.Options(), humans, "x")
    assert not needs_cover(stones, (0, 1))
    assert needs_cover(pennies, (0, 1))
    assert not needs_cover(pennies, (0,))
    assert see_different_things(pennies, (0, 1))
    open_pennies = replace(PENNIES, traits=lambda *_: Traits(simultaneous=True, chance=True))
    sealed = new_table(open_pennies, pennies_game.Options(), humans, "x")
    assert needs_cover(sealed, (0, 1))  # the choice itself is a secret, even if nothing else is
