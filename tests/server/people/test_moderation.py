"""Reports, mutes, bans and closed tables: who may do what, what takes effect, what is logged."""

import asyncio
from itertools import count
from pathlib import Path

import pytest
from serving import STONES_SLUG, Later, Served, Visit, served, serving

from meadhall.server.people.moderation.reporting import A_DAY
from meadhall.server.protocol.messages import SaidMessage
from meadhall.store.people.moderation.stored_acts import HOST, ActKind, ModerationAct, SqlModeration

PASSWORD = "correct horse"
NAMES, ACTS = count(1), count(1)
DAY = 24 * 3600 * 1000


async def member(hall: Served) -> tuple[Visit, str]:
    name = f"Person{next(NAMES)}"
    visit = await hall.member(name, PASSWORD)
    hall.http.cookies.clear()
    return visit, name


async def by_host(hall: Served, kind: ActKind, visit: Visit, until: int = 0) -> None:
    """What `meadhall admin` writes into the database."""
    me = await visit.get("/me")
    act = ModerationAct(
        id=f"act{next(ACTS)}", at=hall.hall.match_loop.clock(), moderator=HOST, kind=kind,
        person=me["id"], name=me["name"], until=until, reason="because",
    )  # fmt: skip
    await SqlModeration(hall.hall.store.backend).act(act)


async def moderator(hall: Served) -> tuple[Visit, str]:
    visit, name = await member(hall)
    await by_host(hall, "grant", visit)
    return visit, name


async def done(visit: Visit, path: str, body: object) -> None:
    answer = await visit.ask("POST", path, body)
    assert answer.status_code == 204, answer.text


@served()
async def test_a_report_has_its_context_and_waits_until_it_is_answered(hall: Served) -> None:
    (judge, judge_name), (ann, ann_name) = await moderator(hall), await member(hall)
    guest = await hall.guest("Bully")
    hall.http.cookies.clear()
    made = await guest.match(STONES_SLUG, "mine", "open")
    taken = await ann.post(f"/matches/{made['match']}/seats", {})
    one = await guest.sit(made["match"], *made["tokens"])
    two = await ann.sit(made["match"], *taken["tokens"])
    await one.send(
        {"kind": "say", "id": "1", "seat": 0, "text": "you fool", "audience": "everyone"}
    )
    await two.until(SaidMessage)
    body = {"kind": "chat", "match": made["match"], "seat": 0, "text": " rude "}
    await done(ann, "/reports", body)
    await done(ann, "/reports", body)  # the second one replaces the first
    found = [
        one for one in (await judge.get("/moderation/reports"))["reports"] if one["name"] == "Bully"
    ]
    (card,) = found
    assert (card["reporter"], card["account"], card["kind"]) == (ann_name, False, "chat")
    assert (card["text"], card["match"]) == ("rude", made["match"])
    assert [(line["name"], line["text"]) for line in card["lines"]] == [("Bully", "you fool")]
    mute = {"kind": "mute", "days": 2, "reason": "Be kind.", "report": card["id"]}
    await done(judge, "/moderation/sanctions", mute)
    assert card["id"] not in str(await judge.get("/moderation/reports"))
    refused = await judge.refused("POST", "/moderation/sanctions", mute)
    assert refused == (404, "NO_SUCH_REPORT"), "it has been answered"
    act = (await judge.get("/moderation/log"))["acts"][0]
    assert (act["moderator"], act["kind"], act["name"]) == (judge_name, "mute", "Bully")
    await one.send({"kind": "say", "id": "2", "seat": 0, "text": "hey", "audience": "everyone"})
    assert await one.code(one.answer("2")) == "MUTED", "the open connection too"
    for body, code in (
        ({"kind": "chat", "match": made["match"], "seat": 1}, "YOURSELF"),
        ({"kind": "chat", "match": made["match"], "seat": 7}, "NOBODY_THERE"),
        ({"kind": "name", "name": ann_name}, "YOURSELF"),
    ):
        assert (await ann.refused("POST", "/reports", body))[1] == code


@served()
async def test_reports_are_limited_and_dismissed(hall: Served) -> None:
    (judge, _), (ann, _) = await moderator(hall), await member(hall)
    for _ in range(A_DAY):
        _, name = await member(hall)
        await done(ann, "/reports", {"kind": "name", "name": name})
    _, name = await member(hall)
    refused = await ann.refused("POST", "/reports", {"kind": "name", "name": name})
    assert refused == (429, "TOO_MANY_REPORTS")
    waiting = (await judge.get("/moderation/reports"))["reports"]
    path = f"/moderation/reports/{waiting[0]['id']}/dismissal"
    await done(judge, path, {"reason": "no harm"})
    assert await judge.refused("POST", path, {}) == (404, "NO_SUCH_REPORT")
    with_guests = [(await hall.guest("Wanderer")) for _ in range(12)]
    hall.http.cookies.clear()
    codes = [
        (await guest.ask("POST", "/reports", {"kind": "name", "name": name})).status_code
        for guest in with_guests
    ]
    assert 429 in codes, "from one address too"


