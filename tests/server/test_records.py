"""Finished matches over HTTP: records, replays, going on."""

import asyncio
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from serving import STONES_SLUG, Served, Sitting, Visit, served

from meadhall import registry
from meadhall.arena.job import Job, carry_out
from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.record import Record, read_record, write_record
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.server.bodies import Replay
from meadhall.server.protocol import Step
from meadhall.server.scenes import patched

CLASH = "elemental-clash"


async def finished(hall: Served) -> tuple[Visit, str, Sitting]:
    """A match of stones that is over, and somebody who played it."""
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    for number in range(4):
        await device.act("take 3", number % 2)
    return ann, made["match"], device


@served()
async def test_the_record_is_there_when_the_match_is_over(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    early = f"/matches/{made['match']}/record"
    assert await ann.refused("GET", early) == (409, "NOT_FINISHED")
    _, match, _ = await finished(hall)
    answer = await ann.ask("GET", f"/matches/{match}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.json()["result"]["reason"] == "lastStone"


@served()
async def test_a_replay_runs_from_the_first_scene_to_the_last(hall: Served) -> None:
    ann, match, device = await finished(hall)
    answer = await ann.ask("GET", f"/matches/{match}/replay?seat=1")
    replay = msgspec.json.decode(answer.content, type=Replay)
    scene = replay.first
    assert scene is not None
    for step in replay.steps:
        scene = patched(scene, step.scene)
    last = device.scenes[1]
    assert last is not None
    assert scene.headline == last.headline
    assert [step.entry.text for step in replay.steps] == ["take 3"] * 4
    assert await ann.refused("GET", f"/matches/{match}/replay?seat=2") == (404, "NO_SUCH_SEAT")


@served()
async def test_an_uploaded_record_is_kept_replayed_and_continued(hall: Served) -> None:
    ann, match, _ = await finished(hall)
    text = (await ann.ask("GET", f"/matches/{match}/record")).text
    kept = (await ann.post("/records", {"record": text}))["match"]
    assert kept != match
    assert (await ann.ask("GET", f"/matches/{kept}/record")).text == text
    shown = await ann.sit(kept)
    assert (shown.table.phase, len(shown.log[None])) == ("finished", 4)
    replay = await ann.post("/replays", {"record": text})
    assert len(replay["steps"]) == 4
    edited = text.replace("take 3", "take 2", 1)
    assert await ann.refused("POST", "/records", {"record": edited}) == (400, "RECORD_CHANGED")
    assert await ann.refused("POST", "/replays", {"record": text[:-40]}) == (400, "BAD_JSON")


@served()
async def test_a_match_goes_on_from_any_ply(hall: Served) -> None:
    ann, match, _ = await finished(hall)
    wanted: dict[str, Any] = {"match": match, "ply": 2, "seats": [{"kind": "mine"}] * 2}
    made = await ann.post("/continuations", wanted)
    device = await ann.sit(made["match"], *made["tokens"])
    scene = device.scenes[0]
    assert isinstance(scene, Scene)
    assert len(scene.tokens) == 6
    assert await ann.refused("POST", "/continuations", {**wanted, "ply": 4}) == (
        400,
        "NOTHING_TO_PLAY",
    )
    assert await ann.refused("POST", "/continuations", {**wanted, "ply": 9}) == (400, "NO_SUCH_PLY")
    assert await ann.refused("POST", "/continuations", {**wanted, "seat": 2}) == (
        404,
        "NO_SUCH_SEAT",
    )
    few = {**wanted, "seats": [{"kind": "mine"}]}
    assert await ann.refused("POST", "/continuations", few) == (400, "BAD_SEAT_COUNT")


def made_up(slug: str, seats: int, find: str, put: str) -> str:
    """A record that begins from a first position with something exchanged in it."""
    game = registry.game(slug)
    state = encode(start(game, game.types.options(), seats, Rng("1"))).decode()
    assert find in state
    names = ("Ann", "Bob", "Cleo")[:seats]
    position = state.replace(find, put, 1)
    return write_record(Record(slug, game.spec.rules_version, "1", names, start=position))


@served()
async def test_a_made_up_position_is_refused(hall: Served) -> None:
    ann = await hall.guest("Ann")
    for text in (
        made_up("chinese-checkers", 2, '"turn":0', '"turn":2'),
        made_up("secret-toaster", 2, "[100,0]", "[1000000000,0]"),
        made_up("secret-toaster", 2, "[100,0]", "[]"),
    ):
        wanted = {"record": text, "ply": 0, "seats": [{"kind": "mine"}] * 2}
        assert await ann.refused("POST", "/continuations", wanted) == (400, "BAD_POSITION")
        assert await ann.refused("POST", "/replays", {"record": text}) == (400, "BAD_POSITION")


@served()
async def test_a_position_that_passes_for_one_and_breaks_the_rules_is_refused(hall: Served) -> None:
    ann = await hall.guest("Ann")
    text = made_up("secret-toaster", 2, '"owners":[null', '"owners":[99')
    assert await ann.refused("POST", "/replays", {"record": text}) == (400, "BAD_RECORD")


@served()
async def test_a_match_with_too_few_seats_for_its_position_harms_no_other(hall: Served) -> None:
    ann = await hall.guest("Ann")
    three = read_record(made_up("chinese-checkers", 3, '"turn":0', '"turn":0'))
    text = write_record(replace(three, players=three.players[:2]))
    wanted = {"record": text, "ply": 0, "seats": [{"kind": "mine"}] * 2, "clock": {"mode": "none"}}
    made = await ann.post("/continuations", wanted)
    device = await ann.sit(made["match"], *made["tokens"])
    await device.act(device.moves[0][0][1], 0)
    await device.until(Step, having=lambda step: step.seat == 1)
    await device.act(device.moves[1][0][1], 1)
    _, _, other = await finished(hall)
    assert other.result is not None


@served()
async def test_a_match_with_secrets_goes_on_revealed_or_dealt_anew(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CLASH, "mine", "mine", clock={"mode": "none"})
    one, two = [await ann.sit(made["match"], token) for token in made["tokens"]]
    await asyncio.gather(one.act(one.moves[0][0][1]), two.act(two.moves[1][0][1]))
    await one.do("resign")
    await two.until(object, having=lambda _: two.result is not None)
    for hidden in ("revealed", "resampled"):
        wanted = {
            "match": made["match"], "ply": 2, "seats": [{"kind": "mine"}] * 2,
            "hidden": hidden, "seat": 0,
        }  # fmt: skip
        again = await ann.post("/continuations", wanted)
        sitting = await ann.sit(again["match"], again["tokens"][0])
        assert sitting.table.phase == "playing"


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_record_that_the_arena_kept_opens_in_the_hall(slug: str) -> None:
    weakest = registry.game(slug).levels[0].name
    outcome = carry_out(Job(0, slug, (weakest, weakest), "kept", keep=True))

    @served()
    async def opened(hall: Served) -> None:
        ann = await hall.guest("Ann")
        kept = (await ann.post("/records", {"record": outcome.record}))["match"]
        assert (await ann.sit(kept)).table.phase == "finished"
        replay = await ann.post("/replays", {"record": outcome.record})
        assert len(replay["steps"]) == outcome.plies

    opened()
