"""People are told of what waits in their inboxes, as it is, once, and by one mail."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from serving import STONES_SLUG, Later, Served, Visit, serving
from tests.server.notices.mail_server import Inbox, mail_server
from tests.server.notices.push_endpoint import Browser

from meadhall.match.clock import DAY
from meadhall.server.inbox.inbox_routes import InboxParts
from meadhall.server.inbox.notes import InboxNotes
from meadhall.server.notices import inbox_notices
from meadhall.server.notices.digest_mails import DigestMails
from meadhall.server.notices.inbox_notices import InboxNotices
from meadhall.server.notices.mail_queue import MailQueue
from meadhall.server.notices.push_queue import PushQueue
from meadhall.server.notices.smtp import SmtpServer
from meadhall.store.inbox.stored_inbox import SqlInbox
from meadhall.store.notices.digests import GATHER_MS, SqlDigests
from meadhall.store.notices.inbox_changes import SqlInboxChanges
from meadhall.store.notices.mails import SqlMails
from meadhall.store.notices.push_devices import SqlPushDevices
from meadhall.store.notices.told_notices import SqlNotices
from meadhall.store.people.friends.stored_challenges import SqlChallenges
from meadhall.store.people.sign_in.stored_recovery import SqlRecovery

pytestmark = pytest.mark.anyio
DAILY = {"mode": "days", "base": 3 * DAY}
PUBLIC: dict[str, Any] = {
    "public_url": "https://hall.example/h",
    "mail_from": "Hall <hall@hall.example>",
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Telling:
    """A hall whose notices are driven by hand; Anna has a browser and an address."""

    def __init__(self, served: Served, clock: Later, anna: Visit, bert: Visit) -> None:
        self.served, self.clock, self.anna, self.bert = served, clock, anna, bert
        backend = served.hall.store.backend
        self.devices = SqlPushDevices(backend)
        self.notes = InboxNotes(served.hall, SqlInbox(backend))
        self.pushes = PushQueue(self.devices, clock, None)
        self.address = {"anna": ""}
        self.teller = InboxNotices(
            served.hall,
            SqlInboxChanges(backend),
            SqlNotices(backend),
            self.pushes,
            self.addresses,
            SqlChallenges(backend),
        )

    async def addresses(self, people: Collection[str]) -> Mapping[str, str]:
        return {person: self.address[person] for person in people if person in self.address}

    async def tell(self) -> list[str]:
        """What Anna's browser is told once everything that happened has been noted."""
        await self.notes.note(list(self.served.hall.match_loop.rooms.values()))
        self.clock.passed += inbox_notices.TOLD_AFTER_MS + 1
        await self.teller.tell()
        taken = await self.devices.take(self.clock(), self.clock() + 1, 99)
        for push in taken:
            await self.devices.finish(push)
        bodies = [json.loads(push.body) for push in taken]
        return [f"{body['title']} {body['body']}".strip() for body in bodies]

    async def begin(self) -> tuple[str, Any, Any]:
        """A match in which Anna moves first and nobody is at the table; tokens of both."""
        made = await self.anna.match(STONES_SLUG, "mine", "open", clock=DAILY)
        seated = await self.bert.post(f"/matches/{made['match']}/seats", {})
        for visit, tokens in ((self.anna, made), (self.bert, seated)):
            sitting = await visit.sit(made["match"], *tokens["tokens"])
            await sitting.do("ready")
            await sitting.leave()
        while self.served.hall.match_loop.rooms[made["match"]].match.phase != "playing":
            await asyncio.sleep(0.01)
        return made["match"], made["tokens"], seated["tokens"]


