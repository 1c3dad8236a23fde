"""The prompt: reads one line at a time from a person or a script, with a deadline."""

import os
import select
import sys
from time import monotonic
from typing import Protocol

from meadhall.cli.terminal.screen import SCREEN

_MILLISECONDS = 1000


class TimeUp(Exception):
    """No line was typed in time."""


class Prompt(Protocol):
    """Asks for lines. The end of input raises `EOFError`, Ctrl-C `KeyboardInterrupt`."""

    is_person: bool
    """Whether a person types, and not a script."""

    def ask(self, question: str, milliseconds: int | None = None) -> str:
        """The next line, without its end; raises `TimeUp` when it takes longer than that."""
        ...


class LineEditor:
    """A person without a clock: arrow keys and history work."""

    is_person = True

    def __init__(self) -> None:
        try:
            import readline  # noqa: F401, PLC0415 - importing it gives `input` its line editing
        except ImportError:  # pragma: no cover - Pythons built without it still read lines
            return

    def ask(self, question: str, milliseconds: int | None = None) -> str:  # noqa: ARG002 - no clock
        """The line that `input` returns."""
        SCREEN.file.flush()
        return input(question)


class LineReader:
    """Lines from a file descriptor, with a deadline.

    It reads the descriptor itself, since `input` cannot be interrupted by a deadline.
    """

    def __init__(self, descriptor: int, *, is_person: bool) -> None:
        self.descriptor = descriptor
        self.is_person = is_person
        self._buffer = b""
        self._ended = False

    def ask(self, question: str, milliseconds: int | None = None) -> str:
        """The next line of the file."""
        SCREEN.out(question, end="", highlight=False)
        SCREEN.file.flush()
        deadline = None if milliseconds is None else monotonic() + milliseconds / _MILLISECONDS
        while b"\n" not in self._buffer and not self._ended:
            self._read(deadline)
        # A last line without a line end is still a line.
        if not self._buffer:
            SCREEN.out("")
            raise EOFError
        line, _, self._buffer = self._buffer.partition(b"\n")
        text = line.decode("utf-8", "replace").rstrip("\r")
        if not self.is_person:
            SCREEN.out(text, highlight=False)  # a terminal echoes what is typed, a pipe does not
        return text

    def _read(self, deadline: float | None) -> None:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        ready, _, _ = select.select([self.descriptor], [], [], left)
        if not ready:
            SCREEN.out("")
            raise TimeUp
        block = os.read(self.descriptor, 65536)
        self._ended = not block
        self._buffer += block


def open_prompt(*, timed: bool) -> Prompt:
    """A prompt for the standard input; `timed` where deadlines must work."""
    is_person = sys.stdin.isatty()
    if is_person and not timed:
        return LineEditor()
    return LineReader(sys.stdin.fileno(), is_person=is_person)
