"""The messages about chat on a table's WebSocket: lines, and pages of older lines."""

from msgspec import Struct

from meadhall.core.seats import Seat, Viewer

CHAT_PAGE = 50
"""How many lines a page of the chat has."""


class ChatRequest(Struct, tag_field="kind", tag="chat", forbid_unknown_fields=True):
    """Ask for the page of chat before the line with that number. Answered by `chat`."""

    id: str
    before: int


class ChatLine(Struct):
    """A chat message."""

    number: int
    """Its own; the order is `at`. A client that knows the number drops the message."""
    seat: Viewer
    """`None` for a spectator, who has only a `name`."""
    name: str
    audience: str
    text: str
    turn: int
    at: int
    label: str = ""
    """What the game called the audience when the message was sent; empty for other audiences."""
    seats: tuple[Seat, ...] = ()
    """The seats that it was sent to."""


class ChatPage(Struct, tag_field="kind", tag="chat"):
    """The answer to `chat`: up to 50 lines, the oldest first.

    `earlier` says whether there are older ones. Without an `id` many old messages have become
    readable at once: the client drops its chat and begins again with this page, the newest one.
    """

    id: str
    lines: tuple[ChatLine, ...]
    earlier: bool
