"""How long and how large the parts of a request may be."""

from typing import Any

import msgspec
import pytest

from meadhall.server.protocol import bodies
from meadhall.server.protocol.people import texts
from meadhall.server.protocol.records import replay_bodies

MONTH = 30 * 24 * 60 * 60 * 1000
MINE: dict[str, object] = {"kind": "mine"}


def new_match(**more: object) -> dict[str, object]:
    return {"game": "g", "seats": [MINE], **more}


@pytest.mark.parametrize(
    ("type_", "largest", "too_large"),
    [
        pytest.param(bodies.NewGuest, {"name": "x" * 40}, {"name": "x" * 41}, id="name"),
        pytest.param(
            bodies.Credentials,
            {"name": "Ann", "password": "x" * 200},
            {"name": "Ann", "password": "x" * 201},
            id="password",
        ),
        pytest.param(
            bodies.NewMatch, new_match(seats=[MINE] * 16), new_match(seats=[MINE] * 17), id="seats"
        ),
        pytest.param(
            bodies.NewMatch, new_match(game="x" * 64), new_match(game="x" * 65), id="game"
        ),
        pytest.param(
            bodies.NewMatch, new_match(seed="x" * 64), new_match(seed="x" * 65), id="seed"
        ),
        pytest.param(bodies.ClockPlan, {"base": MONTH}, {"base": MONTH + 1}, id="clock"),
        pytest.param(bodies.ClockPlan, {"base": 0}, {"base": -1}, id="no clock"),
        pytest.param(
            bodies.SeatPlan,
            {**MINE, "share": "a" * 64, "name": "x" * 40},
            {**MINE, "share": "a" * 65},
            id="share",
        ),
        pytest.param(bodies.SeatPlan, {**MINE, "name": ""}, {**MINE, "name": "x" * 41}, id="seat"),
        pytest.param(bodies.QuickMatch, {"game": "g", "seats": 16}, {"game": "g", "seats": 17}),
        pytest.param(bodies.QuickMatch, {"game": "g", "seats": 1}, {"game": "g", "seats": 0}),
        pytest.param(
            replay_bodies.Continuation,
            {"ply": 0, "seats": [MINE] * 16, "match": "x" * 64},
            {"ply": -1, "seats": [MINE]},
            id="ply",
        ),
    ],
)  # fmt: skip
def test_bodies_are_bounded(type_: type[Any], largest: object, too_large: object) -> None:
    assert msgspec.convert(largest, type_)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(too_large, type_)


def test_a_new_password_has_at_least_eight_characters() -> None:
    assert msgspec.convert("x" * 8, texts.NewSecret)
    for text in ("x" * 7, "x" * 201):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, texts.NewSecret)


def test_a_record_has_at_most_two_million_characters() -> None:
    longest = msgspec.convert({"record": "x" * 2_000_000}, replay_bodies.AnalysisRequest)
    assert len(longest.record) == 2_000_000
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"record": "x" * 2_000_001}, replay_bodies.AnalysisRequest)


def test_a_nameless_person_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": ""}, bodies.NewGuest)
