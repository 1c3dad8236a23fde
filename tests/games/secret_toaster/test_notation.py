"""How actions are written and read."""

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.notation import parse, write
from meadhall.games.secret_toaster.types import Accept, Create, Rename


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 MOVE sir_ann_0 52 53 60", "1 move sir_ann_0 52 53 60"),
        ("2 Fortify Sir_Ann_0 52", "2 fortify Sir_Ann_0 52"),
        ("1 move Sir_Ann_0 52 53", "1 move Sir_Ann_0 52 53 0"),
        ("  READY ", "ready"),
        ("Withdraw 2", "withdraw 2"),
        ("ALLY Ask  Ann's   Alliance", "ally ask Ann's Alliance"),
        ("ally accept bob", "ally accept Bob"),
        ("ally expel 3", "ally expel Cy"),
        ("ally leave", "ally leave"),
    ],
)
def test_text_is_read_generously_and_written_in_one_way(text: str, wanted: str) -> None:
    assert write(parse(text)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "1 move", "1 raise Sir_Ann_0 52 53 60", "x move Sir_Ann_0 52 53 60",
        "1 move Sir_Ann_0 a b c", "ready now", "unready 1", "withdraw", "withdraw x",
        "withdraw 1 2", "ally", "ally dance", "ally ask", "ally accept Nobody", "ally leave now",
        f"ally accept {'9' * 5000}", f"withdraw {'9' * 5000}",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.refusal.code == "BAD_NOTATION"
    assert "Sir_Ann_0" in refused.value.refusal.sentence


def test_free_names_and_unknown_seats_can_be_written_too() -> None:
    for action in (Create("Gold Rush"), Rename("Jam"), Accept(9)):
        assert parse(write(action)) == action
    assert GAME.present is not None
    assert GAME.present.gesture(Create("Jam")) == ("create-Jam",)
