"""What agents can do, as methods: each is a tool, and its docstring is what agents read of it."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from meadhall.agents import seat_text
from meadhall.agents.hall_client import path_part
from meadhall.agents.held_seats import HeldSeats
from meadhall.core.refusal import Refused

P = ParamSpec("P")
T = TypeVar("T")
Facts = dict[str, Any]

LONGEST_WAIT = 120.0
"""Seconds that `wait_for_turn` waits at most."""
_CODE = 8
"""Characters of a short code, at most; ids of matches are longer."""


def tell_refusals(error: type[Exception]) -> Callable[..., Any]:
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


class HallTools:
    """Games, rules and tables."""

    def __init__(self, seats: HeldSeats) -> None:
        self._seats = seats

    @tell_refusals(ToolError)
    async def list_games(self) -> list[Facts]:
        """List the games: players, levels of bots, options, and how moves are written."""
        wanted = ("slug", "title", "summary", "players", "hidden", "simultaneous", "notation")
        return [
            {**{name: game[name] for name in wanted},
             "levels": [level["name"] for level in game["levels"]],
             "options": {option["name"]: option["help"] for option in game["options"]}}
            for game in await self._seats.hall.get("/games")
        ]  # fmt: skip

    @tell_refusals(ToolError)
    async def read_rules(self, game: str) -> str:
        """The rules of a game, for players."""
        return str((await self._seats.hall.get(f"/games/{path_part(game)}"))["rules"])

    @tell_refusals(ToolError)
    async def list_open_matches(self) -> list[Facts]:
        """List the tables that wait for players."""
        found = await self._seats.hall.get("/matches?phase=open")
        wanted = ("match", "code", "game", "players", "locked")
        return [{name: card[name] for name in wanted} for card in found["matches"]]

    @tell_refusals(ToolError)
    async def open_match(
        self, game: str, players: list[str], name: str = "Agent", options: Facts | None = None
    ) -> Facts:
        """Open a table. `players` has a word for each seat: me, open, or a level of bots.

        One seat is `me`. The match starts once all open seats are taken. Keep the `seat` key to
        yourself.
        """
        if players.count("me") != 1:
            raise Refused.because("BAD_PLAYERS", "Exactly one of the players is `me`.")
        plans = [_plan(word) for word in players]
        body = {"game": game, "seats": plans, "options": options or {}}
        key, seat = await self._seats.add(name, "/matches", body)
        return {"seat": key, **seat_text.situation(seat)}

    @tell_refusals(ToolError)
    async def join_match(self, match: str, name: str = "Agent", password: str = "") -> Facts:
        """Take an open seat of a match, by its id or its short code. Keep the `seat` key secret."""
        if len(match) <= _CODE:
            match = (await self._seats.hall.get(f"/codes/{path_part(match)}"))["match"]
        body = {"password": password}
        key, seat = await self._seats.add(name, f"/matches/{path_part(match)}/seats", body)
        return {"seat": key, **seat_text.situation(seat)}


class SeeingTools:
    """What a seat can know. Nothing here changes a match."""

    def __init__(self, seats: HeldSeats) -> None:
        self._seats = seats

    @tell_refusals(ToolError)
    async def look(self, seat: str) -> Facts:
        """What your seat sees: the position as text and JSON, the last plies, whose turn it is."""
        return seat_text.situation(await self._seats.of(seat))

    @tell_refusals(ToolError)
    async def list_moves(
        self, seat: str, page: int = 1, size: int = seat_text.PAGE, contains: str = ""
    ) -> Facts:
        """A page of your legal moves in notation; with `contains`, only those with that text."""
        return seat_text.page_of_moves(await self._seats.of(seat), page, size, contains)

    @tell_refusals(ToolError)
    async def why_not(self, seat: str, move: str) -> str:
        """Why you cannot play a move now, in a sentence, or that you can."""
        answer = await (await self._seats.of(seat)).ask("ask", text=move)
        refusal = answer["refusal"]
        return "You can play it." if refusal is None else str(refusal["sentence"])

    @tell_refusals(ToolError)
    async def preview(self, seat: str, move: str) -> Facts:
        """What a move would do, as far as your seat can know. Nothing is played."""
        answer = await (await self._seats.of(seat)).ask("ask", text=move)
        if answer["refusal"] is not None:
            raise Refused.because(answer["refusal"]["code"], answer["refusal"]["sentence"])
        return {"text": answer["preview"]["text"], "warning": answer["preview"]["warning"]}

    @tell_refusals(ToolError)
    async def read_letters(self, seat: str, after: int = 0) -> Facts:
        """The messages that you may read, oldest first, without the first `after` of them.

        `audiences` are the groups that you can write to.
        """
        held = await self._seats.of(seat)
        lines = [seat_text.letter(line) for line in held.letters[after:]]
        return {"letters": lines, "all": len(held.letters), "audiences": held.audiences}

    @tell_refusals(ToolError)
    async def wait_for_turn(self, seat: str, seconds: float = 30) -> Facts:
        """Wait until the match waits for you or is over, at most so long, and look."""
        held = await self._seats.of(seat)
        await held.wait_until(
            lambda: held.is_asked or held.result is not None, min(max(0, seconds), LONGEST_WAIT)
        )
        return seat_text.situation(held)


class ActingTools:
    """What a seat can do."""

    def __init__(self, seats: HeldSeats) -> None:
        self._seats = seats

    @tell_refusals(ToolError)
    async def act(self, seat: str, move: str) -> Facts:
        """Play a move in notation. A refused move changes nothing; the error says why."""
        held = await self._seats.of(seat)
        await held.ask("act", turn=held.table["turn"], text=move)
        return seat_text.situation(held)

    @tell_refusals(ToolError)
    async def send_letter(
        self, seat: str, text: str, audience: str = "everyone", to_seats: list[int] | None = None
    ) -> str:
        """Write to everyone, to an audience of the game, or to chosen seats alone."""
        held = await self._seats.of(seat)
        fields: Facts = {"seats": to_seats} if to_seats else {"audience": audience}
        await held.ask("say", text=text, **fields)
        return "Sent."

    @tell_refusals(ToolError)
    async def resign(self, seat: str) -> Facts:
        """Give up the match."""
        held = await self._seats.of(seat)
        await held.ask("do", request="resign")
        return seat_text.situation(held)


def _plan(word: str) -> Facts:
    if word in ("me", "open"):
        return {"kind": "mine" if word == "me" else "open"}
    return {"kind": "bot", "level": word}
