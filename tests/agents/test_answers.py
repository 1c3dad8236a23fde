"""Every message with an id is answered with that id, also a surplus one."""

import asyncio
import sys

from documents import example
from serving import Served, served

from meadhall.server.live.session import id_in
from meadhall.server.protocol.messages import Rejected


@served(message_rate=2)
async def test_a_surplus_or_unreadable_message_is_answered_with_its_id(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("template", "mine", "open")
    sitting = await ann.sit(made["match"], *made["tokens"])
    await sitting.send({"kind": "dance", "id": "odd"})
    answer = await sitting.answer("odd")
    assert isinstance(answer, Rejected)
    assert answer.refusal.code == "BAD_MESSAGE"
    names = [f"ping-{number}" for number in range(14)]
    for name in names:
        await sitting.send({"kind": "ping", "id": name})
    answers = [await sitting.answer(name) for name in names]
    surplus = [answer for answer in answers if isinstance(answer, Rejected)]
    assert surplus
    assert {answer.refusal.code for answer in surplus} == {"TOO_MANY_MESSAGES"}


def test_an_id_is_found_without_reading_the_rest() -> None:
    assert id_in(b'{"kind":"act","text":[1,{"id":"inner"}],"id":"outer"}') == "outer"
    nested = b'{"a":' + b"[" * 8000 + b"]" * 8000 + b',"id":"x"}'
    for text in (None, b"", b"[]", b'{"id":5}', b'{"id":"\xff"}', b"prose", nested):
        assert id_in(text) == ""


@served(message_rate=1)
async def test_the_websocket_bot_of_the_how_to_survives_the_limit(hall: Served) -> None:
    """It sends more than the limit allows, is refused, waits, and plays on."""
    ann = await hall.guest("Ann")
    made = await ann.match("template", "open", "random", options={"stones": 28})
    watching = await ann.sit(made["match"])
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        example("how-to/write-a-bot.md", "a bot over WebSocket"),
        hall.address,
        made["match"],
    )
    while watching.result is None:
        await watching.hear()
    assert await asyncio.wait_for(bot.wait(), 30) == 0
    assert sum(entry.seat == 0 for entry in watching.log[None]) >= 5
