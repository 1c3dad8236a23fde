"""One seat at a table of a hall, over its WebSocket: what the seat sees, and what it does.

It knows what the hall sends to this seat and nothing else.
"""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from meadhall.agents.hall_client import PATIENCE, HallClient
from meadhall.core.refusal import Refused

PAUSE = 0.06
"""Seconds between messages: a hall takes 20 in a second."""
TRIES = 5
"""How often a message is sent that the hall has no time for."""
LARGEST = 16 << 20
"""Bytes of a message from the hall."""


class TableSeat:
    """A seat that is held by a token. Connects when it is first used, and again when it must."""

    def __init__(self, hall: HallClient, match: str, token: str) -> None:
        self.hall, self.match, self.seat = hall, match, -1
        self.table: dict[str, Any] = {}
        self.view: Any = None
        self.moves: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.letters: list[dict[str, Any]] = []
        self.audiences: list[dict[str, Any]] = []
        self._token = token
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Condition()
        self._sending = asyncio.Lock()

    @property
    def result(self) -> Any:
        """How the match ended; `None` before that."""
        return self.table.get("result")

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for this seat."""
        return self.result is None and self.seat in self.table.get("to_act", ())

    async def connect(self) -> None:
        """Join the table, unless that is done."""
        if self._reader is not None and not self._reader.done():
            return
        try:
            self._socket = await connect(
                self.hall.socket_url(self.match), max_size=LARGEST, open_timeout=PATIENCE
            )
            join = {"kind": "join", "tokens": [self._token], "show": "view"}
            await self._socket.send(json.dumps(join))
            self._note(json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE)))
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Refused.because("NO_HALL", f"The table cannot be reached: {error}") from None
        self._reader = asyncio.create_task(self._read(self._socket))

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """The answer to a message; refused with the hall's sentence where it says no.

        A message that comes too quickly is sent again, with the same id.
        """
        await self.connect()
        message = {"kind": kind, "id": secrets.token_hex(8), "seat": self.seat, **fields}
        for attempt in range(TRIES):
            answer = await self._exchange(message)
            if answer["kind"] != "rejected":
                return answer
            refusal = answer["refusal"]
            if refusal["code"] != "TOO_MANY_MESSAGES" or attempt == TRIES - 1:
                raise Refused.because(refusal["code"], refusal["sentence"])
            await asyncio.sleep(1)
        raise AssertionError("unreachable")

    async def wait_until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Whether the condition came true in time; it is looked at after every message."""
        await self.connect()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: condition() or self._is_lost())
        return condition()

    async def close(self) -> None:
        """Disconnect; the seat stays ours."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    def _is_lost(self) -> bool:
        return self._reader is None or self._reader.done()

    async def _exchange(self, message: dict[str, object]) -> dict[str, Any]:
        assert self._socket is not None  # noqa: S101 - connected
        answer = asyncio.get_running_loop().create_future()
        self._waiting[str(message["id"])] = answer
        try:
            async with self._sending:
                await self._socket.send(json.dumps(message))
                await asyncio.sleep(PAUSE)
            return await asyncio.wait_for(answer, PATIENCE)
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Refused.because(
                "NO_ANSWER", f"The hall did not answer ({type(error).__name__})."
            ) from None
        finally:
            self._waiting.pop(str(message["id"]), None)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._note(json.loads(text))
                async with self._changed:
                    self._changed.notify_all()
        finally:
            lost = ConnectionError("the connection was closed")
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(lost)

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what the message says, and hand it to whoever waits for it."""
        match message["kind"]:
            case "welcome":
                (self.seat,) = message["seats"]
                self.log, self.letters = [], list(message["chat"])
                self._place(message["table"], message["seat_views"][0])
            case "reset":
                del self.log[message["table"]["ply"] :]
                self._place(message["table"], message["seat_view"])
            case "step":
                self._step(message)
            case "table":
                self.table = message["table"]
            case "said":
                self.letters.append(message["line"])
            case "chat" if not message["id"]:
                self.letters = list(message["lines"])
            case _:
                pass
        answer = self._waiting.get(message.get("id") or message.get("answers", ""))
        if answer is not None and not answer.done():
            answer.set_result(message)

    def _place(self, table: dict[str, Any], seat_view: dict[str, Any]) -> None:
        self.table, self.view = table, seat_view["view"]
        self.moves = [notation for _, notation in seat_view["moves"]]
        self.audiences = seat_view["audiences"]
        self.log += seat_view["log"]

    def _step(self, step: dict[str, Any]) -> None:
        changed = {name: step[name] for name in ("ply", "turn", "to_act", "clock")}
        self.table = {**self.table, **changed, "result": step.get("result")}
        self.log += step.get("entries", ())
        self.view = step.get("view", self.view)
        self.moves = [notation for _, notation in step.get("moves", {}).get("put", ())]
        self.audiences = step.get("audiences", self.audiences)
