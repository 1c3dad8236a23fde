"""What each pair of eyes has been told: moves, their stories, and messages between seats."""

from dataclasses import dataclass, field

from meadhall.cli.board import look_of
from meadhall.cli.secrecy import may_read
from meadhall.cli.table import Table
from meadhall.core.seats import Viewer, seat_name
from meadhall.match.facts import Left, Said
from meadhall.match.talk import hears


@dataclass(slots=True)
class News:
    """Remembers how far everybody has read, so that nothing is told twice or to the wrong eyes."""

    _steps: dict[Viewer, int] = field(default_factory=dict)
    _messages: dict[Viewer, int] = field(default_factory=dict)

    def since(self, table: Table, viewer: Viewer) -> list[str]:
        """What these eyes have not seen yet; now they have."""
        first, last = self._steps.get(viewer, 0) + 1, len(table.steps)
        lines = [
            line for number in range(first, last) for line in step_lines(table, number, viewer)
        ]
        unread = list(messages(table, viewer))[self._messages.get(viewer, 0) :]
        self._messages[viewer] = self._messages.get(viewer, 0) + len(unread)
        self._steps[viewer] = last - 1
        return lines + unread

    def forget_beyond(self, table: Table) -> None:
        """After going back: what is played anew will be told anew."""
        last = len(table.steps) - 1
        self._steps = {viewer: min(number, last) for viewer, number in self._steps.items()}


def step_lines(table: Table, number: int, viewer: Viewer) -> list[str]:
    """One step: the move as it is written, unless it is another's secret, and its story."""
    ply = table.ply(number)
    told = list(table.told(number, viewer))
    who = f"{look_of(table.game).mark(ply.seat)} {seat_name(ply.seat)}".strip()
    if isinstance(ply, Left):
        return [f"{who} gives up.", *told]
    if not may_read(table, number, viewer):
        return told
    return [f"{who}: {ply.action}", *(f"  {line}" for line in told)]


def messages(table: Table, viewer: Viewer) -> list[str]:
    """What was said so far, as far as these eyes may read it."""
    heard = (said for said in table.match.messages if hears(table.match, said, viewer))
    return [_message(said) for said in heard]


def _message(said: Said) -> str:
    who = said.name if said.seat is None else seat_name(said.seat)
    return f"{who} to {said.to}: {said.text}"
