"""Following, blocking, seeing who is here, and challenges."""

import asyncio
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from serving import STONES_SLUG, Later, Served, Visit, served, serving
from websockets.asyncio.client import connect

from meadhall.server.people.friends import challenges
from meadhall.server.people.profiles import Profiles
from meadhall.server.protocol.messages import SaidMessage
from meadhall.store.people.friends.bonds import SqlBonds
from meadhall.store.people.friends.stored_challenges import SqlChallenges
from meadhall.store.people.stored_profiles import SqlProfiles

PASSWORD = "correct horse"
NAMES = count(1)
PLAN = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {"kind": "open"}]}


async def member(hall: Served) -> tuple[Visit, str]:
    name = f"Friend{next(NAMES)}"
    visit = await hall.member(name, PASSWORD)
    hall.http.cookies.clear()
    return visit, name


async def done(visit: Visit, method: str, path: str) -> None:
    answer = await visit.ask(method, path)
    assert answer.status_code == 204, answer.text


async def hall_line(hall: Served, visit: Visit) -> Any:
    headers = {"Authorization": f"Bearer {visit.token}"}
    address = f"ws://{hall.address}/api/hall/socket?lists=none"
    return await connect(address, additional_headers=headers)


@served()
async def test_people_follow_each_other_and_see_who_is_here(hall: Served) -> None:
    (ann, ann_name), (bob, bob_name), (_, cid_name) = [await member(hall) for _ in range(3)]
    for name in (cid_name, bob_name, bob_name):
        await done(ann, "PUT", f"/me/friends/{name}")
    away = [{"name": bob_name, "here": False}, {"name": cid_name, "here": False}]
    assert (await ann.get("/me/friends"))["people"] == away
    line = await hall_line(hall, bob)
    while not (await ann.get("/me/friends"))["people"][0]["here"]:
        await asyncio.sleep(0.01)
    bond = {"follows": True, "blocks": False, "here": True}
    assert await ann.get(f"/me/friends/{bob_name}") == bond
    assert {"name": bob_name, "here": True} in (await ann.get("/people"))["people"]
    await ann.ask("PUT", "/me/profile", {"here": False})
    await bob.ask("PUT", "/me/profile", {"here": False})
    assert not (await ann.get("/me/friends"))["people"][0]["here"], "bob does not show it"
    assert bob_name not in [one["name"] for one in (await ann.get("/people"))["people"]]
    await line.close()
    await done(ann, "DELETE", f"/me/friends/{cid_name}")
    assert [one["name"] for one in (await ann.get("/me/friends"))["people"]] == [bob_name]
    assert await ann.refused("PUT", f"/me/friends/{ann_name}") == (400, "YOURSELF")
    assert await ann.refused("PUT", "/me/friends/Nobody") == (404, "NO_SUCH_PERSON")
    guest = await hall.guest("Ann")
    hall.http.cookies.clear()
    assert await guest.refused("PUT", f"/me/friends/{bob_name}") == (400, "NO_ACCOUNT")


@served()
async def test_lists_of_people_are_paged(hall: Served) -> None:
    ann, _ = await member(hall)
    for number in range(51):
        name = f"Many {number:02}"
        await hall.member(name, PASSWORD)
        hall.http.cookies.clear()
        await done(ann, "PUT", f"/me/friends/{name}")
    first = await ann.get("/me/friends")
    assert len(first["people"]) == 50
    rest = await ann.get(f"/me/friends?after={first['next']}".replace("\n", "%0A"))
    assert ([one["name"] for one in rest["people"]], rest["next"]) == (["Many 50"], None)
    assert await ann.refused("GET", "/me/friends?after=x") == (400, "BAD_BOOKMARK")


