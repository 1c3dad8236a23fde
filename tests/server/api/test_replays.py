"""Finished matches over HTTP: records, replays, continuations."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from serving import STONES_SLUG, Served, Sitting, Visit, served

from meadhall import registry
from meadhall.arena.contest.job import Job, carry_out
from meadhall.core.codec import encode
from meadhall.core.game import start, strategy
from meadhall.core.record import SCHEMA, Ply, Record, fingerprint, read_record, write_record
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene
from meadhall.server.protocol.messages import RematchedMessage, StepMessage
from meadhall.server.protocol.records.replay_bodies import Replay
from meadhall.server.protocol.scene_delta import patch
from meadhall.server.records.desk import MOST_WAITING

CLASH = "elemental-clash"


async def finished(hall: Served) -> tuple[Visit, str, Sitting]:
    """A finished match of stones, and its player."""
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    for number in range(4):
        await device.act("take 3", number % 2)
    return ann, made["match"], device


@served()
async def test_the_record_is_available_when_the_match_is_over(hall: Served) -> None:
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
        scene = patch(scene, step.scene)
    last = device.scenes[1]
    assert last is not None
    assert scene.headline == last.headline
    assert [step.entry.text for step in replay.steps] == ["take 3"] * 4
    assert await ann.refused("GET", f"/matches/{match}/replay?seat=2") == (404, "NO_SUCH_SEAT")


@served()
async def test_an_uploaded_record_is_stored_and_replayed(hall: Served) -> None:
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
async def test_a_match_can_be_continued_from_any_ply(hall: Served) -> None:
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


@served()
async def test_a_rematch_of_a_continued_match_begins_at_the_start(hall: Served) -> None:
    ann, match, _ = await finished(hall)
    wanted = {"match": match, "ply": 2, "seats": [{"kind": "mine"}] * 2}
    made = await ann.post("/continuations", wanted)
    device = await ann.sit(made["match"], *made["tokens"])
    for seat in (0, 1):
        await device.act("take 3", seat)
    await device.do("rematch", 0)
    again = await device.until(RematchedMessage)
    scene = (await ann.sit(again.match, *again.tokens)).scenes[0]
    assert isinstance(scene, Scene)
    assert len(scene.tokens) == 12


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
async def test_a_position_on_which_the_rules_crash_is_refused(hall: Served) -> None:
    ann = await hall.guest("Ann")
    text = made_up("jarls", 2, '"seats":2', '"seats":99')
    assert await ann.refused("POST", "/replays", {"record": text}) == (400, "BAD_RECORD")


@served()
async def test_a_match_with_too_few_seats_for_its_position_does_not_affect_others(
    hall: Served,
) -> None:
    ann = await hall.guest("Ann")
    three = read_record(made_up("chinese-checkers", 3, '"turn":0', '"turn":0'))
    text = write_record(replace(three, players=three.players[:2]))
    wanted = {"record": text, "ply": 0, "seats": [{"kind": "mine"}] * 2, "clock": {"mode": "none"}}
    made = await ann.post("/continuations", wanted)
    device = await ann.sit(made["match"], *made["tokens"])
    await device.act(device.moves[0][0][1], 0)
    await device.until(StepMessage, having=lambda step: step.seat == 1)
    await device.act(device.moves[1][0][1], 1)
    _, _, other = await finished(hall)
    assert other.result is not None


@served()
async def test_a_match_with_secrets_continues_revealed_or_resampled(hall: Served) -> None:
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
        assert sitting.table.secrets_known == (hidden == "revealed")
        listed = (await ann.get("/matches?mine=true"))["matches"]
        card = next(card for card in listed if card["match"] == again["match"])
        assert card["secrets_known"] == (hidden == "revealed")


async def resigned(hall: Served, game: str, **options: object) -> tuple[Visit, str]:
    """A person, and a match of theirs for two that is over."""
    ann = await hall.guest("Ann")
    made = await ann.match(game, "mine", "mine", clock={"mode": "none"}, options=options)
    device = await ann.sit(made["match"], *made["tokens"])
    await device.do("resign")
    return ann, made["match"]


@served()
async def test_secrets_that_may_be_known_need_a_table_without_open_seats(hall: Served) -> None:
    ann, match = await resigned(hall, "jarls", fog=True)
    assert (await ann.get(f"/matches/{match}/replay"))["hidden"]
    seats = [{"kind": "mine"}, {"kind": "open"}]
    wanted: dict[str, Any] = {"match": match, "ply": 0, "seats": seats}
    known = (400, "SECRETS_ARE_KNOWN")
    assert await ann.refused("POST", "/continuations", wanted) == known
    dealt = {**wanted, "hidden": "resampled"}
    assert await ann.refused("POST", "/continuations", {**dealt, "seat": 1}) == known
    for seat in (None, 0):
        made = await ann.post("/continuations", {**dealt, "seat": seat})
        assert not (await ann.get(f"/matches/{made['match']}"))["secrets_known"]


@served()
async def test_an_open_match_continues_with_an_open_seat(hall: Served) -> None:
    ann, match = await resigned(hall, "jarls")
    seats = [{"kind": "mine"}, {"kind": "open"}]
    made = await ann.post("/continuations", {"match": match, "ply": 0, "seats": seats})
    table = await ann.get(f"/matches/{made['match']}")
    assert (table["phase"], table["secrets_known"]) == ("open", False)


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_record_of_the_arena_can_be_uploaded(slug: str) -> None:
    weakest = strategy(registry.game(slug)).levels[0].name
    outcome = carry_out(Job(0, slug, (weakest, weakest), "kept", keep=True))

    @served()
    async def opened(hall: Served) -> None:
        ann = await hall.guest("Ann")
        kept = (await ann.post("/records", {"record": outcome.record}))["match"]
        assert (await ann.sit(kept)).table.phase == "finished"
        replay = await ann.post("/replays", {"record": outcome.record})
        assert len(replay["steps"]) == outcome.plies

    opened()


def without_end(slug: str, seats: int, count: int) -> str:
    """A made-up record, as short as possible, in which seats leave again and again."""
    game = registry.game(slug)
    names = ["Ann", "Bob", "Cleo", "Dora", "Ewa", "Finn"][:seats]
    plies = tuple(Ply(number % seats, "", leave=True) for number in range(count))
    record = Record(slug, game.spec.rules_version, "1", tuple(names), plies=plies)
    document = {
        "schema": SCHEMA, "game": slug, "rules_version": game.spec.rules_version, "seed": "1",
        "players": names, "options": {}, "result": None, "hash": fingerprint(record),
        "plies": [{"seat": ply.seat, "action": "", "leave": True} for ply in plies],
    }  # fmt: skip
    return json.dumps(document, separators=(",", ":"))


@served()
async def test_a_record_without_end_is_refused_by_everything_that_reads_records(
    hall: Served,
) -> None:
    ann, text = await hall.guest("Ann"), without_end("secret-toaster", 6, 42_000)
    stranger = hall.stranger()
    assert await stranger.refused("POST", "/replays", {"record": text}) == (400, "TOO_LONG")
    assert await ann.refused("POST", "/analyses", {"record": text}) == (400, "TOO_LONG")
    short = without_end("secret-toaster", 6, 7)
    assert await stranger.refused("POST", "/replays", {"record": short}) == (400, "BAD_PLY")
    wanted = {"record": short, "ply": 7, "seats": [{"kind": "mine"}] * 6}
    assert await ann.refused("POST", "/continuations", wanted) == (400, "BAD_PLY")


@served()
async def test_requests_beyond_the_queue_are_asked_to_come_back(hall: Served) -> None:
    stranger = hall.stranger()
    text = made_up("jarls", 2, '"seats":2', '"seats":99')
    many = [{"record": f"{text}{' ' * number}"} for number in range(3 * MOST_WAITING)]
    answers = await asyncio.gather(*(stranger.ask("POST", "/replays", body) for body in many))
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused
    assert all(answer.json()["code"] == "BUSY" for answer in refused)
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
    done = [answer for answer in answers if answer.status_code != 503]
    assert {answer.json()["code"] for answer in done} == {"BAD_RECORD"}


@served()
async def test_a_replay_is_made_once_and_shows_the_analysis_of_the_moment(hall: Served) -> None:
    ann, match, _ = await finished(hall)
    first = await ann.get(f"/matches/{match}/replay?seat=1")
    assert await ann.get(f"/matches/{match}/replay?seat=1") == first
    kept = hall.hall.replays.kept
    replay = (await kept.get((match, 1), lambda: pytest.fail("it is made again"))).replay
    assert len(msgspec.json.encode(replay.steps)) > len(first["steps"])
