"""What people are told, on both databases: once, as they chose, and not of what is past."""

import json
from collections.abc import Sequence

import pytest

from meadhall.store import Store
from meadhall.store.notices.digests import GATHER_MS, HOUR, DigestLine, SqlDigests
from meadhall.store.notices.mails import Mail, SqlMails
from meadhall.store.notices.notice_choices import SqlNoticeChoices, forget_choices
from meadhall.store.notices.notice_events import EVENTS, Notice, NoticeEvent, Subject
from meadhall.store.notices.push_devices import MOST_DEVICES, PushDevice, SqlPushDevices
from meadhall.store.notices.told_notices import KEPT_MS, SqlNotices, forget_notices

pytestmark = pytest.mark.anyio
NOW = 10**12


def notice(event: NoticeEvent = "turn", mark: int = 1) -> Notice:
    return Notice(event, mark, f"{event} {mark}.", "With Bert.", "#/table/m")


def subject(*notices: Notice, seen: bool = False, match: str = "m") -> Subject:
    return Subject("anna", match, notices, seen)


def device(number: int = 0, person: str = "anna") -> PushDevice:
    return PushDevice("", person, f"https://push.example/{number}", "key", "auth", "Fox", number)


async def lines(store: Store) -> list[str]:
    """What the next mail to Anna would say; it is taken out."""
    said: list[str] = []

    def compose(person: str, address: str, found: Sequence[DigestLine]) -> Mail:
        assert (person, address) == ("anna", "anna@b.example")
        said.extend(line.text for line in found)
        return Mail(address, "s", "t")

    await SqlDigests(store.backend).send({"anna": "anna@b.example"}, compose, NOW + 30 * HOUR)
    return said


async def pushed(store: Store) -> list[str]:
    """The titles of pushes that are due; they are taken out."""
    devices = SqlPushDevices(store.backend)
    taken = await devices.take(NOW, NOW + 1, 99)
    for push in taken:
        await devices.finish(push)
    return [json.loads(push.body)["title"] for push in taken]


async def test_a_notice_comes_once_on_each_way(store: Store) -> None:
    notices = SqlNotices(store.backend)
    await SqlPushDevices(store.backend).add(device())
    one = [subject(notice(), notice("message", 7))]
    assert await notices.settle(one, {"anna"}, NOW) == 2
    assert await notices.settle(one, {"anna"}, NOW) == 0
    # On a device, the newest notice about a match takes the place of the one before.
    assert await pushed(store) == ["message 7."]
    assert await notices.settle([subject(notice("message", 7))], {"anna"}, NOW) == 0
    assert await pushed(store) == []
    assert await lines(store) == ["message 7. With Bert."]
    assert await notices.settle([subject(notice(mark=3))], {"anna"}, NOW) == 1
    assert await pushed(store) == ["turn 3."]


async def test_what_was_seen_or_is_past_is_told_no_more(store: Store) -> None:
    notices = SqlNotices(store.backend)
    await SqlPushDevices(store.backend).add(device())
    await notices.settle([subject(notice(mark=1))], {"anna"}, NOW)
    assert await notices.settle([subject(notice(mark=1), seen=True)], {"anna"}, NOW) == 0
    assert (await pushed(store), await lines(store)) == ([], [])
    assert await notices.settle([subject(notice(mark=2), seen=True)], {"anna"}, NOW) == 0
    assert await notices.settle([subject(notice(mark=2))], {"anna"}, NOW) == 0
    await notices.settle([subject(notice(mark=3))], {"anna"}, NOW)
    await notices.settle([subject()], {"anna"}, NOW)  # the person has moved
    assert (await pushed(store), await lines(store)) == ([], [])


async def test_who_can_be_told_in_no_way_is_not_remembered(store: Store) -> None:
    notices = SqlNotices(store.backend)
    assert await notices.settle([subject(notice())], set(), NOW) == 0
    assert await notices.settle([subject(notice())], {"anna"}, NOW) == 1


async def test_each_kind_can_be_switched_off(store: Store) -> None:
    notices, choices = SqlNotices(store.backend), SqlNoticeChoices(store.backend)
    await SqlPushDevices(store.backend).add(device())
    usual = await choices.show("anna")
    assert (usual.push, usual.mail, usual.hours) == (EVENTS, EVENTS, 4)
    await choices.change("anna", ["message"], ["turn"], 24)
    chosen = await choices.show("anna")
    assert (chosen.push, chosen.mail, chosen.hours) == (("message",), ("turn",), 24)
    await notices.settle([subject(notice(), match="a")], {"anna"}, NOW)
    await notices.settle([subject(notice("message"), match="b")], {"anna"}, NOW)
    assert await pushed(store) == ["message 1."]
    assert await lines(store) == ["turn 1. With Bert."]
    await notices.settle([subject(notice(mark=5))], {"anna"}, NOW)
    await choices.end_mails("anna")
    assert (await choices.show("anna")).hours == 0
    await notices.settle([subject(notice(mark=6))], {"anna"}, NOW)
    assert await lines(store) == []