@served()
async def test_who_is_blocked_sends_no_challenge_no_message_and_shares_no_quick_match(
    hall: Served,
) -> None:
    (ann, ann_name), (bob, bob_name) = await member(hall), await member(hall)
    await done(bob, "PUT", f"/me/friends/{ann_name}")
    waiting = await bob.post("/challenges", {"to": ann_name, "match": PLAN})
    await done(ann, "PUT", f"/me/blocks/{bob_name}")
    assert [one["name"] for one in (await ann.get("/me/blocks"))["people"]] == [bob_name]
    assert (await bob.get("/me/friends"))["people"] == [], "he no longer follows her"
    assert (await bob.get(f"/challenges/{waiting['id']}"))["state"] == "withdrawn"
    for one, other in ((ann, bob_name), (bob, ann_name)):
        body = {"to": other, "match": PLAN}
        assert await one.refused("POST", "/challenges", body) == (403, "NOT_WELCOME")
    made = await ann.match(STONES_SLUG, "mine", "open")
    taken = await bob.post(f"/matches/{made['match']}/seats", {})
    first = await ann.sit(made["match"], *made["tokens"])
    second = await bob.sit(made["match"], *taken["tokens"])
    await second.send(
        {"kind": "say", "id": "1", "seat": 1, "text": "hello", "audience": "everyone"}
    )
    await second.until(SaidMessage)
    await first.send({"kind": "say", "id": "2", "seat": 0, "text": "quiet", "audience": "everyone"})
    await first.until(SaidMessage)
    again = await ann.sit(made["match"], *made["tokens"])
    assert (first.chat, again.chat) == (["quiet"], ["quiet"])
    await done(ann, "DELETE", f"/me/blocks/{bob_name}")
    assert (await ann.sit(made["match"], *made["tokens"])).chat == ["hello", "quiet"]
    await done(ann, "PUT", f"/me/blocks/{bob_name}")
    quick = [await one.post("/quick", {"game": STONES_SLUG}) for one in (ann, bob)]
    assert quick[0]["match"] != quick[1]["match"]
    for one, made in zip((ann, bob), quick, strict=True):
        await (await one.sit(made["match"], *made["tokens"])).do("stand-up")


@served()
async def test_a_challenge_by_name_is_seen_at_once_and_accepted(hall: Served) -> None:
    (ann, ann_name), (bob, bob_name) = await member(hall), await member(hall)
    line = await hall_line(hall, bob)
    plan = {**PLAN, "clock": {"mode": "turn", "base": 60_000}}
    made = await ann.post("/challenges", {"to": bob_name, "match": plan, "hours": 1})
    assert (made["to"], made["mine"], made["terms"]["clock"]["base"]) == (bob_name, True, 60_000)
    news = json.loads(await asyncio.wait_for(line.recv(), 30))
    (card,) = news["challenges"]
    assert (news["kind"], card["challenger"], card["match"]) == ("challenges", ann_name, "")
    assert (await bob.get("/me/challenges"))["challenges"] == [card]
    (own,) = (await ann.get("/me/challenges"))["challenges"]
    assert own["match"] == made["match"]
    assert await ann.refused("POST", f"/challenges/{made['id']}/acceptance", {}) == (
        400,
        "YOURSELF",
    )
    other, _ = await member(hall)
    missing = (404, "NO_SUCH_CHALLENGE")
    assert await other.refused("GET", f"/challenges/{made['id']}") == missing
    assert await other.refused("POST", f"/challenges/{made['id']}/acceptance", {}) == missing
    taken = await bob.post(f"/challenges/{made['id']}/acceptance", {})
    sitting = await bob.sit(taken["match"], *taken["tokens"])
    await sitting.until(object, having=lambda _: sitting.table.phase == "playing")
    again = await bob.refused("POST", f"/challenges/{made['id']}/acceptance", {})
    assert again == (409, "CHALLENGE_OVER")
    assert (await bob.get("/me/challenges"))["challenges"] == []
    await line.close()


