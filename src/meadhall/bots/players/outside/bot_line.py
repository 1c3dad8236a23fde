"""What carries questions to a bot from outside and brings its answers."""

from typing import Protocol

LONGEST_LINE = 1 << 20
"""Bytes of an answer. A longer one is a failure."""
STARTING = 10.0
"""Seconds that a program has to start, or an address to answer, beside the time to think."""


class LineFailed(Exception):
    """The program died, was too slow, or wrote what nobody asked for."""


class BotLine(Protocol):
    """A line to a bot. After a failure it is closed; the next question opens it again."""

    def reach(self) -> None:
        """Start the program or connect to it, if that has to be done. Raises `LineFailed`."""
        ...

    def ask(self, question: str, seconds: float) -> str:
        """The line that answers. Raises `LineFailed` after that many seconds at the latest."""
        ...

    def close(self) -> None:
        """End the program, or the connection."""
        ...
