"""What waits for a tick of the match loop, and what is on its way to the disk."""

from asyncio import Future
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from meadhall.core.refusal import Refusal
from meadhall.match.commands import Command
from meadhall.match.match import Match, Outcome
from meadhall.server.live.room import Room

Answer: TypeAlias = Callable[[Outcome | Refusal], None]


# `gc=False`: the collector need not track what is made for every move and is in no cycle.
class Submitted(Struct, frozen=True, gc=False):
    """A command that waits for the next tick; it counts as of the instant when it came in."""

    room: Room
    command: Command
    answer: Answer
    at: int
    began: float
    person: str = ""
    """Who asked for it; empty if no person did."""
    tries: int = 0
    """How often another process was quicker."""


class Decided(Struct, frozen=True, gc=False):
    """An outcome on its way to the disk. `before` is `None` for a new match."""

    room: Room
    before: Match | None
    outcome: Outcome
    answer: Answer
    began: float
    person: str = ""
    asked: Submitted | None = None
    """The command that led to it, to be decided again if another process was quicker."""


class Reading(Struct, frozen=True, gc=False):
    """Work that changes nothing, such as drawing an earlier position. It answers by itself."""

    room: Room
    work: Callable[[], None]
    person: str


Job: TypeAlias = Submitted | Decided | Reading


def resolve(done: "Future[Outcome | Refusal]") -> Answer:
    """Passes the answer on, unless nobody waits for it any more."""
    return lambda given: None if done.done() else done.set_result(given)
