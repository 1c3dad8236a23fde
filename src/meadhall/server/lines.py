"""Bots as programs: one JSON object a line, a question on standard input, an answer on output.

Our own bots think in such programs too (`python -m meadhall.server.botworker`), so one that hangs
or crashes takes nothing down with it. A question is complete in itself: programs keep no state.
"""

import asyncio
import contextlib
import shlex
from asyncio.subprocess import PIPE, Process
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from meadhall.core.seats import Seat

LINE_LIMIT = 1 << 20
T = TypeVar("T")


class Question(Struct, tag_field="kind", tag="turn"):
    """It is this seat's turn. `moves` is empty for our own bots, which find them by themselves."""

    game: str
    seat: Seat
    seats: int
    level: str
    budget: int
    """Milliseconds to think."""
    seed: str
    view: Raw
    moves: tuple[str, ...] = ()


class Stop(Struct, tag_field="kind", tag="stop"):
    """The last question does not matter any more: answer it at once, with anything."""


class Choice(Struct, tag_field="kind", tag="move"):
    """The chosen action in notation, and for people to watch, how it was found."""

    text: str
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None
    """The part of the victory that the bot expects, in thousandths."""


class Review(Struct, tag_field="kind", tag="review"):
    """A decision of a finished match, to be judged by what its seat could know."""

    game: str
    seat: Seat
    seats: int
    budget: int
    seed: str
    view: Raw
    played: str | None
    """In notation; nothing where it was not the seat that chose."""


class Verdict(Struct, tag_field="kind", tag="verdict"):
    """The judgement: as `bots.judge` has it, with the better action in notation."""

    chances: tuple[int, ...]
    loss: int | None
    better: str | None
    line: tuple[str, ...]


class BotFailed(Exception):
    """The program crashed, was too slow, or did not answer in the protocol."""


class Program:
    """A running program that answers one question at a time; started when first asked.

    `listens`: it knows `stop`, which only our own bots do.
    """

    def __init__(self, command: str, *, listens: bool = False) -> None:
        self.command = shlex.split(command)
        self.listens = listens
        self._process: Process | None = None

    async def ask(self, question: Struct, kind: type[T], patience: float) -> T:
        """The program's answer. One that fails is ended; the next question starts it anew."""
        try:
            return await asyncio.wait_for(self._ask(question, kind), patience)
        except TimeoutError:
            await self.stop()
            raise BotFailed("too slow") from None
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            await self.stop()
            raise BotFailed(str(error)) from None

    def interrupt(self) -> None:
        """Ask for whatever there is as an answer: nobody waits for a good one any more."""
        process = self._process if self.listens else None
        if process is not None and process.returncode is None and process.stdin is not None:
            process.stdin.write(msgspec.json.encode(Stop()) + b"\n")

    async def stop(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _ask(self, question: Struct, kind: type[T]) -> T:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT
            )
        assert process.stdin is not None  # noqa: S101 - we asked for both pipes
        assert process.stdout is not None  # noqa: S101 - the same
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise ValueError("ended without an answer")
        return msgspec.json.decode(line, type=kind)