@pytest.fixture
async def telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Telling]:
    async def never(*_: object) -> None:
        await asyncio.sleep(10**6)

    monkeypatch.setattr(InboxNotices, "work", never)
    monkeypatch.setattr(InboxParts, "keep_noting", never)
    monkeypatch.setattr(PushQueue, "_run", never)
    clock = Later()
    async with serving(tmp_path, clock, **PUBLIC) as served:
        anna, bert = await served.guest("Anna"), await served.guest("Bert")
        made = Telling(served, clock, anna, bert)
        browser, person = Browser(), (await anna.get("/me"))["id"]
        made.address = {person: "anna@b.example"}
        await made.devices.add(browser.device("https://push.example/1", person))
        assert await made.tell() == []
        yield made


async def test_a_person_hears_of_turns_messages_requests_and_the_end(telling: Telling) -> None:
    match, tokens, others = await telling.begin()
    assert await telling.tell() == ["Your turn in Last Stone. With Bert. 2 days left."]
    assert await telling.tell() == []
    at_anna = await telling.anna.sit(match, *tokens)
    await at_anna.act("take 1")
    await at_anna.leave()
    assert await telling.tell() == []
    at_bert = await telling.bert.sit(match, *others)
    await at_bert.send({"kind": "say", "id": "s", "text": "Nice", "seat": 1})
    await at_bert.send({"kind": "say", "id": "t", "text": "one", "seat": 1})
    await at_bert.answer("t")
    assert await telling.tell() == ["New messages in Last Stone. With Bert."]
    await at_bert.do("offer-draw")
    assert await telling.tell() == ["You are offered a draw in Last Stone. With Bert."]
    await at_bert.act("take 1")
    assert [said[:9] for said in await telling.tell()] == ["Your turn"]
    # Who sees it at the table is not told.
    at_anna = await telling.anna.sit(match, *tokens)
    await at_anna.act("take 1")
    await at_bert.act("take 1")
    assert await telling.tell() == []
    await at_anna.leave()
    await asyncio.sleep(0.05)
    assert await telling.tell() == []
    await at_bert.do("resign")
    assert await telling.tell() == ["Last Stone is over. With Bert."]
    assert await telling.tell() == []


async def test_a_reminder_comes_once_before_the_time_runs_out(telling: Telling) -> None:
    await telling.begin()
    await telling.tell()
    telling.clock.passed += 2 * DAY - 60_000
    assert await telling.tell() == []
    telling.clock.passed += 2 * 60_000
    expected = "Your time in Last Stone runs out: 23 hours left. With Bert."
    assert await telling.tell() == [expected]
    assert await telling.tell() == []


async def test_a_challenge_is_told_while_it_is_open(telling: Telling) -> None:
    served = telling.served
    anna = await served.member("Anna Member", "open sesame")
    bert = await served.member("Bert Member", "open sesame")
    person = (await anna.get("/me"))["id"]
    await telling.devices.add(Browser().device("https://push.example/m", person))
    seats = [{"kind": "mine"}, {"kind": "open"}]
    terms = {"game": STONES_SLUG, "seats": seats, "clock": DAILY}
    made = await bert.post("/challenges", {"to": "Anna Member", "match": terms})
    assert await telling.tell() == ["Bert Member challenges you to Last Stone."]
    assert await telling.tell() == []
    assert (await bert.ask("DELETE", f"/challenges/{made['id']}")).status_code < 300
    assert await telling.tell() == []


async def test_a_process_that_starts_goes_on_where_the_last_one_stopped(telling: Telling) -> None:
    await telling.teller.save_place()
    await telling.begin()
    await telling.notes.note(list(telling.served.hall.match_loop.rooms.values()))
    telling.clock.passed += 10 * 60_000
    telling.teller._place = None  # as in a new process
    assert [said[:9] for said in await telling.tell()] == ["Your turn"]


