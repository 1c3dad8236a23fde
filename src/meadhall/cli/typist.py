"""The person at the keyboard, or a script in their place: one line at a time, with a deadline."""

import os
import select
import sys
from time import monotonic
from typing import Protocol

from meadhall.cli.screen import SCREEN

_MILLISECONDS = 1000


class TimeUp(Exception):
    """No line came in time."""


class Typist(Protocol):
    """Whoever answers a prompt. The end of input is `EOFError`, Ctrl-C `KeyboardInterrupt`."""

    is_person: bool

    def ask(self, prompt: str, milliseconds: int | None = None) -> str:
        """The next line, without its end; raises `TimeUp` when it takes longer than that."""
        ...


class LineEditor:
    """A person without a clock: arrows and history work."""

    is_person = True

    def __init__(self) -> None:
        try:
            import readline  # noqa: F401, PLC0415 - importing it gives `input` its line editing
        except ImportError:  # pragma: no cover - Pythons built without it still read lines
            return

    def ask(self, prompt: str, milliseconds: int | None = None) -> str:  # noqa: ARG002 - no clock
        """The line that `input` returns."""
        SCREEN.file.flush()
        return input(prompt)


class LineReader:
    """Lines from any file descriptor, with a deadline; echoes what a script types."""

    def __init__(self, descriptor: int, *, is_person: bool) -> None:
        self.descriptor = descriptor
        self.is_person = is_person
        self._waiting = b""
        self._ended = False

    def ask(self, prompt: str, milliseconds: int | None = None) -> str:
        """The next line of the file."""
        SCREEN.out(prompt, end="", highlight=False)
        SCREEN.file.flush()
        deadline = None if milliseconds is None else monotonic() + milliseconds / _MILLISECONDS
        while b"\n" not in self._waiting and not self._ended:
            self._read(deadline)
        if not self._waiting:
            SCREEN.out("")
            raise EOFError
        line, _, self._waiting = self._waiting.partition(b"\n")
        text = line.decode("utf-8", "replace").rstrip("\r")
        if not self.is_person:
            SCREEN.out(text, highlight=False)
        return text

    def _read(self, deadline: float | None) -> None:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        ready, _, _ = select.select([self.descriptor], [], [], left)
        if not ready:
            SCREEN.out("")
            raise TimeUp
        block = os.read(self.descriptor, 65536)
        self._ended = not block
        self._waiting += block


def typist(*, timed: bool) -> Typist:
    """Whoever is at the standard input."""
    person = sys.stdin.isatty()
    if person and not timed:
        return LineEditor()
    return LineReader(sys.stdin.fileno(), is_person=person)
