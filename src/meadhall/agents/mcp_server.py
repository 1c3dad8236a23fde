"""The tools and resources of `meadhall mcp`, for agents that speak the Model Context Protocol.

An agent holds a seat by a key, which `open_match` or `join_match` gives to it alone. Every tool
about a match takes that key, so that several agents can share one server and none sees more than
its seat.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from meadhall.agents import seat_text
from meadhall.agents.hall_client import HallClient
from meadhall.agents.table_seat import TableSeat
from meadhall.core.refusal import Refused

P = ParamSpec("P")
T = TypeVar("T")
Facts = dict[str, Any]

MOST_SEATS = 1000
"""How many seats one server holds; the oldest is forgotten first."""
LONGEST_WAIT = 120.0
"""Seconds that `wait_for_turn` waits at most."""
INSTRUCTIONS = """\
You can play turn-based games in a hall, against people, bots and other agents. First `list_games`
and `read_rules`. Then `open_match` or `join_match`: both give a secret `seat` key, which all other
tools take. Each turn: `wait_for_turn`, `look`, `list_moves`, then `act` with a move in notation. A
move that is refused changes nothing, and the error says why; `why_not` and `preview` ask without
playing.
People at the same hall play in a browser at {url}.
"""


class Seats:
    """The seats that agents hold here, by their keys."""

    def __init__(self, hall: HallClient) -> None:
        self.hall = hall
        self._by_key: dict[str, TableSeat] = {}

    async def add(self, name: str, path: str, body: object) -> tuple[str, TableSeat]:
        """Take a seat under that name; gives the key to it."""
        token = (await self.hall.post("/guests", {"name": name}))["token"]
        made = await self.hall.post(path, body, token)
        seat = TableSeat(self.hall, made["match"], made["tokens"][0])
        await seat.connect()
        if seat.table["phase"] == "open":
            card = seat.table["seats"][seat.seat]
            if not card["ready"]:
                await seat.ask("do", request="ready")
        key = secrets.token_urlsafe(12)
        self._by_key[key] = seat
        if len(self._by_key) > MOST_SEATS:
            await self._by_key.pop(next(iter(self._by_key))).close()
        return key, seat

    async def of(self, key: str) -> TableSeat:
        """The seat with that key, connected."""
        if key not in self._by_key:
            raise Refused.because(
                "NO_SUCH_SEAT", "There is no seat with this key; open or join a match first."
            )
        seat = self._by_key[key]
        await seat.connect()
        return seat

    async def close(self) -> None:
        """Disconnect all of them."""
        for seat in self._by_key.values():
            await seat.close()


def make_server(url: str) -> MCPServer[Any]:
    """The server for the agents of a hall."""
    seats = Seats(HallClient.at(url))

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await seats.close()

    server: MCPServer[Any] = MCPServer(
        "meadhall", instructions=INSTRUCTIONS.format(url=url), lifespan=lifespan
    )
    for add in (_add_hall_tools, _add_seeing_tools, _add_acting_tools, _add_resources):
        add(server, seats)
    return server


def _told(error: type[Exception]) -> Callable[..., Any]:
    """Turns refusals into this kind of error, with the code and the sentence."""

    def decorate(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @wraps(tool)
        async def run(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return await tool(*args, **kwargs)
            except Refused as refused:
                refusal = refused.refusal
                raise error(f"{refusal.sentence} ({refusal.code})") from None

        return run

    return decorate


def _add_hall_tools(server: MCPServer[Any], seats: Seats) -> None:
    hall = seats.hall

    @server.tool()
    @_told(ToolError)
    async def list_games() -> list[Facts]:
        """List the games: players, levels of bots, options, and how moves are written."""
        wanted = ("slug", "title", "summary", "players", "hidden", "simultaneous", "notation")
        return [
            {**{name: game[name] for name in wanted},
             "levels": [level["name"] for level in game["levels"]],
             "options": {option["name"]: option["help"] for option in game["options"]}}
            for game in await hall.get("/games")
        ]  # fmt: skip

    @server.tool()
    @_told(ToolError)
    async def read_rules(game: str) -> str:
        """The rules of a game, for players."""
        return str((await hall.get(f"/games/{game}"))["rules"])

    @server.tool()
    @_told(ToolError)
    async def list_open_matches() -> list[Facts]:
        """List the tables that wait for players."""
        found = await hall.get("/matches?phase=open")
        wanted = ("match", "code", "game", "players", "locked")
        return [{name: card[name] for name in wanted} for card in found["matches"]]

    @server.tool()
    @_told(ToolError)
    async def open_match(
        game: str, players: list[str], name: str = "Agent", options: Facts | None = None
    ) -> Facts:
        """Open a table. `players` has a word for each seat: me, open, or a level of bots.

        One seat is `me`. The match starts once all open seats are taken. Keep the `seat` key to
        yourself.
        """
        if players.count("me") != 1:
            raise Refused.because("BAD_PLAYERS", "Exactly one of the players is `me`.")
        plans = [_plan(word) for word in players]
        body = {"game": game, "seats": plans, "options": options or {}}
        key, seat = await seats.add(name, "/matches", body)
        return {"seat": key, **seat_text.situation(seat)}

    @server.tool()
    @_told(ToolError)
    async def join_match(match: str, name: str = "Agent", password: str = "") -> Facts:
        """Take an open seat of a match, by its id or its short code. Keep the `seat` key secret."""
        if len(match) <= _CODE:
            match = (await hall.get(f"/codes/{match}"))["match"]
        body = {"password": password}
        key, seat = await seats.add(name, f"/matches/{match}/seats", body)
        return {"seat": key, **seat_text.situation(seat)}


_CODE = 8
"""Characters of a short code, at most; ids of matches are longer."""


def _plan(word: str) -> Facts:
    if word in ("me", "open"):
        return {"kind": "mine" if word == "me" else "open"}
    return {"kind": "bot", "level": word}


def _add_seeing_tools(server: MCPServer[Any], seats: Seats) -> None:
    @server.tool()
    @_told(ToolError)
    async def look(seat: str) -> Facts:
        """What your seat sees: the position as text and JSON, the last plies, whose turn it is."""
        return seat_text.situation(await seats.of(seat))

    @server.tool()
    @_told(ToolError)
    async def list_moves(
        seat: str, page: int = 1, size: int = seat_text.PAGE, contains: str = ""
    ) -> Facts:
        """A page of your legal moves in notation; with `contains`, only those with that text."""
        return seat_text.page_of_moves(await seats.of(seat), page, size, contains)

    @server.tool()
    @_told(ToolError)
    async def why_not(seat: str, move: str) -> str:
        """Why you cannot play a move now, in a sentence, or that you can."""
        answer = await (await seats.of(seat)).ask("ask", text=move)
        refusal = answer["refusal"]
        return "You can play it." if refusal is None else str(refusal["sentence"])

    @server.tool()
    @_told(ToolError)
    async def preview(seat: str, move: str) -> Facts:
        """What a move would do, as far as your seat can know. Nothing is played."""
        answer = await (await seats.of(seat)).ask("ask", text=move)
        if answer["refusal"] is not None:
            raise Refused.because(answer["refusal"]["code"], answer["refusal"]["sentence"])
        return {"text": answer["preview"]["text"], "warning": answer["preview"]["warning"]}

    @server.tool()
    @_told(ToolError)
    async def read_letters(seat: str, after: int = 0) -> Facts:
        """The messages that you may read, oldest first, without the first `after` of them.

        `audiences` are the groups that you can write to.
        """
        held = await seats.of(seat)
        lines = [seat_text.letter(line) for line in held.letters[after:]]
        return {"letters": lines, "all": len(held.letters), "audiences": held.audiences}

    @server.tool()
    @_told(ToolError)
    async def wait_for_turn(seat: str, seconds: float = 30) -> Facts:
        """Wait until the match waits for you or is over, at most so long, and look."""
        held = await seats.of(seat)
        await held.wait_until(
            lambda: held.is_asked or held.result is not None, min(max(0, seconds), LONGEST_WAIT)
        )
        return seat_text.situation(held)


def _add_acting_tools(server: MCPServer[Any], seats: Seats) -> None:
    @server.tool()
    @_told(ToolError)
    async def act(seat: str, move: str) -> Facts:
        """Play a move in notation. A refused move changes nothing; the error says why."""
        held = await seats.of(seat)
        await held.ask("act", turn=held.table["turn"], text=move)
        return seat_text.situation(held)

    @server.tool()
    @_told(ToolError)
    async def send_letter(
        seat: str, text: str, audience: str = "everyone", to_seats: list[int] | None = None
    ) -> str:
        """Write to everyone, to an audience of the game, or to chosen seats alone."""
        held = await seats.of(seat)
        fields: Facts = {"seats": to_seats} if to_seats else {"audience": audience}
        await held.ask("say", text=text, **fields)
        return "Sent."

    @server.tool()
    @_told(ToolError)
    async def resign(seat: str) -> Facts:
        """Give up the match."""
        held = await seats.of(seat)
        await held.ask("do", request="resign")
        return seat_text.situation(held)


def _add_resources(server: MCPServer[Any], seats: Seats) -> None:
    hall = seats.hall

    @server.resource("meadhall://rules/{game}", mime_type="text/markdown")
    @_told(ResourceError)
    async def rules(game: str) -> str:
        """The rules of a game."""
        return str((await hall.get(f"/games/{game}"))["rules"])

    @server.resource("meadhall://schemas/{game}", mime_type="application/schema+json")
    @_told(ResourceError)
    async def schemas(game: str) -> Facts:
        """The JSON Schemas of a game's views, actions and events."""
        found: Facts = await hall.get(f"/games/{game}/schemas")
        return found

    @server.resource("meadhall://records/{match}", mime_type="application/json")
    @_told(ResourceError)
    async def record(match: str) -> Facts:
        """The record of a finished match, with the proof of its dice."""
        found: Facts = await hall.get(f"/matches/{match}/record")
        return found
