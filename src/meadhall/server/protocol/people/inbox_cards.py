"""The inbox over HTTP and over the hall's socket."""

from typing import Literal

from msgspec import Struct

from meadhall.core.seats import Seat
from meadhall.server.protocol.messages import Phase

Urgency = Literal["turn", "request", "news", "waiting"]


class InboxCard(Struct):
    """A match in your inbox: what waits for you there.

    `urgency`: it is your turn, you are asked something, there is something new, or others are to
    move. `due` is when your clock runs out. `moves` and `messages` count what happened since you
    were last at the table; `last` is the last move in words, in which `seat 1` stands for a player.
    `wants` is what you are asked to agree to. `order` sorts the inbox, as texts in parts: see
    `Inbox`.
    """

    match: str
    game: str
    title: str
    phase: Phase
    code: str
    rated: bool
    players: tuple[str, ...]
    mine: tuple[Seat, ...]
    urgency: Urgency
    due: int | None
    at: int
    moves: int
    messages: int
    wants: Literal["", "draw", "undo", "rematch", "start"]
    last: str
    order: str
    """Rank, instant and match, with colons between them: sorts by the three in turn."""


class Inbox(Struct):
    """Your matches with other people, the most urgent first. `turns`: at how many you are to move.

    `next`, sent as `after`, gives the following ones; it is the `order` of the last one.
    """

    entries: tuple[InboxCard, ...]
    turns: int
    now: int
    """The server's time."""
    next: str | None = None


class InboxChange(Struct, tag_field="kind", tag="inbox"):
    """On the hall's socket: entries of your inbox that are new or have changed, or are gone."""

    put: tuple[InboxCard, ...]
    gone: tuple[str, ...]
    turns: int
