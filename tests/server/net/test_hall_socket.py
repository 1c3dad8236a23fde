"""The hall's socket: lists of tables arrive whole, then what changes in them, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from serving import PATIENCE, STONES_SLUG, Later, Served, Visit, served, serving
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection, connect

from meadhall.match.ports import Query, StoreUnavailable
from meadhall.server.api.lobby import ARRIVAL_MS
from meadhall.server.protocol.bodies import MatchCard, MatchList
from meadhall.server.protocol.hall_messages import FromHall, ListChange
from meadhall.server.protocol.messages import Closing

decode: Callable[[bytes | str], FromHall] = msgspec.json.Decoder(FromHall).decode


class Listener:
    """Keeps the lists as a page would, from changes alone."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.lists: dict[str, dict[str, MatchCard]] = {"public": {}, "own": {}}

    async def hear(self) -> FromHall:
        message = decode(await asyncio.wait_for(self.line.recv(), PATIENCE))
        if isinstance(message, ListChange):
            cards = {} if message.whole else self.lists[message.name]
            cards |= {card.match: card for card in message.put}
            for match in message.gone:
                del cards[match]
            self.lists[message.name] = cards
        return message

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.hear()

    async def close_code(self) -> int | None:
        await asyncio.wait_for(self.line.wait_closed(), PATIENCE)
        return self.line.close_code


@asynccontextmanager
async def listening(visit: Visit) -> AsyncIterator[Listener]:
    headers = {"Authorization": f"Bearer {visit.token}"} if visit.token else {}
    address = f"ws://{visit.address}/api/hall/socket"
    async with connect(address, additional_headers=headers) as line:
        listener = Listener(line)
        for name in ("public", "own"):
            first = await listener.hear()
            assert isinstance(first, ListChange)
            assert (first.name, first.whole) == (name, True)
        yield listener


@served()
async def test_a_table_appears_fills_starts_and_goes_in_everybodys_list(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    async with listening(ann) as anns, listening(hall.stranger()) as strangers:
        made = await ann.match(STONES_SLUG, "mine", "open")
        match = made["match"]
        await anns.until(lambda: match in anns.lists["public"])
        await strangers.until(lambda: match in strangers.lists["public"])
        for listener in (anns, strangers):
            assert listener.lists["public"][match].players == ("Ann", "")
            assert listener.lists["public"][match].mine == ()
        await anns.until(lambda: match in anns.lists["own"])
        assert anns.lists["own"][match].mine == (0,)
        tokens = (await bob.post(f"/matches/{match}/seats", {}))["tokens"]
        await strangers.until(lambda: strangers.lists["public"][match].players == ("Ann", "Bob"))
        seat = await ann.sit(match, *made["tokens"])
        other = await bob.sit(match, *tokens)
        await seat.ask("do", request="ready", seat=0)
        await other.ask("do", request="ready", seat=1)
        await strangers.until(lambda: strangers.lists["public"][match].phase == "playing")
        await seat.ask("do", request="resign", seat=0)
        await strangers.until(lambda: match not in strangers.lists["public"])
        await anns.until(lambda: match not in anns.lists["own"])
        assert strangers.lists["own"] == {}


def test_lists_show_where_somebody_waits(tmp_path: Path) -> None:
    clock = Later()

    async def play() -> None:
        async with serving(tmp_path, clock) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "open")
            clock.passed = 2 * ARRIVAL_MS
            async with listening(hall.stranger()) as strangers:
                cards = strangers.lists["public"]
                assert not cards[made["match"]].waiting
                seat = await ann.sit(made["match"], *made["tokens"])
                await strangers.until(lambda: cards[made["match"]].waiting)
                await seat.leave()
                await strangers.until(lambda: not cards[made["match"]].waiting)

    asyncio.run(play())


@served()
async def test_a_table_that_is_not_listed_is_in_its_players_list_only(hall: Served) -> None:
    ann = await hall.guest("Ann")
    async with listening(ann) as anns, listening(hall.stranger()) as strangers:
        hidden = (await ann.match(STONES_SLUG, "mine", "open", listed=False))["match"]
        shown = (await ann.match(STONES_SLUG, "mine", "open", password="mead"))["match"]
        await strangers.until(lambda: shown in strangers.lists["public"])
        await anns.until(lambda: {hidden, shown} <= anns.lists["own"].keys())
        assert strangers.lists["public"][shown].locked
        for listener in (anns, strangers):
            assert hidden not in listener.lists["public"]


