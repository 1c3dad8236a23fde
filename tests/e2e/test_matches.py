"""Whole matches in the browser, by clicks and by keys, each to its result."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

Choice = Callable[[list[dict[str, Any]]], int]


def at_random(seed: int) -> Choice:
    draw = Random(seed)
    return lambda there: draw.randrange(len(there))


def downwards(seed: int) -> Choice:
    """For a race from the top to the bottom: mostly the lowest target, at times any."""
    draw = Random(seed)

    def choose(there: list[dict[str, Any]]) -> int:
        if draw.random() < 0.3:
            return draw.randrange(len(there))
        return max(range(len(there)), key=lambda index: there[index]["y"])

    return choose


MATCHES = {
    "jarls": ({1: "bot:greedy"}, {"Draw after rounds": "6"}, at_random(1)),
    "chinese-checkers": ({1: "bot:greedy"}, {}, downwards(2)),
    "elemental-clash": ({1: "bot:random"}, {"Clock": "none"}, at_random(3)),
    "secret-toaster": ({1: "bot:random"}, {"Round limit": "2"}, at_random(4)),
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_against_a_bot_by_clicks_ends_with_a_result(visitor: Any, game: str) -> None:
    seats, options, choose = MATCHES[game]
    visitor.set_up(game, seats, options)
    visitor.play_to_the_end(choose)
    expect(visitor.result).to_be_visible()
    expect(visitor.result.get_by_role("button", name="Play again")).to_be_visible()
