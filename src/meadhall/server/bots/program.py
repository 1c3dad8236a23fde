"""The line protocol of bot programs: one JSON object per line, questions in, answers out.

Our own bots run as such programs too (`python -m meadhall.server.bots.worker`), so a bot that hangs
or crashes harms nothing else. Every question is complete: programs keep no state.
"""

import asyncio
import contextlib
import shlex
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from meadhall.bots.briefing import PastPly, TimeLeft
from meadhall.bots.review.forced import ForcedWin
from meadhall.core.game import Traits
from meadhall.core.seats import Seat
from meadhall.puzzles.puzzle import Puzzle

# `readline` raises `ValueError` for a longer line, which counts as a failure of the program.
LINE_LIMIT = 1 << 20
IDLE_SECONDS = 300.0
"""A program that is not asked for this long is stopped. The next question starts it again."""
MOST_MEMORY = 150 << 20
"""Bytes of its own that a process of our bots may keep after an answer; with more it is stopped."""
T = TypeVar("T")


class TurnQuestion(Struct, tag_field="kind", tag="turn"):
    """Which move does the seat make? What has a default is for programs, not for our own bots."""

    game: str
    seat: Seat
    seats: int
    level: str
    budget: int
    """Milliseconds to think."""
    seed: str
    view: Raw
    moves: tuple[str, ...] = ()
    """The legal ones."""
    compiled: bool = True
    """Whether the game's compiled code may be used; false while it is being compiled."""
    options: dict[str, str | int | bool | None] = {}
    history: tuple[PastPly, ...] = ()
    """The plies so far, as the seat may know them."""
    clock: TimeLeft | None = None


class Stop(Struct, tag_field="kind", tag="stop"):
    """The last answer is no longer needed: give any answer at once."""


class Choice(Struct, tag_field="kind", tag="move"):
    """The chosen action in notation. The other fields are shown to people who watch."""

    text: str
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None
    """The chance to win that the bot expects, in thousandths."""


class ReviewQuestion(Struct, tag_field="kind", tag="review"):
    """How good was this decision, by what its seat could know?"""

    game: str
    seat: Seat
    seats: int
    budget: int
    seed: str
    view: Raw
    played: str | None
    """In notation; `None` if the seat did not choose."""
    traits: Traits
    compiled: bool = True


class ReviewAnswer(Struct, tag_field="kind", tag="verdict"):
    """The assessment of `bots.review.reviewer`, with the better action in notation."""

    chances: tuple[int, ...]
    loss: int | None
    better: str | None
    line: tuple[str, ...]
    forced: ForcedWin | None
    forced_after: ForcedWin | None
    sees_all: bool


class MissedQuestion(Struct, tag_field="kind", tag="missed"):
    """Does the move throw away a win by force? Only about open games of two players."""

    game: str
    position: str
    """The diagram."""
    played: str
    budget: int
    """Milliseconds to look."""


class MissedAnswer(Struct, tag_field="kind", tag="puzzle"):
    """The win as a puzzle, if there is one."""

    puzzle: Puzzle | None


class BotFailed(Exception):
    """The program crashed, was too slow, or broke the line protocol."""


class Program:
    """A program that answers one question at a time. It is started by the first question.

    `listens`: it understands `stop`. Only our own bots do.
    """

    def __init__(self, command: str, *, listens: bool = False) -> None:
        self.command = shlex.split(command)
        self.listens = listens
        self._process: Process | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None

    async def ask(self, question: Struct, kind: type[T], patience: float) -> T:
        """The program's answer. A program that fails is killed; the next question restarts it."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            answer = await asyncio.wait_for(self._ask(question, kind), patience)
        except TimeoutError:
            await self.stop()
            raise BotFailed("too slow") from None
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            await self.stop()
            raise BotFailed(str(error)) from None
        self._save_memory()
        return answer

    def interrupt(self) -> None:
        """Ask the program to answer at once, because the answer is no longer needed."""
        process = self._process if self.listens else None
        if process is not None and process.returncode is None and process.stdin is not None:
            # Not drained: these are a few bytes, and nobody waits for them.
            process.stdin.write(msgspec.json.encode(Stop()) + b"\n")

    async def stop(self) -> None:
        """Kill the program."""
        if self._idle is not None:
            self._idle.cancel()
        await self._kill()
        if self._ending is not None:
            await self._ending

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            # It may have ended by itself in the meantime.
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _save_memory(self) -> None:
        """End the program if it has grown too large, else when nobody has asked it for a while."""
        if self.listens and self._process is not None and _memory(self._process) > MOST_MEMORY:
            self._end()
        else:
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        self._ending = asyncio.create_task(self._kill())

    async def _ask(self, question: Struct, kind: type[T]) -> T:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT
            )
        assert process.stdin is not None  # noqa: S101 - both were opened as pipes
        assert process.stdout is not None  # noqa: S101 - the same
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise ValueError("ended without an answer")
        return msgspec.json.decode(line, type=kind)


# Without the pages of libraries, which all processes share. Zero where the system has no /proc.
def _memory(process: Process) -> int:
    """The bytes of memory that belong to the process alone."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process.pid}/status").read_text("ascii").splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) << 10
    return 0
