"""Profiles, histories and archives."""

import asyncio
import io
import zipfile
from itertools import count

from serving import STONES_SLUG, Served, Visit, served

PASSWORD = "correct horse"
NAMES = count(1)


async def member(hall: Served) -> tuple[Visit, str]:
    """A person with a new account and a name that is easy to put into an address."""
    name = f"Skald{next(NAMES)}"
    return await hall.member(name, PASSWORD), name


async def contest(hall: Served, *, winner: Visit, loser: Visit, **more: object) -> str:
    """A match of stones that the winner, who begins, wins."""
    hall.http.cookies.clear()
    made = await winner.match(STONES_SLUG, "mine", "open", **more)
    taken = await loser.post(f"/matches/{made['match']}/seats", {})
    first = await winner.sit(made["match"], *made["tokens"])
    second = await loser.sit(made["match"], *taken["tokens"])
    await second.do("ready")
    await first.until(object, having=lambda _: first.table.phase == "playing")
    assert await second.code(second.do("resign")) == ""
    await noted(hall)
    return str(made["match"])


async def noted(hall: Served) -> None:
    """Wait until everything that is over is in the histories: the server does it each second."""
    backend = hall.hall.store.backend
    left = "SELECT id FROM matches WHERE NOT noted AND phase = 'over'"
    for _ in range(200):
        if await backend.row(left, {}) is None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("matches have not been noted")


@served()
async def test_a_profile_has_results_rivals_the_streak_and_recent_matches(hall: Served) -> None:
    ann, ann_name = await member(hall)
    bob, bob_name = await member(hall)
    matches = [await contest(hall, winner=ann, loser=bob) for _ in range(2)]
    shown = await hall.stranger().get(f"/people/{bob_name.lower()}")
    assert (shown["name"], shown["mine"]) == (bob_name, False)
    assert shown["rated_as"] == (await bob.get("/me"))["id"]
    (tally,) = shown["results"]
    assert (tally["game"], tally["seats"], tally["seat"]) == (STONES_SLUG, 2, 1)
    assert (tally["won"], tally["lost"], tally["drawn"]) == (0, 2, 0)
    (rival,) = shown["rivals"]
    assert (rival["name"], rival["account"], rival["lost"]) == (ann_name, True, 2)
    assert (shown["streak"], shown["streak_length"]) == ("lost", 2)
    assert [row["match"] for row in shown["recent"]] == matches[::-1]
    assert shown["recent"][0]["players"] == [ann_name, bob_name]
    assert shown["recent"][0]["accounts"] == [0, 1]
    refused = await hall.stranger().refused("GET", "/people/Nobody")
    assert refused == (404, "NO_SUCH_PERSON")


@served()
async def test_what_is_public_is_the_persons_choice(hall: Served) -> None:
    ann, name = await member(hall)
    bob, _ = await member(hall)
    await contest(hall, winner=ann, loser=bob)
    hidden = await contest(hall, winner=ann, loser=bob, listed=False)
    hall.http.cookies.clear()
    stranger = hall.stranger()
    assert len((await stranger.get(f"/people/{name}"))["recent"]) == 1, "unlisted ones are private"
    assert (await ann.get(f"/people/{name}"))["recent"][0]["match"] == hidden
    change = {"about": "  I play\n for mead ", "results": False, "matches": False}
    assert (await ann.ask("PUT", "/me/profile", change)).status_code == 204
    hall.http.cookies.clear()
    shown = await stranger.get(f"/people/{name}")
    assert (shown["about"], shown["results"], shown["recent"]) == ("I play for mead", None, None)
    assert shown["rated_as"] == "", "ratings are results"
    assert await stranger.refused("GET", f"/people/{name}/matches") == (403, "NOT_SHOWN")
    assert (await ann.get(f"/people/{name}"))["results"]
    bad = {"about": "right\u202eto left"}
    assert await ann.refused("PUT", "/me/profile", bad) == (400, "BAD_TEXT")
    guest = await hall.guest("Ann")
    hall.http.cookies.clear()
    assert await guest.refused("PUT", "/me/profile", {}) == (400, "NO_ACCOUNT")


@served()
async def test_a_history_is_filtered_and_archived(hall: Served) -> None:
    ann, name = await member(hall)
    bob, bob_name = await member(hall)
    won = await contest(hall, winner=ann, loser=bob)
    lost = await contest(hall, winner=bob, loser=ann)
    hall.http.cookies.clear()
    code = (await ann.get(f"/people/{name}/matches"))["matches"][1]["code"]
    for query, expected in (
        ("", [lost, won]),
        ("outcome=won", [won]),
        (f"opponent={bob_name}&outcome=lost", [lost]),
        (f"game={STONES_SLUG}&longest=5", [lost, won]),
        ("shortest=6", []),
        ("opponent=bot:easy", []),
        (f"code={code.lower()}", [won]),
        ("since=9000000000000", []),
        ("shortest=-1&longest=9000000000000", [lost, won]),
    ):
        page = await ann.get(f"/people/{name}/matches?{query}")
        assert [row["match"] for row in page["matches"]] == expected, query
    first = (await ann.get(f"/people/{name}/matches"))["matches"][0]
    after = await ann.get(f"/people/{name}/matches?before={first['ended']}-{first['match']}")
    assert [row["match"] for row in after["matches"]] == [won]
    for query in ("since=99999999999999999999", "shortest=few", "outcome=eaten", "before=x"):
        refused = await ann.ask("GET", f"/people/{name}/matches?{query}")
        assert refused.status_code == 400, query
    answer = await ann.ask("GET", "/me/archive")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert sorted(archive.namelist()) == sorted(f"meadhall-{one}.json" for one in (won, lost))
    assert b"meadhall" in archive.read(archive.namelist()[0])
