"""What people are told of."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

NoticeEvent: TypeAlias = Literal["turn", "reminder", "request", "message", "over", "challenge"]
"""Your turn, time that runs out, a request at a match, a message, an end, a challenge."""
EVENTS: Final[tuple[NoticeEvent, ...]] = get_args(NoticeEvent)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell a person once: what it is about, in a line, and where the page shows it.

    `mark` tells one occurrence from the next: who has been told of it is told again with another
    mark.
    """

    event: NoticeEvent
    mark: int
    title: str
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class Subject:
    """All that can be told of one subject now. Who has `seen` it need not be told.

    Notices of other events about the subject, which still wait, are out of date.
    """

    person: str
    id: str
    notices: tuple[Notice, ...]
    seen: bool = False