async def test_one_mail_says_it_all_and_can_be_ended_with_one_click(telling: Telling) -> None:
    served, inbox = telling.served, Inbox()
    for _ in range(2):
        await telling.begin()
    await telling.tell()
    backend = served.hall.store.backend
    with mail_server(inbox) as port:
        server = SmtpServer("127.0.0.1", port, "none", "", "", PUBLIC["mail_from"])
        queue = MailQueue(SqlMails(backend), telling.clock, server)
        mails = DigestMails(served.hall, SqlDigests(backend), queue, telling.addresses)
        assert await mails.send_due() == 0
        telling.clock.passed += GATHER_MS
        assert await mails.send_due() == 1
        assert await mails.send_due() == 0
        queue.start()
        while not inbox.mails:
            await asyncio.sleep(0.01)
        await queue.stop()
    [mail] = inbox.mails
    assert (mail["To"], mail["Subject"]) == ("anna@b.example", "Your turn in 2 matches")
    text = mail.get_content()
    assert text.count("https://hall.example/h/#/table/") == 2
    assert "https://hall.example/h/#/notices" in text
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    await click(served, mail)
    assert (await telling.anna.get("/me/notices"))["settings"]["hours"] == 0
    await telling.begin()
    await telling.tell()
    assert await SqlDigests(backend).waiting(telling.clock() + DAY) == []


async def click(served: Served, mail: EmailMessage) -> None:
    """End the mails as a mail program does: it has no session, and looks at links first."""
    link = mail["List-Unsubscribe"].strip("<>").replace("https://hall.example/h", "")
    body = {"List-Unsubscribe": "One-Click"}
    looked = await served.http.get(f"http://{served.address}{link}")
    token = link.split("/")[3]
    assert (looked.status_code, looked.headers["location"]) == (302, f"/#/mails/{token}")
    clicked = await served.http.post(f"http://{served.address}{link}", data=body)
    assert clicked.status_code == 204
    forged = await served.http.post(f"http://{served.address}{link[:-9]}xyz/end", data=body)
    assert forged.status_code == 403


async def test_choices_and_devices_over_http(telling: Telling) -> None:
    anna, bert = telling.anna, telling.bert
    person = (await bert.get("/me"))["id"]
    recovery = SqlRecovery(telling.served.hall.store.backend)
    await recovery.set_address(person, "bert@b.example", 1)
    page = await bert.get("/me/notices")
    every = ["turn", "reminder", "request", "message", "over", "challenge"]
    assert page["settings"] == {"push": every, "mail": every, "hours": 4}
    assert (page["devices"], page["mails"], page["address"]) == ([], False, "bert@b.example")
    assert len(page["key"]) == 87
    settings = {"push": ["turn"], "mail": [], "hours": 24}
    assert (await bert.ask("PUT", "/me/notices", settings)).status_code == 204
    assert (await bert.get("/me/notices"))["settings"] == settings
    for wrong in ({**settings, "hours": 2}, {**settings, "push": ["never"]}):
        assert (await bert.refused("PUT", "/me/notices", wrong))[0] == 400
    browser = Browser()
    new = {"endpoint": "https://push.example/2", "p256dh": browser.key, "auth": browser.auth}
    card = await bert.post("/me/devices", {**new, "name": "Firefox\u202e on Linux"})
    assert (card["name"], card["failing"]) == ("Firefox on Linux", False)
    local = {**new, "endpoint": "http://127.0.0.1/"}
    assert await bert.refused("POST", "/me/devices", local) == (400, "BAD_PUSH_DEVICE")
    assert (await bert.ask("POST", "/me/devices/trial")).status_code == 204
    [trial] = await telling.devices.take(telling.clock(), telling.clock() + 1, 9)
    assert json.loads(trial.body)["title"] == "Notices work."
    assert (await anna.ask("DELETE", f"/me/devices/{card['id']}")).status_code == 204
    assert len((await bert.get("/me/notices"))["devices"]) == 1
    assert (await bert.ask("DELETE", f"/me/devices/{card['id']}")).status_code == 204
    assert (await bert.get("/me/notices"))["devices"] == []
    telling.served.http.cookies.clear()
    assert (await telling.served.stranger().ask("GET", "/me/notices")).status_code == 401
