"""Premoves: what they say to a position, and which lines may be chosen."""

from dataclasses import replace

import pytest

from meadhall import registry
from meadhall.cli.new_game.template import GAME as STONES
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.match.commands import Act, Command, Leave, Propose, Resign
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.premoves import (
    MOST_LINES,
    Line,
    Premoves,
    Reply,
    Verdict,
    are_possible,
    check_lines,
    read_verdict,
)

PLAYERS = (Player("Anna", "anna"), Player("Bert", "bert"))


def begin(players: tuple[Player, ...] = PLAYERS) -> Match:
    made = open_match(STONES, Setup(id="m", game="template", rules_version=1, seats=2, seed="s"),
                      players, 1)  # fmt: skip
    assert isinstance(made, Outcome)
    return made.match


def do(match: Match, command: Command) -> Match:
    outcome = handle(match, command, match.at)
    assert isinstance(outcome, Outcome), outcome
    return outcome.match


def play(match: Match, *texts: str) -> Match:
    for text in texts:
        match = do(match, Act(match.asked[0], STONES.notation.parse(text), match.turn))
    return match


def premoves(match: Match, *lines: str) -> Premoves:
    """Bert's, as they are checked: a line is moves with commas between."""
    split: list[Line] = [tuple(line.split(", ")) for line in lines]
    return Premoves(1, match.turn, len(match.plies), check_lines(match, 1, split))


def refusal(match: Match, seat: int, *lines: Line) -> str:
    with pytest.raises(Refused) as refused:
        check_lines(match, seat, lines)
    return refused.value.refusal.sentence


def verdicts(match: Match, chosen: Premoves, *texts: str) -> list[Verdict]:
    """What they say at first and after each of these moves."""
    said = [read_verdict(chosen, match)]
    for text in texts:
        match = play(match, text)
        said.append(read_verdict(chosen, match))
    return said


def test_answers_are_given_while_the_match_follows_a_line() -> None:
    match = begin()
    chosen = premoves(match, "take 1, take 2", "take 2, take 3, take 1, take 1")
    assert verdicts(match, chosen, "take 1", "take 2") == ["wait", Reply("take 2"), "drop"]
    expected = ["wait", Reply("take 3"), "wait", Reply("take 1"), "drop"]
    assert verdicts(match, chosen, "take 2", "take 3", "take 1", "take 1") == expected
    assert verdicts(match, chosen, "take 3") == ["wait", "drop"]
    assert verdicts(match, chosen, "take 1", "take 1") == ["wait", Reply("take 2"), "drop"]


def test_nothing_holds_after_an_undo_a_change_of_hands_or_the_end() -> None:
    match = begin()
    chosen = premoves(match, "take 1, take 2")
    # Anna takes her move back, where nobody has to agree, and makes it once more.
    alone = begin((Player("Anna", "anna"), Player("random", bot="random")))
    own = Premoves(1, alone.turn, 0, chosen.lines)
    undone = do(play(alone, "take 1"), Propose(0, "undo"))
    assert len(undone.plies) == 0
    assert read_verdict(own, play(undone, "take 1")) == "drop"
    assert read_verdict(chosen, do(match, Resign(0))) == "drop"
    assert read_verdict(chosen, do(play(match, "take 1"), Leave(0))) == "drop"
    # Before the position that they are for.
    assert read_verdict(replace(chosen, plies=3, turn=4), match) == "drop"


def test_lines_are_written_as_the_game_writes_them_and_once() -> None:
    match = begin()
    assert check_lines(match, 1, [("take  1", "take 2"), ("take 1", "take 2")]) == (
        ("take 1", "take 2"),
    )


def test_lines_that_cannot_be_played_so_are_refused() -> None:
    match = begin()
    assert "your turn" in refusal(match, 0, ("take 1",))
    assert "ends with a move of yours" in refusal(match, 1, ("take 1",))
    assert "ends with a move of yours" in refusal(match, 1, ())
    two_answers = (("take 1", "take 2"), ("take 1", "take 3"))
    assert "one answer" in refusal(match, 1, *two_answers)
    assert "at most" in refusal(match, 1, *[("take 1", "take 2")] * (MOST_LINES + 1))
    assert "at most" in refusal(match, 1, ("take 1",) * 21)
    assert "over before" in refusal(match, 1, ("take 3",) * 20)
    with pytest.raises(Refused):
        check_lines(match, 1, [("take 4", "take 1")])
    assert "during play" in refusal(do(match, Resign(0)), 1, ("take 1", "take 2"))


def test_only_open_games_without_dice_allow_them() -> None:
    possible = {
        game.spec.slug: are_possible(game.traits(parse_options(game.types.options, {}), 2))
        for game in registry.games()
    }
    assert possible == {
        "chinese-checkers": True, "jarls": True, "elemental-clash": False, "secret-toaster": False,
    }  # fmt: skip
    jarls = registry.game("jarls")
    fog = parse_options(jarls.types.options, {"fog": True})
    assert not are_possible(jarls.traits(fog, 2))
