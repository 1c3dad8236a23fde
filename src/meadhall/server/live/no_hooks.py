"""The hooks of a match loop that nobody listens to."""

from collections.abc import Sequence

from meadhall.match.facts import Fact
from meadhall.server.live.room import Room
from meadhall.server.metrics import log


def log_failure(error: Exception) -> None:
    """Of a commit."""
    log.error("commit failed", exc_info=error)


async def have_missed_nothing(_: Room) -> None:
    """Of a room that is being loaded."""


def note_nothing(_: Room, __: Sequence[Fact]) -> None:
    """Of facts of other processes."""


def do_nothing(_: object) -> None:
    """The hook of a loop that nobody listens to."""