@served()
async def test_lists_are_those_that_http_gives(hall: Served) -> None:
    ann = await hall.guest("Ann")
    await ann.match(STONES_SLUG, "mine", "open")
    async with listening(ann) as anns:
        for phase in ("open", "playing"):
            found = (await hall.stranger().get(f"/matches?phase={phase}"))["matches"]
            listed = [card for card in anns.lists["public"].values() if card.phase == phase]
            assert [card.match for card in listed] == [card["match"] for card in found]


@served()
async def test_who_signs_out_hears_nothing_more(hall: Served) -> None:
    ann = await hall.guest("Ann")
    async with listening(ann) as anns:
        await ann.ask("DELETE", "/session")
        assert await anns.close_code() == 4410


@served()
async def test_there_is_nothing_to_say_in_the_hall(hall: Served) -> None:
    async with listening(hall.stranger()) as stranger:
        await stranger.line.send('{"kind":"ping","id":"1"}')
        assert await stranger.close_code() == 4400


@served(sockets=4)
async def test_listeners_count_as_spectators_of_their_address(hall: Served) -> None:
    address = f"ws://{hall.address}/api/hall/socket"
    async with (
        listening(hall.stranger()),
        listening(hall.stranger()),
        connect(address) as line,
    ):
        await asyncio.wait_for(line.wait_closed(), PATIENCE)
        assert line.close_code == 4429
    async with listening(hall.stranger()):
        """There is room again."""


@served()
async def test_foreign_pages_hear_nothing(hall: Served) -> None:
    headers = {"Origin": "http://elsewhere.example"}
    async with connect(f"ws://{hall.address}/api/hall/socket", additional_headers=headers) as line:
        await asyncio.wait_for(line.wait_closed(), PATIENCE)
        assert line.close_code == 4403


def test_a_server_that_stops_asks_listeners_to_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as hall:
            context = listening(hall.stranger())
            stranger = await context.__aenter__()
            await hall.hall.stop()
            assert isinstance(await stranger.hear(), Closing)
            assert await stranger.close_code() == 1012
            await context.__aexit__(None, None, None)

    asyncio.run(play())


@pytest.mark.one_adapter("it is about the database")
@pytest.mark.parametrize(
    ("error", "logged"),
    [(StoreUnavailable(), []), (ValueError("a bug"), ["cannot read the lists of the hall"])],
    ids=["what the store has logged", "a bug"],
)
def test_listeners_come_back_when_the_lists_cannot_be_read(
    tmp_path: Path, error: Exception, logged: list[str]
) -> None:
    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            sockets = hall.hall.hall_sockets
            find = sockets.find

            async def fail(*_: object) -> MatchList:
                raise error

            async with listening(hall.stranger()) as stranger:
                sockets.find = fail
                with capture_logs() as logs:
                    made = await ann.match(STONES_SLUG, "mine", "open")
                    assert await stranger.close_code() == 1013
                assert [line["event"] for line in logs if line["log_level"] == "error"] == logged
            sockets.find = find
            async with listening(hall.stranger()) as stranger:
                assert made["match"] in stranger.lists["public"]

    asyncio.run(play())


@pytest.mark.one_adapter("it counts reads of the database")
def test_many_changes_are_read_and_sent_together(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            async with listening(hall.stranger()) as strangers:
                reads, find = [], hall.hall.hall_sockets.find

                async def count(holder: str, query: Query) -> MatchList:
                    reads.append(query)
                    return await find(holder, query)

                hall.hall.hall_sockets.find = count
                made = [await ann.match(STONES_SLUG, "mine", "open") for _ in range(20)]
                wanted = {one["match"] for one in made}
                await strangers.until(lambda: wanted <= strangers.lists["public"].keys())
                assert len(reads) < len(made)

    asyncio.run(play())
