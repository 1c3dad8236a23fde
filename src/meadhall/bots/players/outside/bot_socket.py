"""A bot that listens at an address: WebSocket messages, or lines over TCP."""

import contextlib
import socket
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from meadhall.bots.players.outside.bot_line import LONGEST_LINE, STARTING, BotLine, LineFailed
from meadhall.core.refusal import Refused

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

_PIECE = 1 << 16


def line_to(url: str) -> BotLine:
    """A line to the bot at that address. Refused if it is not one; nothing is sent yet."""
    try:
        parts = urlsplit(url)
        host, port, scheme = parts.hostname, parts.port, parts.scheme
    except ValueError:
        host, port, scheme = None, None, ""
    if scheme in ("ws", "wss") and host:
        return WebSocketLine(url)
    if scheme == "tcp" and host and port:
        return TcpLine(host, port)
    raise Refused.because(
        "BAD_URL", f"{url!r} is no address of a bot; write ws://, wss:// or tcp://HOST:PORT.", "bot"
    )


class WebSocketLine:
    """Asks over one WebSocket; each question and each answer is a text message."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._socket: ClientConnection | None = None
        self._closing = contextlib.ExitStack()

    def reach(self) -> None:
        """Connect, unless that is done."""
        if self._socket is not None:
            return
        from websockets.sync.client import connect  # noqa: PLC0415 - most bots need none

        try:
            opening = connect(
                self.url, open_timeout=STARTING, close_timeout=1, max_size=LONGEST_LINE, proxy=None
            )
            self._socket = self._closing.enter_context(opening)
        except Exception as error:  # noqa: BLE001 - many kinds: names, TLS, HTTP, time
            raise LineFailed(f"{self.url} cannot be reached: {error}") from None

    def ask(self, question: str, seconds: float) -> str:
        """The next message."""
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 - as above

        self.reach()
        connection = self._socket
        assert connection is not None  # noqa: S101 - it is open
        try:
            connection.send(question)
            answer = connection.recv(timeout=seconds)
        except TimeoutError:
            self.close()
            raise LineFailed(f"no answer within {seconds:.1f} seconds") from None
        except (OSError, WebSocketException) as error:
            self.close()
            raise LineFailed(f"the connection broke: {error}") from None
        return answer if isinstance(answer, str) else answer.decode(errors="replace")

    def close(self) -> None:
        """Disconnect."""
        self._socket = None
        with contextlib.suppress(Exception):
            self._closing.close()


class TcpLine:
    """Asks over one TCP connection; each question and each answer is a line."""

    def __init__(self, host: str, port: int) -> None:
        self.place = (host, port)
        self._socket: socket.socket | None = None

    def reach(self) -> None:
        """Connect, unless that is done."""
        if self._socket is not None:
            return
        try:
            self._socket = socket.create_connection(self.place, STARTING)
        except OSError as error:
            where = f"tcp://{self.place[0]}:{self.place[1]}"
            raise LineFailed(f"{where} cannot be reached: {error}") from None

    def ask(self, question: str, seconds: float) -> str:
        """The next line."""
        self.reach()
        connection = self._socket
        assert connection is not None  # noqa: S101 - it is open
        try:
            connection.settimeout(seconds)
            connection.sendall(question.encode() + b"\n")
            return _read_line(connection, monotonic() + seconds).decode(errors="replace")
        except TimeoutError:
            self.close()
            raise LineFailed(f"no answer within {seconds:.1f} seconds") from None
        except (OSError, EOFError, ValueError) as error:
            self.close()
            raise LineFailed(f"the connection broke: {error}") from None

    def close(self) -> None:
        """Disconnect."""
        connection, self._socket = self._socket, None
        if connection is not None:
            connection.close()


def _read_line(connection: socket.socket, until: float) -> bytes:
    """One line; what comes after it is an answer that nobody asked for."""
    text = b""
    while not text.endswith(b"\n"):
        connection.settimeout(max(0.001, until - monotonic()))
        piece = connection.recv(_PIECE)
        if not piece:
            raise EOFError("it ended without an answer")
        text += piece
        if len(text) > LONGEST_LINE or text.count(b"\n") > 1:
            raise ValueError("more than one line came for one question")
    return text
