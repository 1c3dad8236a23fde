"""Bots that think in a second worker, so that the hall never waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from typing_extensions import override

from meadhall.server.bots.program import BotFailed, Program

T = TypeVar("T")
Think: TypeAlias = Callable[[str], Awaitable[str]]
"""A question as a line of JSON; its answer. An empty question asks to hurry."""


class Thinker(Program):
    """The second worker, as the pool of bots knows a program."""

    def __init__(self, think: Think) -> None:
        super().__init__("worker", listens=True)
        self._think = think

    @override
    async def ask(self, question: Struct, kind: type[T], patience: float) -> T:
        """The answer of the worker. One that fails is ended; the next question starts another."""
        line = msgspec.json.encode(question).decode()
        try:
            answer = await asyncio.wait_for(self._think(line), patience)
            return msgspec.json.decode(answer, type=kind)
        except TimeoutError:
            self.interrupt()
            raise BotFailed("too slow") from None
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - a JavaScript error may be any
            raise BotFailed(str(error)) from None

    @override
    def interrupt(self) -> None:
        """The answer is no longer needed."""
        hurried = asyncio.ensure_future(self._think(""))
        hurried.add_done_callback(lambda done: done.cancelled() or done.exception())

    @override
    async def stop(self) -> None:
        """The worker ends with the page."""
