"""A bot that is a program on this machine: one line in, one line out."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
from collections import deque
from queue import Empty, Queue
from subprocess import PIPE, Popen
from threading import Thread
from typing import IO
from weakref import finalize

from meadhall.bots.players.outside.bot_line import LONGEST_LINE, LineFailed
from meadhall.core.refusal import Refused

LINES_AHEAD = 4
"""How many lines are read before they are wanted. A program that writes more has to wait."""
LAST_WORDS = 20
"""How many lines of its error channel are kept, for the report of a crash."""
_LONGEST_WORD = 500


def command_words(command: str) -> list[str]:
    """The words of a command. Refused if they cannot be read, or there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Refused.because(
            "BAD_PROGRAM", f"The command {command!r} cannot be read: {error}.", "bot"
        ) from None
    if not words:
        raise Refused.because(
            "BAD_PROGRAM", "Say which program: program:COMMAND, as in 'program:python3 bot.py'."
        )
    if shutil.which(words[0]) is None:
        raise Refused.because("BAD_PROGRAM", f"There is no program {words[0]!r} here.", "bot")
    return words


class BotProcess:
    """A program that is started by the first question and ends when it is closed."""

    def __init__(self, command: str) -> None:
        self.words = command_words(command)
        self._process: Popen[bytes] | None = None
        self._lines: Queue[bytes] = Queue(LINES_AHEAD)
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)

    def reach(self) -> None:
        """Start the program, unless it runs."""
        if self._process is not None:
            if self._process.poll() is None:
                return
            self.close()
        try:
            # A session of its own: what it starts is ended with it.
            process = Popen(  # noqa: S603 - the person at this machine named it
                self.words, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
        except OSError as error:
            raise LineFailed(f"it cannot be started: {error.strerror}") from None
        self._process, self._lines = process, Queue(LINES_AHEAD)
        self._errors = deque(maxlen=LAST_WORDS)
        self._end = finalize(self, _kill, process)
        _in_background(_read_lines, process.stdout, self._lines)
        _in_background(_read_errors, process.stderr, self._errors)

    def ask(self, question: str, seconds: float) -> str:
        """The next line that the program writes."""
        self.reach()
        process = self._process
        assert process is not None  # noqa: S101 - it is open
        if not self._lines.empty() and process.poll() is None:
            raise self._failure("it wrote a line that nobody asked for")
        # In the background: a program that does not read would block the writer for ever.
        _in_background(_write, process.stdin, question.encode() + b"\n")
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise self._failure(f"no answer within {seconds:.1f} seconds") from None
        if not line:
            raise self._failure("it ended without an answer")
        if not line.endswith(b"\n"):
            raise self._failure(f"its answer is longer than {LONGEST_LINE:,} bytes, or cut short")
        return line.decode(errors="replace")

    def close(self) -> None:
        """Kill the program and everything that it has started."""
        if self._process is not None:
            self._process = None
            self._end()

    def _failure(self, text: str) -> LineFailed:
        """The failure, with the program's last words. The program is killed."""
        process = self._process
        self.close()
        code = process.returncode if process is not None else None
        ended = f" (exit code {code})" if code is not None and code >= 0 else ""
        last = next((line for line in reversed(self._errors) if line), "")
        return LineFailed(f"{text}{ended}{f': {last}' if last else ''}")


def _in_background(work: object, *arguments: object) -> None:
    Thread(target=work, args=arguments, daemon=True).start()  # type: ignore[arg-type] # one of the three below


def _read_lines(pipe: "IO[bytes]", lines: "Queue[bytes]") -> None:
    """Put every line into the queue, and an empty one after the last. Waits where it is full."""
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def _read_errors(pipe: "IO[bytes]", errors: "deque[str]") -> None:
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            errors.append(line.decode(errors="replace").strip()[:_LONGEST_WORD])


def _write(pipe: "IO[bytes]", line: bytes) -> None:
    # The program may have gone; then nobody answers, and that is noticed.
    with contextlib.suppress(OSError, ValueError):
        pipe.write(line)
        pipe.flush()


def _kill(process: "Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    # Closing flushes; there is nobody left to read.
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
