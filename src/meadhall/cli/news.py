"""What each pair of eyes has been told: moves, their stories, and messages between seats."""

from dataclasses import dataclass, field

from meadhall.cli.board import look_of
from meadhall.cli.table import Table
from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat, Viewer, seat_name


@dataclass(frozen=True, slots=True)
class Message:
    """What a seat said, to whom, and after how many plies."""

    plies: int
    sender: Seat
    audience: str
    seats: tuple[Seat, ...]
    text: str


@dataclass(slots=True)
class News:
    """Remembers how far everybody has read, so that nothing is told twice or to the wrong eyes."""

    messages: list[Message] = field(default_factory=list)
    _steps_read: dict[Viewer, int] = field(default_factory=dict)
    _messages_read: dict[Viewer, int] = field(default_factory=dict)

    def since(self, table: Table, viewer: Viewer) -> list[str]:
        """What these eyes have not seen yet; now they have."""
        first, last = self._steps_read.get(viewer, 0) + 1, len(table.steps)
        lines = [
            line for number in range(first, last) for line in step_lines(table, number, viewer)
        ]
        self._steps_read[viewer] = last - 1
        unread = self.messages[self._messages_read.get(viewer, 0) :]
        self._messages_read[viewer] = len(self.messages)
        return lines + [message_line(message) for message in unread if concerns(message, viewer)]

    def forget_beyond(self, table: Table) -> None:
        """After going back: what is played anew will be told anew."""
        last = len(table.steps) - 1
        self._steps_read = {viewer: min(n, last) for viewer, n in self._steps_read.items()}

    def skip_to(self, table: Table, viewer: Viewer) -> None:
        """These eyes know the match up to here already."""
        self._steps_read[viewer] = len(table.steps) - 1


def is_secret(game: AnyGame) -> bool:
    """Whether moves or pieces are hidden in this game."""
    return game.spec.hidden or game.spec.simultaneous


def step_lines(table: Table, number: int, viewer: Viewer) -> list[str]:
    """One step: the move as it is written, unless it is another's secret, and its story."""
    ply = table.record.plies[number - 1]
    told = list(table.told(number, viewer))
    who = f"{look_of(table.game).mark(ply.seat)} {seat_name(ply.seat)}".strip()
    if ply.leave:
        return [f"{who} gives up.", *told]
    if is_secret(table.game) and ply.seat != viewer:
        return told
    return [f"{who}: {ply.action}", *(f"  {line}" for line in told)]


def concerns(message: Message, viewer: Viewer) -> bool:
    """Whether these eyes may read the message."""
    return viewer in message.seats or viewer == message.sender


def message_line(message: Message) -> str:
    """The message with its sender and its audience."""
    return f"{seat_name(message.sender)} to {message.audience}: {message.text}"