@served()
async def test_a_guest_challenges_by_a_link_which_the_first_one_takes(hall: Served) -> None:
    guest = await hall.guest("Wanderer")
    hall.http.cookies.clear()
    made = await guest.post("/challenges", {"match": PLAN})
    (bob, bob_name), stranger = await member(hall), hall.stranger()
    card = await stranger.get(f"/challenges/{made['id']}")
    assert (card["challenger"], card["to"], card["match"]) == ("Wanderer", "", "")
    refused = await bob.refused("DELETE", f"/challenges/{made['id']}")
    assert refused == (403, "NOT_YOUR_CHALLENGE")
    taken = await bob.post(f"/challenges/{made['id']}/acceptance", {})
    assert taken["match"] == made["match"]
    body = {"to": bob_name, "match": PLAN}
    assert await guest.refused("POST", "/challenges", body) == (400, "NO_ACCOUNT")


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_challenges_end_by_an_answer_their_challenger_or_time(tmp_path: Path) -> None:
    later = Later()
    async with serving(tmp_path, later) as hall:
        await see_challenges_end(hall, later)


async def see_challenges_end(hall: Served, later: Later) -> None:
    (ann, ann_name), (bob, bob_name) = await member(hall), await member(hall)
    for who, state in ((bob, "declined"), (ann, "withdrawn")):
        made = await ann.post("/challenges", {"to": bob_name, "match": PLAN})
        await done(who, "DELETE", f"/challenges/{made['id']}")
        assert (await ann.get(f"/challenges/{made['id']}"))["state"] == state
        assert (await ann.get(f"/matches/{made['match']}"))["phase"] == "finished"
    made = await ann.post("/challenges", {"to": bob_name, "match": PLAN, "hours": 1})
    later.passed += 61 * 60_000
    late = await bob.refused("POST", f"/challenges/{made['id']}/acceptance", {})
    assert late == (409, "CHALLENGE_OVER")
    for _ in range(2):
        await challenges_of(hall).tidy()
    assert (await bob.get(f"/challenges/{made['id']}"))["state"] == "expired"
    assert (await ann.get(f"/matches/{made['match']}"))["phase"] == "finished"
    later.passed += challenges.KEPT_MS + 1
    await challenges_of(hall).tidy()
    missing = await bob.refused("GET", f"/challenges/{made['id']}")
    assert missing == (404, "NO_SUCH_CHALLENGE")
    assert await ann.refused("POST", "/challenges", {"to": ann_name, "match": PLAN}) == (
        400,
        "YOURSELF",
    )
    for kinds in (("mine", "mine"), ("open", "open")):
        plan = {"game": STONES_SLUG, "seats": [{"kind": kind} for kind in kinds]}
        assert await ann.refused("POST", "/challenges", {"match": plan}) == (400, "BAD_SEATS")


@served(tables=1_000)
async def test_strangers_can_only_be_challenged_so_often(hall: Served) -> None:
    (ann, _), (bob, bob_name) = await member(hall), await member(hall)
    body = {"to": bob_name, "match": PLAN}
    for _ in range(challenges.LIMITS.a_day):
        made = await ann.post("/challenges", body)
        assert await ann.refused("POST", "/challenges", body) == (429, "TOO_MANY_CHALLENGES")
        await done(bob, "DELETE", f"/challenges/{made['id']}")
    assert await ann.refused("POST", "/challenges", body) == (429, "TOO_MANY_CHALLENGES")
    await done(bob, "PUT", f"/me/friends/{(await ann.get('/me'))['name']}")
    await ann.post("/challenges", body)
    while (await ann.ask("POST", "/challenges", {"match": PLAN})).status_code == 201:
        """Until the limit of open ones."""
    assert len((await ann.get("/me/challenges"))["challenges"]) == challenges.LIMITS.open


def challenges_of(hall: Served) -> challenges.Challenges:
    """Challenges over the store of the running server."""
    backend = hall.hall.store.backend
    profiles = Profiles(hall.hall, SqlProfiles(backend))
    return challenges.Challenges(hall.hall, profiles, SqlChallenges(backend), SqlBonds(backend))
