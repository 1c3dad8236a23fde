"""Compiles the games' fast lanes in a process of its own, before anybody needs them.

The process has the lowest priority and says which game is ready, one slug per line. Until then bots
play by the pure rules. If it fails, bots compile what they need, as they do without a server.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from threading import Thread

from meadhall import registry
from meadhall.bots.warm_up import make_tables, warm_up
from meadhall.core.game import AnyGame
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import BotsReady

COMMAND = (sys.executable, "-m", "meadhall.server.bots.compile_ahead")
LOWEST_PRIORITY = 19


class CompileAhead:
    """The games whose fast lanes are being compiled, and the process that does it."""

    def __init__(self) -> None:
        self.waiting: set[str] = set()
        """The games that are not ready yet; empty if nothing is being compiled."""
        self._total = 0
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compile."""
        self.waiting = {game.spec.slug for game in fast_games()}
        self._total = len(self.waiting)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            # It may have ended by itself in the meantime.
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        if self._task is not None:
            await self._task

    def progress(self) -> BotsReady:
        """How many games are ready, and how many there are."""
        return BotsReady(self._total - len(self.waiting), self._total)

    async def _run(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
            assert self._process.stdout is not None  # noqa: S101 - it was opened as a pipe
            async for line in self._process.stdout:
                self.waiting.discard(line.decode().strip())
            await self._process.wait()
        except OSError as error:
            log.warning("cannot compile ahead", why=str(error))
        finally:
            self.waiting.clear()


def fast_games() -> list[AnyGame]:
    """The games with something to compile."""
    return [game for game in registry.games() if game.speed is not None]


def main() -> None:
    """Compile everything, print the slug of each game that is ready, and then make tables."""
    os.nice(LOWEST_PRIORITY)
    Thread(target=_end_with_the_server, daemon=True).start()
    with contextlib.suppress(BrokenPipeError):  # the server has gone
        for game in fast_games():
            warm_up(game)
            os.write(sys.stdout.fileno(), f"{game.spec.slug}\n".encode())
        for game in fast_games():
            make_tables(game)


def _end_with_the_server() -> None:
    """End the process when its standard input ends, which the server keeps open while it lives."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(0)


if __name__ == "__main__":
    main()
