"""Who has no seat at a match with secrets learns nothing of a move before spectators see it.

Everything that mentions a match, over HTTP and over sockets, is asked before a move and after it,
at a clock that stands still: the answers are the same, byte for byte. The OpenAPI description says
which requests mention a match, so a new one fails here until somebody has looked at it.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.serialization import encode_json
from serving import Served, Sitting, Visit, serving
from websockets.asyncio.client import ClientConnection, connect

from meadhall.server.app import make_site
from meadhall.server.live import delayed_rooms
from meadhall.server.meeting import meeting_place
from meadhall.server.meeting.listed_matches import LIVELY_MS
from meadhall.server.protocol.hall_messages import FromHall
from meadhall.server.protocol.meeting.hall_talk import TopMatches
from meadhall.server.settings import Settings

GAME = "elemental-clash"
DELAY = 60
LOOK_SECONDS = 0.2
"""How often the server looks for something to send. It looks less often outside of this test."""
QUIET_SECONDS = 2.0
"""Nothing is sent later than that."""
HOUR = {"mode": "fischer", "base": 3_600_000, "increment": 5_000}
SEATS = [{"kind": "mine"}, {"kind": "mine"}]

ASKED: dict[str, list[tuple[str, object]]] = {
    "GET /matches": [
        ("/matches?phase=playing", None), ("/matches?mine=true", None), ("/matches", None),
        ("/matches?game=elemental-clash", None), ("/matches?phase=finished", None),
    ],
    "GET /matches/{match}": [("/matches/{match}", None)],
    "GET /matches/{match}/place": [("/matches/{match}/place", None)],
    "POST /matches/{match}/entry": [("/matches/{match}/entry", {})],
    "GET /matches/{match}/seats": [("/matches/{match}/seats", None)],
    "POST /matches/{match}/seats": [
        ("/matches/{match}/seats", {}), ("/matches/{match}/seats", {"seat": 0}),
    ],
    "POST /matches/{match}/seats/{seat}/link": [("/matches/{match}/seats/0/link", None)],
    "POST /links": [("/links", {"link": "made up"})],
    "GET /codes/{code}": [("/codes/{code}", None)],
    "GET /matches/{match}/record": [("/matches/{match}/record", None)],
    "GET /matches/{match}/replay": [
        ("/matches/{match}/replay", None), ("/matches/{match}/replay?seat=0", None),
    ],
    "POST /continuations": [("/continuations", {"match": "{match}", "ply": 0, "seats": SEATS})],
    "POST /analyses": [("/analyses", {"match": "{match}"})],
    "GET /people/{name}": [("/people/Ann", None)],
    "GET /people/{name}/matches": [("/people/Ann/matches", None)],
    "GET /me/challenges": [("/me/challenges", None)],
    "GET /challenges/{id_}": [("/challenges/{match}", None)],
    "POST /challenges/{id_}/acceptance": [("/challenges/{match}/acceptance", {})],
    "POST /reports": [
        ("/reports", {"match": "{match}", "seat": 5, "kind": "abuse", "text": "rude"}),
    ],
    "GET /moderation/reports": [("/moderation/reports", None)],
    "POST /moderation/closings": [
        ("/moderation/closings", {"match": "{match}", "reason": "no moderator asks"}),
    ],
    "GET /moderation/suspicions": [("/moderation/suspicions", None)],
    "GET /moderation/log": [("/moderation/log", None)],
    "GET /ratings/{slug}/{size}": [("/ratings/elemental-clash/2", None)],
    "GET /ratings/tables": [("/ratings/tables?matches={match}", None)],
    "GET /people/{person}/ratings": [("/people/{person}/ratings", None)],
    "GET /people/{person}/ratings/{slug}/{size}": [
        ("/people/{person}/ratings/elemental-clash/2", None),
    ],
    "GET /inbox": [("/inbox", None)],
    "GET /matches/{match}/premoves": [
        ("/matches/{match}/premoves", None), ("/matches/{match}/premoves?seat=0", None),
    ],
    "PUT /matches/{match}/premoves": [
        ("/matches/{match}/premoves", {"seat": 0, "turn": turn, "lines": [["pass"]]})
        for turn in (0, 1, 2)
    ],
    "POST /matches/{match}/premoves/position": [
        ("/matches/{match}/premoves/position", {"seat": 0, "turn": turn, "line": []})
        for turn in (0, 1, 2)
    ],
    "GET /me/seek": [("/me/seek", None)],
    "PUT /me/seek/agreement": [("/me/seek/agreement", {"match": "{match}"})],
    "POST /me/seek/seat": [("/me/seek/seat", None)],
    "GET /tournaments/{tournament}": [("/tournaments/{tournament}", None)],
    "GET /tournaments/{tournament}/rounds/{number}": [("/tournaments/{tournament}/rounds/1", None)],
    "GET /tournaments/{tournament}/export": [("/tournaments/{tournament}/export", None)],
    "POST /tournaments/{tournament}/players": [("/tournaments/{tournament}/players", None)],
    "DELETE /tournaments/{tournament}/players/me": [
        ("/tournaments/{tournament}/players/me", None),
    ],
    "POST /tournaments/{tournament}/start": [("/tournaments/{tournament}/start", None)],
    "POST /tournaments/{tournament}/close": [("/tournaments/{tournament}/close", None)],
    "GET /puzzles/{slug}/mistakes": [("/puzzles/elemental-clash/mistakes", None)],
    "POST /puzzles/{slug}/mistakes": [("/puzzles/elemental-clash/mistakes", {"match": "{match}"})],
}  # fmt: skip
"""What is asked for by every request that mentions a match."""

NOT_ASKED = {
    "POST /matches": "makes a match of one's own",
    "POST /reservations": "promises a match to come",
    "POST /quick": "is about open tables",
    "POST /replays": "is given all that it knows",
    "POST /records": "is given all that it knows",
    "POST /me/matches": "is given all that it knows",
    "PUT /me/profile": "is given all that it knows",
    "POST /challenges": "makes a match of one's own",
    "PUT /me/seek": "looks for a match of one's own",
    "POST /tournaments": "makes a tournament of one's own",
    "GET /puzzles": "counts finished matches of one's own",
    "POST /puzzles/{slug}/one/{puzzle}/tries": "is about puzzles of finished matches",
    "POST /puzzles/{slug}/one/{puzzle}/solution": "is about puzzles of finished matches",
}


class StillClock:
    """A clock that stands still until it is put forward."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def property_names(description: Any, node: Any, known: set[str]) -> Iterator[str]:
    """The names of all fields below this part of the description."""
    if isinstance(node, list):
        for part in node:
            yield from property_names(description, part, known)
    if not isinstance(node, dict):
        return
    name = str(node.get("$ref", "")).rpartition("/")[2]
    if name and name not in known:
        known.add(name)
        yield from property_names(description, description["components"]["schemas"][name], known)
    yield from node.get("properties", {})
    for part in node.values():
        yield from property_names(description, part, known)


