"""Premoves over a real server: played by it, seen by nobody else, and gone when they do not fit."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from serving import STONES_SLUG, Served, Sitting, Visit, served, serving

from meadhall.server.premoves.premove_runner import PremoveRunner
from meadhall.store.premoves.stored_premoves import SqlPremoves

UNTIMED = {"mode": "none"}
Chosen = dict[str, Any]


async def table(hall: Served) -> tuple[Visit, Visit, str, Sitting, Any]:
    """Ann, who is to move, at the table; Bob's tokens, who is not there."""
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(STONES_SLUG, "mine", "open", clock=UNTIMED)
    sat = await bob.post(f"/matches/{made['match']}/seats", {})
    at_ann = await ann.sit(made["match"], *made["tokens"])
    at_bob = await bob.sit(made["match"], *sat["tokens"])
    await at_ann.do("ready")
    await at_bob.do("ready")
    await at_bob.leave()
    while at_ann.table.phase != "playing":
        await at_ann.hear()
    return ann, bob, made["match"], at_ann, sat["tokens"]


def body(sitting: Sitting, *lines: str, seat: int = 1) -> Chosen:
    split = [line.split(", ") for line in lines]
    return {"seat": seat, "turn": sitting.turn, "lines": split}


async def choose(visit: Visit, match: str, chosen: Chosen) -> Any:
    answer = await visit.ask("PUT", f"/matches/{match}/premoves", chosen)
    assert answer.status_code == 200, answer.text
    return answer.json()


def texts(found: Any) -> list[list[str]]:
    return [[step["text"] for step in line] for line in found["lines"]]


async def until_log(sitting: Sitting, *expected: str) -> None:
    while [entry.text for entry in sitting.log[sitting.seats[0]]] != list(expected):
        await sitting.hear()


async def until(ask: Callable[[], Awaitable[object]], wanted: object) -> None:
    while True:
        if await ask() == wanted:
            return
        await asyncio.sleep(0.05)


async def ply_of(visit: Visit, match: str) -> int:
    ply: int = (await visit.get(f"/matches/{match}"))["ply"]
    return ply


@served()
async def test_the_server_answers_what_was_expected(hall: Served) -> None:
    _, bob, match, at_ann, _ = await table(hall)
    path = f"/matches/{match}/premoves?seat=1"
    nothing = {"possible": True, "seat": 1, "turn": at_ann.turn, "lines": []}
    assert await bob.get(path) == await bob.get(f"/matches/{match}/premoves") == nothing
    found = await choose(
        bob, match, body(at_ann, "take 1, take 2, take 3, take 1", "take 2, take 1")
    )
    assert found == await bob.get(path)
    assert texts(found) == [["take 1", "take 2", "take 3", "take 1"], ["take 2", "take 1"]]
    assert [step["seat"] for step in found["lines"][0]] == [0, 1, 0, 1]
    assert "1" in found["lines"][0][0]["told"]
    await at_ann.act("take 1")
    await until_log(at_ann, "take 1", "take 2")
    assert texts(await bob.get(path)) == [["take 3", "take 1"]]
    await at_ann.act("take 3")
    await until_log(at_ann, "take 1", "take 2", "take 3", "take 1")
    assert texts(await bob.get(path)) == []


@served()
async def test_another_move_drops_them_and_they_can_be_taken_back(hall: Served) -> None:
    _, bob, match, at_ann, tokens = await table(hall)
    stored = SqlPremoves(hall.hall.store.backend)
    await choose(bob, match, body(at_ann, "take 1, take 2"))
    assert texts(await choose(bob, match, body(at_ann))) == []
    await choose(bob, match, body(at_ann, "take 1, take 2"))
    await at_ann.act("take 2")
    await until(lambda: stored.find(match, 1), None)
    at_bob = await bob.sit(match, *tokens)
    assert [entry.text for entry in at_bob.log[1]] == ["take 2"]
    await at_bob.act("take 1")


@served()
async def test_nobody_else_can_tell_whether_there_are_any(hall: Served) -> None:
    ann, bob, match, at_ann, _ = await table(hall)

    async def seen() -> list[Any]:
        """All that others may ask for."""
        looked = await hall.stranger().sit(match)
        await looked.leave()
        matches = (await ann.get("/matches?mine=true"))["matches"]
        return [
            await ann.get(f"/matches/{match}"),
            re.sub(rb'"(now|at|number)":\d+', b"", looked.raw[0]),
            [card for card in matches if card["match"] == match],
            [card for card in (await ann.get("/inbox"))["entries"] if card["match"] == match],
            await ann.refused("GET", f"/matches/{match}/premoves?seat=1"),
            await ann.get(f"/matches/{match}/premoves?seat=0"),
        ]

    before = await seen()
    await asyncio.sleep(0.3)
    await at_ann.ask("ping")
    sent = len(at_ann.raw)
    await choose(bob, match, body(at_ann, "take 1, take 2", "take 2, take 1"))
    for wrong in (body(at_ann, "take 4, take 1"), body(at_ann, "take 1")):
        assert (await bob.refused("PUT", f"/matches/{match}/premoves", wrong))[0] == 400
    await asyncio.sleep(1.2)  # the server has looked at the match
    await at_ann.ask("ping")
    assert len(at_ann.raw) == sent + 1, "nothing but the answer to her own ping"
    assert await seen() == before
    assert before[4] == (403, "NOT_YOUR_SEAT")
    hall.http.cookies.clear()
    stranger = hall.stranger()
    assert (await stranger.ask("GET", f"/matches/{match}/premoves?seat=1")).status_code == 401


@served()
async def test_a_position_ahead_shows_who_moves_and_how(hall: Served) -> None:
    _, bob, match, at_ann, _ = await table(hall)
    path = f"/matches/{match}/premoves/position"
    ask = {"seat": 1, "turn": at_ann.turn, "line": []}
    first = await bob.post(path, ask)
    assert (first["next"], [move[1] for move in first["moves"]]) == (
        0, ["take 1", "take 2", "take 3"],
    )  # fmt: skip
    second = await bob.post(path, {**ask, "line": ["take 2"]})
    assert second["next"] == 1
    assert second["scene"] != first["scene"]
    assert [step["text"] for step in second["steps"]] == ["take 2"]
    assert await bob.refused("POST", path, {**ask, "turn": 99}) == (400, "STALE_TURN")
    assert (await bob.refused("POST", path, {**ask, "line": ["nonsense"]}))[0] == 400
    stale = {**body(at_ann, "take 1, take 2"), "turn": 99}
    assert await bob.refused("PUT", f"/matches/{match}/premoves", stale) == (400, "STALE_TURN")
    seat = {**body(at_ann, "take 1, take 2"), "seat": 0}
    assert await bob.refused("PUT", f"/matches/{match}/premoves", seat) == (403, "NOT_YOUR_SEAT")


@pytest.mark.anyio
async def test_they_are_played_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: object) -> None:
        await asyncio.sleep(10**6)

    with monkeypatch.context() as patch:
        patch.setattr(PremoveRunner, "work", never)
        async with serving(tmp_path) as hall:
            _, bob, match, at_ann, _ = await table(hall)
            await choose(bob, match, body(at_ann, "take 1, take 2"))
            await at_ann.act("take 1")
            token = bob.token
    async with serving(tmp_path) as hall:
        again = hall.stranger()
        again.token = token
        await until(lambda: ply_of(again, match), 2)
        looked = await again.sit(match)
        assert [entry.text for entry in looked.log[None]] == ["take 1", "take 2"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
