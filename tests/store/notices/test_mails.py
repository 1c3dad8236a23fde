"""The queue of mails on both databases, for several processes."""

import asyncio

import pytest

from meadhall.store import Store, open_store
from meadhall.store.notices.mails import Mail, SqlMails

pytestmark = pytest.mark.anyio

LETTER = Mail("anna@b.example", "Your turn", "Line\nby line", {"X-Kind": "turn"})


async def test_a_mail_stays_until_it_is_removed(store: Store) -> None:
    mails = SqlMails(store.backend)
    assert await mails.next_due() is None
    await mails.add(LETTER, at=5)
    assert await mails.take(now=4, until=9, most=10) == []
    assert await mails.next_due() == 5
    [taken] = await mails.take(now=5, until=9, most=10)
    assert (taken.mail, taken.tries, taken.until) == (LETTER, 1, 9)
    assert await mails.take(now=8, until=20, most=10) == []
    [again] = await mails.take(now=9, until=20, most=10)
    assert (again.id, again.tries) == (taken.id, 2)
    # The first process was too slow: the mail is no longer its own.
    await mails.remove(taken)
    await mails.postpone(taken, 0)
    assert await mails.next_due() == 20
    await mails.postpone(again, 12)
    [third] = await mails.take(now=12, until=30, most=10)
    await mails.remove(third)
    assert await mails.count() == 0


async def test_mails_to_an_address_can_be_forgotten(store: Store) -> None:
    mails = SqlMails(store.backend)
    for to in ("anna@b.example", "bert@b.example"):
        await mails.add(Mail(to, "Your turn", ""), at=0)
    await mails.forget("anna@b.example")
    assert [one.mail.to for one in await mails.take(0, 9, 10)] == ["bert@b.example"]


async def test_two_processes_take_each_mail_once(place: str) -> None:
    stores = [await open_store(place) for _ in range(2)]
    queues = [SqlMails(one.backend) for one in stores]
    for number in range(30):
        await queues[0].add(Mail("anna@b.example", str(number), ""), at=0)
    takes = (queue.take(0, 9, 5) for _ in range(4) for queue in queues)
    taken = [one.mail.subject for some in await asyncio.gather(*takes) for one in some]
    rest = [one.mail.subject for one in await queues[0].take(0, 9, 99)]
    assert sorted(taken + rest, key=int) == [str(number) for number in range(30)]
    for one in stores:
        await one.close()