def requests_about_matches() -> set[str]:
    text = encode_json(make_site(Settings()).openapi_schema.to_schema())
    description = msgspec.json.decode(text)
    return {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in description["paths"].items()
        for method, details in methods.items()
        if "{match}" in path
        or {"match", "matches"} & set(property_names(description, details, set()))
    }


def test_every_request_that_mentions_a_match_is_judged() -> None:
    assert requests_about_matches() == ASKED.keys() | NOT_ASKED.keys()
    assert not ASKED.keys() & NOT_ASKED.keys()


def filled(part: Any, names: dict[str, str]) -> Any:
    """The request with the ids of this test."""
    if isinstance(part, str):
        for name, value in names.items():
            part = part.replace(f"{{{name}}}", value)
        return part
    if isinstance(part, dict):
        return {key: filled(value, names) for key, value in part.items()}
    return part


async def ask_everything(visit: Visit, names: dict[str, str]) -> dict[str, bytes]:
    """All answers with their status and what describes their content."""
    answers: dict[str, bytes] = {}
    for request, asked in ASKED.items():
        for number, (path, body) in enumerate(asked):
            method = request.partition(" ")[0]
            answer = await visit.ask(method, filled(path, names), filled(body, names))
            assert answer.status_code < 500, (request, answer.text)
            kept = ("content-type", "etag", "content-length")
            head = [str(answer.headers.get(name)) for name in kept]
            answers[f"{request} #{number}"] = (
                f"{answer.status_code} {head} ".encode() + answer.content
            )
    return answers


async def outsiders(hall: Served) -> list[Visit]:
    """A stranger, a guest, and one with seats at another match."""
    stranger, guest, other = hall.stranger(), await hall.guest("Cora"), await hall.guest("Dirk")
    await other.match(GAME, "mine", "mine")
    return [stranger, guest, other]


