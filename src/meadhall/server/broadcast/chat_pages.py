"""Who is sent which messages: new ones, pages of old ones, and what becomes readable later."""

from collections.abc import Iterable
from itertools import islice

from meadhall.core.refusal import Refused
from meadhall.core.seats import Viewer
from meadhall.match.decide.talk import hears
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import Channel, ChatMessage, Listener, viewers_of
from meadhall.server.protocol.chat_messages import CHAT_PAGE, ChatLine, ChatPage
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.messages import SaidMessage


def newest_page(channel: Channel, listener: Listener) -> ChatPage:
    """The last messages that the listener may read."""
    return _page_up_to(channel, listener, len(channel.chat), "")


def page_before(channel: Channel, listener: Listener, number: int, request: str) -> ChatPage:
    """The messages that the listener may read before the one with that number."""
    viewers = viewers_of(listener)
    known = (index for index, message in enumerate(channel.chat) if message.number == number)
    index = next(known, None)
    # A message that the viewers may not read is unknown to them: nothing may show that it exists.
    if index is None or not _can_read(channel.match, viewers, channel.chat[index]):
        raise Refused.because("NO_SUCH_MESSAGE", "There is no such message.", "before")
    return _page_up_to(channel, listener, index, request)


def send_chat(channel: Channel, before: Match) -> None:
    """Send the new messages, and the older ones that listeners may read only now."""
    old = len(before.messages)
    is_opened = channel.opened > before.version - old
    first = 0 if is_opened else old
    frames: dict[int, bytes] = {}
    for listener in channel.listeners() if first < len(channel.chat) else ():
        viewers = viewers_of(listener)
        # What a viewer could read before has been sent already, or is on a page.
        news = [
            message
            for index, message in enumerate(channel.chat[first:], first)
            if _can_read(channel.match, viewers, message)
            and not _is_ignored(channel.match, listener, message)
            and not (index < old and _can_read(before, viewers, message))
        ]
        if len(news) > CHAT_PAGE:
            listener.put(to_json(newest_page(channel, listener)))
            continue
        for message in news:
            if message.number not in frames:
                frames[message.number] = to_json(SaidMessage(channel.version, _line(message)))
            listener.put(frames[message.number])


def _page_up_to(channel: Channel, listener: Listener, end: int, request: str) -> ChatPage:
    viewers, match = viewers_of(listener), channel.match
    messages = (channel.chat[index] for index in reversed(range(end)))
    readable = (
        message
        for message in messages
        if _can_read(match, viewers, message) and not _is_ignored(match, listener, message)
    )
    # One more than a page, to see whether there are earlier ones.
    found = list(islice(readable, CHAT_PAGE + 1))
    return ChatPage(request, _lines(reversed(found[:CHAT_PAGE])), len(found) > CHAT_PAGE)


def _can_read(match: Match, viewers: tuple[Viewer, ...], message: ChatMessage) -> bool:
    return any(hears(match, message.said, viewer) for viewer in viewers)


def _is_ignored(match: Match, listener: Listener, message: ChatMessage) -> bool:
    """Whether the listener's person blocks who wrote the message."""
    if not listener.ignored:
        return False
    said = message.said
    player = None if said.seat is None else match.players[said.seat]
    return (player.holder if player else said.name) in listener.ignored


def _lines(messages: Iterable[ChatMessage]) -> tuple[ChatLine, ...]:
    return tuple(map(_line, messages))


def _line(message: ChatMessage) -> ChatLine:
    said = message.said
    return ChatLine(
        message.number, said.seat, said.name, said.to, said.text, said.turn, said.at,
        said.label, said.seats,
    )  # fmt: skip
