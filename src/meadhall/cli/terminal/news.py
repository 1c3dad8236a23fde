"""The news for each viewer: moves, what came of them, and messages between seats."""

from dataclasses import dataclass, field

from meadhall.cli.terminal.board import seat_look
from meadhall.cli.terminal.cover import may_read_ply
from meadhall.cli.terminal.table import LocalTable
from meadhall.core.seats import Viewer, seat_name
from meadhall.match.decide.talk import hears
from meadhall.match.facts import Left, Said


@dataclass(slots=True)
class NewsFeed:
    """Remembers how far each viewer has read, so that nothing is shown twice."""

    _steps: dict[Viewer, int] = field(default_factory=dict)
    _messages: dict[Viewer, int] = field(default_factory=dict)

    def since(self, table: LocalTable, viewer: Viewer) -> list[str]:
        """The lines that the viewer has not read yet, marked as read."""
        first, last = self._steps.get(viewer, 0) + 1, len(table.steps)
        lines = [
            line for number in range(first, last) for line in step_lines(table, number, viewer)
        ]
        unread = list(messages(table, viewer))[self._messages.get(viewer, 0) :]
        self._messages[viewer] = self._messages.get(viewer, 0) + len(unread)
        self._steps[viewer] = last - 1
        return lines + unread

    def forget_beyond(self, table: LocalTable) -> None:
        """After an undo, forget that later steps were read: new ones take their place."""
        last = len(table.steps) - 1
        self._steps = {viewer: min(number, last) for viewer, number in self._steps.items()}


def step_lines(table: LocalTable, number: int, viewer: Viewer) -> list[str]:
    """The lines for one step: the move's notation, unless it is secret, and its events."""
    ply = table.ply(number)
    sentences = list(table.sentences(number, viewer))
    who = f"{seat_look(table.game).mark(ply.seat)} {seat_name(ply.seat)}".strip()
    if isinstance(ply, Left):
        return [f"{who} gives up.", *sentences]
    if not may_read_ply(table, number, viewer):
        return sentences
    return [f"{who}: {ply.action}", *(f"  {line}" for line in sentences)]


def messages(table: LocalTable, viewer: Viewer) -> list[str]:
    """All messages so far that the viewer may read."""
    said = table.match.messages
    return [_message(message) for message in said if hears(table.match, message, viewer)]


def _message(said: Said) -> str:
    who = said.name if said.seat is None else seat_name(said.seat)
    return f"{who} to {said.to}: {said.text}"