async def test_mails_gather_lines_and_keep_their_distance(store: Store) -> None:
    notices, digests = SqlNotices(store.backend), SqlDigests(store.backend)

    async def settle(match: str, event: NoticeEvent, at: int) -> None:
        await notices.settle([subject(notice(event), match=match)], {"anna"}, at)

    def compose(_: str, address: str, found: Sequence[DigestLine]) -> Mail:
        return Mail(address, str(len(found)), "")

    async def send(at: int) -> int:
        return await digests.send({"anna": "a@b.example"}, compose, at)

    await settle("a", "turn", NOW)
    await settle("b", "turn", NOW + 5)
    assert await digests.waiting(NOW + GATHER_MS - 1) == []
    assert await send(NOW + GATHER_MS - 1) == 0
    sent = NOW + GATHER_MS
    assert await digests.waiting(sent) == ["anna"]
    assert await send(sent) == 1
    [queued] = await SqlMails(store.backend).take(sent, sent + 1, 9)
    assert queued.mail.subject == "2"
    await settle("c", "turn", sent)
    assert await digests.waiting(sent + 4 * HOUR - 1) == []
    assert await digests.waiting(sent + 4 * HOUR) == ["anna"]
    await settle("d", "reminder", sent)
    assert await digests.waiting(sent + HOUR - 1) == []
    assert await digests.waiting(sent + HOUR) == ["anna"]
    await digests.drop(["anna"])
    assert await digests.waiting(sent + 99 * HOUR) == []


async def test_what_is_no_longer_needed_is_forgotten(store: Store) -> None:
    notices, devices = SqlNotices(store.backend), SqlPushDevices(store.backend)
    await devices.add(device())
    await notices.settle([subject(notice())], {"anna"}, NOW)
    await notices.forget_old(NOW + KEPT_MS)
    assert await notices.settle([subject(notice())], {"anna"}, NOW) == 0
    await notices.forget_old(NOW + KEPT_MS + 1)
    assert await notices.settle([subject(notice())], {"anna"}, NOW) == 1
    await SqlNoticeChoices(store.backend).change("anna", [], [], 0)
    for forget in (forget_notices, forget_choices):
        await store.backend.write(lambda database, forget=forget: forget(database, "anna"))  # type: ignore[misc] # of two functions
    assert await devices.of("anna") == []
    assert await devices.next_due() is None
    assert (await SqlNoticeChoices(store.backend).show("anna")).hours == 4
    assert await lines(store) == []


async def test_an_endpoint_belongs_to_one_person_and_nobody_has_too_many(store: Store) -> None:
    devices = SqlPushDevices(store.backend)
    first = await devices.add(device(0))
    again = await devices.add(device(0, "bert"))
    assert again.id == first.id
    assert (await devices.of("anna"), len(await devices.of("bert"))) == ([], 1)
    for number in range(1, MOST_DEVICES + 2):
        await devices.add(device(number))
    kept = await devices.of("anna")
    assert [one.added for one in kept] == list(range(MOST_DEVICES + 1, 1, -1))
    await devices.remove("anna", again.id)  # it is Bert's
    assert len(await devices.of("bert")) == 1
    await devices.remove("bert", again.id)
    assert await devices.of("bert") == []


async def test_a_push_is_taken_once_and_a_newer_one_takes_its_place(store: Store) -> None:
    devices = SqlPushDevices(store.backend)
    await devices.add(device())
    await devices.put("anna", "m", {"title": "old"}, NOW)
    [taken] = await devices.take(NOW, NOW + 10, 9)
    assert (await devices.take(NOW + 9, NOW + 20, 9), await devices.next_due()) == ([], NOW + 10)
    await devices.postpone(taken, NOW, NOW + 15)
    assert await devices.next_due() == NOW + 15
    assert (await devices.of("anna"))[0].failing == NOW
    [again] = await devices.take(NOW + 15, NOW + 25, 9)
    assert (again.tries, again.device.failing) == (2, NOW)
    await devices.put("anna", "m", {"title": "new"}, NOW + 16)
    await devices.finish(again)
    assert (await devices.of("anna"))[0].failing is None
    [newer] = await devices.take(NOW + 16, NOW + 26, 9)
    assert (json.loads(newer.body), newer.tries) == ({"title": "new"}, 1)
    await devices.drop(newer.device)
    assert await devices.next_due() is None
