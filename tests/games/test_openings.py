"""What players call the first moves of each game."""

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.games.chinese_checkers.positions import at

from meadhall.core.codec import encode
from meadhall.core.game import AnyGame, start
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.games import chinese_checkers, elemental_clash, jarls, secret_toaster
from meadhall.games.chinese_checkers.types import Move
from meadhall.games.jarls.rules.pieces import NAMES, jarl
from meadhall.games.jarls.types import Move as JarlsMove
from meadhall.games.jarls.types import Swap
from meadhall.kit.hexgrid import ORIGIN
from meadhall.match.commands import Act
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Origin, Player, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.openings import opening_of

WORDS = re.compile(r"[A-Z][A-Za-z ]{3,50}")


def played(game: AnyGame, plies: int, seed: str = "s", **more: Any) -> Match:  # noqa: ANN401 - handed on
    """A match of two after moves by chance."""
    slug, version = game.spec.slug, game.spec.rules_version
    setup = Setup(id="m", game=slug, rules_version=version, seats=2, seed=seed, **more)
    made = open_match(game, setup, (Player("Anna", "anna"), Player("Bert", "bert")), 1)
    rng = Rng(seed)
    assert isinstance(made, Outcome)
    match = made.match
    while len(match.plies) < plies:
        seat = match.asked[0]
        action, rng = rng.choice(game.legal_actions(match.state, seat))
        made = handle(match, Act(seat, action, match.turn), match.at)
        assert isinstance(made, Outcome)
        match = made.match
    return match


def named(game: AnyGame, actions: list[Any], view: object = None) -> str:
    """The name of an opening."""
    assert game.present is not None
    assert game.present.opening is not None
    return game.present.opening(view, actions)


@pytest.mark.parametrize(
    ("game", "plies"),
    [(chinese_checkers.GAME, 2), (jarls.GAME, 2), (elemental_clash.GAME, 12)],
)
def test_openings_by_chance_have_few_names_without_ids(game: AnyGame, plies: int) -> None:
    matches = [played(game, plies, str(seed)) for seed in range(12)]
    names = {opening_of(match, seat) for match in matches for seat in (0, 1)}
    assert len(names) > 2
    assert all(WORDS.fullmatch(name) for name in names), names


def test_first_moves_of_chinese_checkers_are_named_alike_for_all_corners() -> None:
    game = chinese_checkers.GAME
    for seats in (2, 3, 6):
        state = start(game, parse_options(game.types.options, {}), seats, Rng("s"))
        for seat in range(seats):
            first = replace(state, turn=seat)
            assert {named(game, [move], first) for move in game.legal_actions(first, seat)} == {
                "Step to the edge", "Step beside the middle", "Step to the middle",
                "Hop to the edge", "Hop beside the middle", "Hop to the middle",
            }  # fmt: skip
    across = Move(at(1, -5), at(1, -1))
    state = start(game, parse_options(game.types.options, {}), 2, Rng("s"))
    assert named(game, [across], replace(state, turn=0)) == "Hop beyond the first row"


def test_an_opening_of_jarls_says_piece_length_and_direction() -> None:
    game = jarls.GAME
    state = start(game, parse_options(game.types.options, {}), 2, Rng("s"))
    moves = game.legal_actions(state, state.turn.mover)
    view = game.view(state, state.turn.mover)
    names = {named(game, [move], view) for move in moves}
    assert "Warrior two hexes towards the Throne" in names
    assert "Warrior one hex around the Throne" in names
    march = JarlsMove(NAMES[jarl(state.turn.mover)], ORIGIN)
    assert named(game, [march], view).startswith("Jarl ")
    assert named(game, [Swap()], view) == "Takes over the other side"
    assert named(game, [], view) == ""


def test_an_opening_of_elemental_clash_is_the_bot_and_the_wildcard() -> None:
    game = elemental_clash.GAME
    cards = (
        "fire-wall-1", "air-deflection-2", "fire-continuous-3", "fire-projectile-4",
        "earth-repair_miner-5", "earth-repair_miner-6",
    )  # fmt: skip
    actions = [game.notation.parse(f"pick {card}") for card in cards]
    assert named(game, actions) == "Two Repair Bots"
    blast = game.notation.parse("pick fire-continuous-6")
    assert named(game, [*actions[:5], blast]) == "Repair Bot and Blast"
    assert named(game, actions[:5]) == "", "left in the draft"


def test_an_opening_of_secret_toaster_is_the_orders_of_the_first_round() -> None:
    def name(*texts: str) -> str:
        notation = secret_toaster.GAME.notation
        return named(secret_toaster.GAME, [notation.parse(text) for text in texts])

    march, fortify = "1 move Sir_Ann_0 52 53 60", "1 fortify Sir_Ann_0 52"
    knight = "2 promote Sir_Ann_0 53"
    assert name(march, knight, "withdraw 2", "ready") == "March"
    assert name(march, "ready", "unready", knight, "ready", fortify) == "March, raise a knight"
    assert name(march, knight, fortify) == "Fortify", "a new order removes the later ones"
    assert name("ready") == ""


def test_only_what_a_seat_chose_from_the_beginning_is_an_opening() -> None:
    match = played(chinese_checkers.GAME, 1)
    (first,) = match.plies
    assert opening_of(match, first.seat)
    assert opening_of(match, 1 - first.seat) == "", "it has not moved"
    later = played(chinese_checkers.GAME, 2, origin=Origin(encode(match.state).decode()))
    assert opening_of(later, 0) == opening_of(later, 1) == "", "it goes on from a position"