async def contest(hall: Served) -> tuple[Visit, list[Sitting], dict[str, str]]:
    """One of two people who play in a tournament, their seats, and what can be asked for."""
    ann, bob = await hall.member("Ann", "open sesame"), await hall.guest("Bob")
    plan = {
        "title": "Cup", "format": "roundRobin", "game": GAME, "clock": HOUR,
        "most": 2, "starts_in": 3_600_000,
    }  # fmt: skip
    made = await ann.post("/tournaments", plan)
    path = f"/tournaments/{made['id']}"
    for visit in (ann, bob):
        await visit.post(f"{path}/players")
    page = await ann.post(f"{path}/start")
    while not page["pairings"]:
        page = await ann.get(path)
    match = page["pairings"][0]["match"]
    seats = [await visit.get(f"/matches/{match}/seats") for visit in (ann, bob)]
    sittings = [
        await visit.sit(match, *held["tokens"])
        for visit, held in zip((ann, bob), seats, strict=True)
    ]
    sittings.sort(key=lambda one: one.seats)
    person = (await ann.get("/me"))["id"]
    names = {
        "match": match, "code": seats[0]["code"], "tournament": made["id"], "person": person
    }  # fmt: skip
    return ann, sittings, names


async def play(sittings: list[Sitting], *, done: int) -> None:
    """Something that changes what the players see."""
    if done == 1:
        assert await sittings[0].code(sittings[0].ask("say", seat=0, text="done")) == ""
        assert await sittings[0].code(sittings[0].do("offer-draw")) == ""
        return
    for sitting in sittings:
        await sitting.ask("ping")
    sitting = next(one for one in sittings if one.moves[one.seats[0]])
    assert await sitting.code(sitting.act(sitting.moves[sitting.seats[0]][0][1])) == ""


async def heard(line: ClientConnection) -> list[bytes]:
    """What comes until nothing has come for longer than anything is late."""
    texts: list[bytes] = []
    while True:
        try:
            text = await asyncio.wait_for(line.recv(), QUIET_SECONDS)
        except TimeoutError:
            return texts
        texts.append(text.encode() if isinstance(text, str) else text)


def top_matches(texts: list[bytes]) -> list[list[str]]:
    """The strongest matches, each time that they were sent."""
    messages = [msgspec.json.decode(text, type=FromHall) for text in texts]
    tops = [one for one in messages if isinstance(one, TopMatches)]
    return [[card.match for card in one.matches if len(card.held) == 2] for one in tops]


async def ears(
    hall: Served, visits: list[Visit], names: dict[str, str], stack: AsyncExitStack
) -> list[ClientConnection]:
    """Sockets of the hall and of the table for each of them."""
    query = f"chat=yes&watch=yes&tournament={names['tournament']}"
    lines = [
        await stack.enter_async_context(
            connect(
                f"ws://{hall.address}/api/hall/socket?{query}",
                additional_headers={"Authorization": f"Bearer {visit.token}"},
            )
        )
        for visit in visits
    ]
    return [*lines, *[(await visit.sit(names["match"])).line for visit in visits]]


def test_outsiders_learn_nothing_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delayed_rooms, "CHECK_SECONDS", LOOK_SECONDS)
    monkeypatch.setattr(meeting_place, "TOP_SECONDS", LOOK_SECONDS)

    async def test() -> None:
        clock = StillClock()
        async with (
            serving(tmp_path, clock, watch_delay=DELAY) as hall,
            AsyncExitStack() as stack,
        ):
            visits = await outsiders(hall)
            ann, sittings, names = await contest(hall)
            hall.http.cookies.clear()  # one of them would make the stranger Bob
            clock.now += LIVELY_MS + DELAY * 1000 + 1  # nobody has moved for a long time
            everywhere = await ears(hall, visits, names, stack)
            before = await asyncio.gather(*map(heard, everywhere))
            assert top_matches(before[0])[-1] == [], "nothing has happened there lately"
            answers = [await ask_everything(visit, names) for visit in visits]
            own = await ann.get(f"/matches/{names['match']}")
            for done in range(4):
                await play(sittings, done=done)
                for visit, known in zip(visits, answers, strict=True):
                    assert await ask_everything(visit, names) == known, done
                fresh = await hall.stranger().sit(names["match"])
                assert (fresh.table.turn, fresh.log[None], fresh.chat) == (own["turn"], [], [])
                await fresh.leave()
            assert own != await ann.get(f"/matches/{names['match']}"), "a player does see it"
            assert await asyncio.gather(*map(heard, everywhere)) == [[]] * len(everywhere)
            clock.now += DELAY * 1000
            later = await asyncio.gather(*map(heard, everywhere))
            assert names["match"] in top_matches(later[0])[-1]
            assert all(later[len(visits) :]), "after the delay everybody has seen the moves"
            for visit, known in zip(visits, answers, strict=True):
                now = await ask_everything(visit, names)
                assert now["GET /matches/{match} #0"] != known["GET /matches/{match} #0"]

    asyncio.run(test())