@served()
async def test_only_moderators_moderate_and_only_while_they_have_the_right(hall: Served) -> None:
    (judge, judge_name), (ann, ann_name) = await moderator(hall), await member(hall)
    other, other_name = await moderator(hall)
    guest = await hall.guest("Nosy")
    hall.http.cookies.clear()
    lists = ("reports", "sanctions", "suspicions", "log")
    ban = {"kind": "ban", "days": 1, "reason": "x", "name": ann_name}
    acts: tuple[tuple[str, object], ...] = (
        ("sanctions", ban),
        ("sanctions/end", {"kind": "ban", "person": "x"}),
        ("closings", {"match": "x", "reason": "x"}),
        ("reports/x/dismissal", {}),
    )
    for visit in (ann, guest):
        for path in lists:
            refused = await visit.refused("GET", f"/moderation/{path}")
            assert refused == (403, "NOT_MODERATOR")
        for path, body in acts:
            refused = await visit.refused("POST", f"/moderation/{path}", body)
            assert refused == (403, "NOT_MODERATOR")
    assert (await judge.get("/me/account"))["moderator"] is True
    for name in (judge_name, other_name):
        refused = await judge.refused("POST", "/moderation/sanctions", {**ban, "name": name})
        assert refused == (400, "IS_MODERATOR"), "that is up to the host"
    await by_host(hall, "revoke", judge)
    assert await judge.refused("GET", "/moderation/log") == (403, "NOT_MODERATOR"), "at once"
    assert (await judge.get("/me/account"))["moderator"] is False
    await by_host(hall, "revoke", other)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_ban_ends_everything_at_once_and_by_itself(tmp_path: Path) -> None:
    later = Later()
    async with serving(tmp_path, later) as hall:
        (judge, _), (ann, ann_name) = await moderator(hall), await member(hall)
        made = await ann.match(STONES_SLUG, "mine", "mine")
        sitting = await ann.sit(made["match"], *made["tokens"])
        ban = {"kind": "ban", "days": 3, "reason": "Cheating.", "name": ann_name.lower()}
        await done(judge, "/moderation/sanctions", ban)
        assert await sitting.closed() == 4410
        assert await ann.refused("GET", "/me") == (401, "NOT_SIGNED_IN")
        answer = await hall.stranger().ask(
            "POST", "/session", {"name": ann_name, "password": PASSWORD}
        )
        assert answer.json()["code"] == "BANNED"
        assert "Cheating." in answer.json()["detail"]
        back = await hall.stranger().connect(made["match"])
        await back.send({"kind": "join", "tokens": made["tokens"], "since": 0})
        assert await back.closed() == 4410, "with the tokens of the seats too"
        (running,) = (await judge.get("/moderation/sanctions"))["sanctions"]
        lift = {"kind": "ban", "person": running["person"], "reason": "a mistake"}
        await done(judge, "/moderation/sanctions/end", lift)
        assert (await ann.get("/me"))["name"] == ann_name
        await done(judge, "/moderation/sanctions", ban)
        later.passed += 3 * DAY + 1
        assert (await ann.get("/me"))["name"] == ann_name, "it is over"
        kinds = [act["kind"] for act in (await judge.get("/moderation/log"))["acts"]]
        assert kinds == ["ban", "unban", "ban", "grant"]


@served()
async def test_what_the_host_does_at_the_command_line_reaches_a_running_server(
    hall: Served,
) -> None:
    ann, _ = await member(hall)
    made = await ann.match(STONES_SLUG, "mine", "mine")
    sitting = await ann.sit(made["match"], *made["tokens"])
    far = hall.hall.match_loop.clock() + DAY
    await by_host(hall, "mute", ann, far)
    await asyncio.sleep(0)
    for number in range(100):
        say = {"kind": "say", "id": f"{number}", "seat": 0, "text": "?", "audience": "everyone"}
        await sitting.send(say)
        if await sitting.code(sitting.answer(f"{number}")) == "MUTED":
            break
        await asyncio.sleep(0.1)
    else:
        raise AssertionError("never muted")
    state = await ann.get("/me/account")
    assert (state["muted_until"], state["muted_reason"]) == (far, "because")
    challenge = {"match": {"game": STONES_SLUG, "seats": [{"kind": "mine"}, {"kind": "open"}]}}
    assert await ann.refused("POST", "/challenges", challenge) == (403, "MUTED")


@served()
async def test_moderators_close_tables_before_and_during_a_match(hall: Served) -> None:
    (judge, _), (ann, _) = await moderator(hall), await member(hall)
    for kinds in (("mine", "open"), ("mine", "mine")):
        made = await ann.match(STONES_SLUG, *kinds)
        body = {"match": made["match"], "reason": "spam"}
        await done(judge, "/moderation/closings", body)
        assert (await ann.get(f"/matches/{made['match']}"))["phase"] == "finished"
    body = {"match": "nowhere", "reason": "spam"}
    assert await judge.refused("POST", "/moderation/closings", body) == (404, "NO_SUCH_MATCH")


@served(chat_rate=10)
async def test_one_person_can_only_write_so_much(hall: Served) -> None:
    ann, _ = await member(hall)
    made = await ann.match(STONES_SLUG, "mine", "mine")
    codes = []
    for number in range(12):  # over several connections
        sitting = await ann.sit(made["match"], *made["tokens"])
        say = {"kind": "say", "id": f"{number}", "seat": 0, "text": "!", "audience": "everyone"}
        await sitting.send(say)
        codes.append(await sitting.code(sitting.answer(f"{number}")))
    assert codes[:10] == [""] * 10
    assert "TOO_MANY_MESSAGES" in codes
