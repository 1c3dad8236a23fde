"""Bans, mutes, challenges and presence reach people at every process."""

import asyncio
import json

from serving import STONES_SLUG, Served, Visit
from tests.server.cluster.conftest import Play
from websockets.asyncio.client import connect

from meadhall.match.clock import DAY
from meadhall.server.people.friends.friendships import Friendships
from meadhall.server.people.profiles import Profiles
from meadhall.store.people.friends.bonds import SqlBonds
from meadhall.store.people.moderation.stored_acts import HOST, ActKind, ModerationAct, SqlModeration
from meadhall.store.people.stored_profiles import SqlProfiles

PLAN = {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {"kind": "open"}]}


async def member(hall: Served, name: str) -> Visit:
    visit = await hall.member(name, "correct horse")
    hall.http.cookies.clear()
    return visit


async def act(hall: Served, kind: ActKind, visit: Visit) -> None:
    me, now = await visit.get("/me"), hall.hall.match_loop.clock()
    backend = hall.hall.store.backend
    made = ModerationAct(
        id=f"{kind} {me['id']}", at=now, moderator=HOST, kind=kind, person=me["id"],
        name=me["name"], until=now + DAY, reason="x",
    )  # fmt: skip
    await SqlModeration(backend).act(made)


def test_a_mute_and_a_ban_reach_who_is_connected_to_another_process(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        for hall, name in ((one, "Kolskegg"), (two, "Hrut")):  # one of the two carries acts out
            visit = await member(hall, name)
            made = await visit.match(STONES_SLUG, "mine", "mine")
            sitting = await visit.sit(made["match"], *made["tokens"])
            await act(one, "mute", visit)
            code, number = "", 0
            while code != "MUTED":
                await asyncio.sleep(0.1)
                number += 1
                say = {"kind": "say", "id": f"{number}", "seat": 0, "text": "?"}
                await sitting.send({**say, "audience": "everyone"})
                code = await sitting.code(sitting.answer(f"{number}"))
            await act(one, "ban", visit)
            assert await sitting.closed() == 4410
            assert await visit.refused("GET", "/me") == (401, "NOT_SIGNED_IN")

    play(test)


def test_a_challenge_reaches_another_process_and_friends_are_seen_there(play: Play) -> None:
    async def test(one: Served, two: Served) -> None:
        ann, bob = await member(one, "Njal"), await member(two, "Gunnar")
        headers = {"Authorization": f"Bearer {bob.token}"}
        address = f"ws://{two.address}/api/hall/socket?lists=none"
        async with connect(address, additional_headers=headers) as line:
            made = await ann.post("/challenges", {"to": "Gunnar", "match": PLAN})
            news = json.loads(await asyncio.wait_for(line.recv(), 30))
            assert [card["id"] for card in news["challenges"]] == [made["id"]]
            taken = await bob.post(f"/challenges/{made['id']}/acceptance", {})
            assert taken["match"] == made["match"]
            assert (await ann.ask("PUT", "/me/friends/Gunnar")).status_code == 204
            backend = two.hall.store.backend
            profiles = Profiles(two.hall, SqlProfiles(backend))
            # Every 20 seconds otherwise.
            await Friendships(two.hall, profiles, SqlBonds(backend)).note_here()
            assert (await ann.get("/me/friends/Gunnar"))["here"]

    play(test)
