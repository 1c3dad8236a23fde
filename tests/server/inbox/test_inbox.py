"""The inbox over a real server: noted after moves, sent live, made up for after a crash."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from serving import PATIENCE, STONES_SLUG, Served, Visit, served
from websockets.asyncio.client import ClientConnection, connect

from meadhall.server.protocol.hall_messages import FromHall
from meadhall.server.protocol.people.inbox_cards import InboxChange
from meadhall.store.account import Account
from meadhall.store.inbox.stored_inbox import SqlInbox, forget_inbox
from meadhall.store.people.friends.bonds import SqlBonds

CLOCK = {"mode": "days", "base": 3 * 24 * 3_600_000}
Pair = tuple[Visit, Visit, str, Any, Any]


async def pair(hall: Served, first: str, second: str) -> Pair:
    """Two people at a table in play, of whom nobody is connected: the first one is to move."""
    ann, bob = await hall.guest(first), await hall.guest(second)
    made = await ann.match(STONES_SLUG, "mine", "open", clock=CLOCK)
    seated = await bob.post(f"/matches/{made['match']}/seats", {})
    for visit, tokens in ((ann, made), (bob, seated)):
        sitting = await visit.sit(made["match"], *tokens["tokens"])
        await sitting.do("ready")
        await sitting.leave()
    return ann, bob, made["match"], made["tokens"], seated["tokens"]


async def until(visit: Visit, urgency: str, match: str, **more: Any) -> dict[str, Any]:
    """The entry, once it is as urgent as that."""
    wanted = {"match": match, "urgency": urgency, **more}
    while True:
        inbox = await visit.get("/inbox")
        for card in inbox["entries"]:
            if all(card[key] == value for key, value in wanted.items()):
                found: dict[str, Any] = card
                return found
        await asyncio.sleep(0.1)


@asynccontextmanager
async def quiet_line(visit: Visit) -> AsyncIterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {visit.token}"}
    address = f"ws://{visit.address}/api/hall/socket?lists=none"
    async with connect(address, additional_headers=headers) as line:
        yield line


async def change_of(line: ClientConnection, match: str, messages: int) -> InboxChange:
    while True:
        text = await asyncio.wait_for(line.recv(), PATIENCE)
        message = msgspec.json.decode(text, type=FromHall)
        assert isinstance(message, InboxChange), "no lists were asked for"
        if [card.messages for card in message.put if card.match == match] == [messages]:
            return message


@served()
async def test_the_inbox_says_whose_turn_it_is_and_what_is_new(hall: Served) -> None:
    ann, bob, match, tokens, others = await pair(hall, "Anja", "Benno")
    card = await until(ann, "turn", match)
    assert card["due"] > (await ann.get("/inbox"))["now"]
    assert (await ann.get("/inbox"))["turns"] == 1
    assert (await until(bob, "waiting", match))["mine"] == [1]
    async with quiet_line(bob) as line:
        sitting = await ann.sit(match, *tokens)
        assert await sitting.code(sitting.act("take 2")) == ""
        await sitting.send({"kind": "say", "id": "s", "text": "your move", "seat": 0})
        await sitting.answer("s")
        await sitting.leave()
        change = await change_of(line, match, 1)
        assert change.turns == 1
        (news,) = change.put
        assert (news.urgency, news.moves, news.messages) == ("turn", 1, 1)
        assert "2" in news.last
        assert news.players == ("Anja", "Benno")
        at_bob = await bob.sit(match, *others)
        await until(bob, "turn", match, messages=0)
        await at_bob.do("offer-draw")
        await at_bob.leave()
    assert (await until(ann, "request", match))["wants"] == "draw"


@served()
async def test_what_nobody_noted_is_made_up_for_and_solo_matches_are_left_out(
    hall: Served,
) -> None:
    ann, _, match, _, _ = await pair(hall, "Carla", "Dirk")
    await until(ann, "turn", match)
    solo = await ann.match(STONES_SLUG, "mine", "random")
    holder = (await ann.get("/me"))["id"]
    store = hall.hall.store
    await store.backend.write(lambda database: forget_inbox(database, holder))
    assert await SqlInbox(store.backend).turns(holder) == 0
    room = hall.hall.match_loop.rooms[match]
    hall.hall.match_loop.unload(room)  # as after a crash
    inbox = await ann.get("/inbox")
    assert [card["match"] for card in inbox["entries"]] == [match]
    assert solo["match"] != match


@served()
async def test_bad_questions_to_the_inbox_are_refused(hall: Served) -> None:
    ann = await hall.guest("Eva")
    for after in ("x", "9:1:m", "0:x:m", "0:99999999999999999999:m"):
        assert await ann.refused("GET", f"/inbox?after={after}") == (400, "BAD_BOOKMARK")
    assert (await ann.get("/inbox"))["entries"] == []


@served()
async def test_messages_of_people_whom_the_reader_blocks_are_not_counted(hall: Served) -> None:
    ann, bob, match, _, tokens = await pair(hall, "Frida", "Gunnar")
    holder, other = [(await one.get("/me"))["id"] for one in (ann, bob)]
    store = hall.hall.store
    for id_, name in ((holder, "Frida"), (other, "Gunnar")):
        await store.accounts.add(Account(id_, name, "hash", 1))
    sitting = await bob.sit(match, *tokens)
    await sitting.send({"kind": "say", "id": "s", "text": "hurry up", "seat": 1})
    await sitting.answer("s")
    await sitting.leave()
    await until(ann, "turn", match, messages=1)
    bonds = SqlBonds(store.backend)
    await bonds.block(holder, other, 0, 9)
    await hall.hall.rights.note_conduct(holder)
    await until(ann, "turn", match, messages=0)
    await bonds.unblock(holder, other)
    await hall.hall.rights.note_conduct(holder)
    await until(ann, "turn", match, messages=1)
