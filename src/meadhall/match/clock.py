"""Time at the table, in whole milliseconds. Nobody here reads a clock: instants are arguments."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

DAY = 24 * 60 * 60 * 1000
GRACE = 2 * 60 * 1000
"""How long the clock waits, per question, for somebody who is asked and away."""


@dataclass(frozen=True, slots=True)
class ByRules:
    """The time that the game's own rules give, if they give any."""

    kind: Literal["rules"] = "rules"


@dataclass(frozen=True, slots=True)
class Untimed:
    """All the time in the world, whatever the rules say."""

    kind: Literal["untimed"] = "untimed"


@dataclass(frozen=True, slots=True)
class PerTurn:
    """So long for every question; all who are asked together share one deadline."""

    limit: int
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Fischer:
    """So long for the whole match, and some more after every answer; each seat has its own."""

    bank: int
    increment: int
    kind: Literal["fischer"] = "fischer"


@dataclass(frozen=True, slots=True)
class Daily:
    """So many days for every question; nobody is waited for longer because of being away."""

    days: int
    kind: Literal["daily"] = "daily"


Clock: TypeAlias = ByRules | Untimed | PerTurn | Fischer | Daily
BY_RULES = ByRules()


@dataclass(frozen=True, slots=True)
class Face:
    """What the clocks at the table show.

    Instants in here are table time: the time of day less all pauses (`held`). A shared clock has a
    `limit` that runs from `asked`; with `Fischer` every seat has a bank that runs from its `since`.
    `pause` is the time of day at which a pause began; it ends by itself when `grace` is used up.
    """

    limit: int | None = None
    asked: int = 0
    banks: tuple[int, ...] = ()
    since: tuple[int | None, ...] = ()
    held: int = 0
    pause: int | None = None
    grace: int = GRACE
