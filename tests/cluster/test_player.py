"""What a player notices by itself: holes, repeats, steps back, seats that were taken away."""

import json
from random import Random

import pytest
from nemesis.line import Lost
from nemesis.player import Habits, Player, Told, decode
from nemesis.servers import Cluster

WELCOME = {
    "kind": "welcome",
    "version": 5,
    "since_ply": 0,
    "table": {"turn": 3, "phase": "playing", "result": None, "seats": [{}, {}]},
    "seat_views": [{"moves": [], "log": [{"ply": 1, "seat": 0, "text": "a"}]}],
    "chat": [],
}


def step(version: int, ply: int, **more: object) -> bytes:
    entries = [{"ply": ply, "seat": 1, "text": "b"}]
    return json.dumps(
        {"kind": "step", "version": version, "turn": 4, "entries": entries, **more}
    ).encode()


def player() -> Player:
    new = Player(Cluster(None, []), Told("m", 0), "token", Random(1), Habits())  # type: ignore[arg-type] # it sits nowhere
    new._welcomed(decode(json.dumps(WELCOME).encode()))
    assert new.told.violations == []
    return new


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (step(6, 2), None),
        (step(6, 3), "ply 3 came after 1"),
        (step(6, 1), "ply 1 came after 1"),
        (step(4, 2), "step of the past 4"),
    ],
)
def test_steps_follow_each_other(message: bytes, sentence: str | None) -> None:
    listening = player()
    listening._heard(decode(message))
    assert listening.told.violations == ([sentence] if sentence else [])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 4, "since_ply": 1}, "sent back from 5 to 4"),
        ({"since_ply": 0}, "1 plies were known, not 0"),
    ],
)
def test_coming_back_begins_where_the_player_was(change: dict[str, int], sentence: str) -> None:
    returning = player()
    view: dict[str, object] = {"seat_views": [{"moves": [], "log": []}]}
    returning._welcomed(decode(json.dumps({**WELCOME, **view, **change}).encode()))
    assert returning.told.violations == [sentence]


def test_a_seat_that_is_taken_away_is_noticed_and_a_restart_is_not() -> None:
    surprised = player()
    surprised._note_close(Lost(1012))
    assert surprised.told.violations == []
    surprised._note_close(Lost(4401))
    assert surprised.told.violations == ["the line was closed with 4401"]


def test_an_answer_counts_for_what_was_sent_last() -> None:
    waiting = player()
    for number, (message, kept) in enumerate(
        [
            (step(6, 2, answers="x-1"), {"x-1": "move"}),
            (b'{"kind":"accepted","id":"x-1","version":6}', {"x-1": "move"}),
            (b'{"kind":"accepted","id":"other","version":6}', {}),
        ]
    ):
        waiting._pending, waiting.told.kept = {"id": "x-1", "kind": "act", "text": "move"}, {}
        assert waiting._heard(decode(message)) == bool(kept), number
        assert waiting.told.kept == kept
    waiting._heard(decode(b'{"kind":"rejected","id":"x-1","refusal":{"code":"STALE_TURN"}}'))
    assert (waiting.told.kept, waiting.told.refused) == ({}, ["x-1"])
