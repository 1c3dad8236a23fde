"""Carries out what one connection asks for, and answers every message."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import msgspec

from meadhall.core.refusal import Refusal, Refused
from meadhall.core.seats import Viewer
from meadhall.match import commands
from meadhall.match.commands import Abandon, Command
from meadhall.match.evolve import state_at
from meadhall.match.fork import Seating
from meadhall.match.match import Outcome
from meadhall.server.broadcast.channel import Listener
from meadhall.server.broadcast.chat_pages import page_before
from meadhall.server.live.caretaker import Caretaker
from meadhall.server.live.commands import request_command, say_command
from meadhall.server.live.explain import explain
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.metrics import log
from meadhall.server.protocol import messages
from meadhall.server.protocol.chat_messages import ChatRequest
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.messages import (
    ActMessage,
    Ask,
    Do,
    FromClient,
    Join,
    Look,
    Ping,
    SayMessage,
)
from meadhall.server.protocol.notation import parse_action
from meadhall.server.protocol.problem import CRASHED
from meadhall.server.rate_limits import Bucket

STRIKES = 20
"""How many unreadable or surplus messages a connection may send before it is closed."""

TOO_MANY = Refusal("TOO_MANY_MESSAGES", "You are sending messages too quickly. Wait a moment.")

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read_message(text: bytes | None) -> FromClient:
    """The message; raises `Refused` for what is none. `None` stands for a binary message.

    Raises `UnicodeDecodeError` for text that is not UTF-8: such a socket is closed (RFC 6455, 8.1).
    """
    if text is None:
        raise Refused.because("BAD_MESSAGE", "Messages are text, not binary.")
    try:
        return _decoder.decode(text)
    # msgspec raises RecursionError for JSON that is nested too deeply.
    except (msgspec.MsgspecError, RecursionError) as error:
        sentence = "That is not a message of this protocol."
        raise Refused.because("BAD_MESSAGE", sentence, str(error)[:300]) from None


class _Named(msgspec.Struct):
    """What every message has that wants an answer."""

    id: str = ""


_names = msgspec.json.Decoder(_Named)


def id_in(text: bytes | None) -> str:
    """The id of a message that is not carried out; empty where there is none.

    Makes nothing of the rest of the message, which is skipped: that costs a few microseconds.
    """
    try:
        return _names.decode(text or b"{}").id
    # The last two: text that is not UTF-8, and JSON that is nested too deeply.
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


class Session:
    """One connection at one table."""

    __slots__ = (
        "_bucket", "_strikes", "behind_ms", "caretaker", "listener", "match_loop", "played", "room",
    )  # fmt: skip

    def __init__(
        self, match_loop: MatchLoop, caretaker: Caretaker, room: Room, listener: Listener, rate: int
    ) -> None:
        self.match_loop, self.caretaker = match_loop, caretaker
        self.room, self.listener = room, listener
        self.played = room
        """The room that takes commands. A spectator may be in a copy of it that is behind."""
        self.behind_ms = 0
        """How far that copy is behind."""
        self._bucket = Bucket(rate, rate * 5, rate * 5, monotonic())
        self._strikes = 0

    def hear(self, text: bytes | None) -> None:
        """Do what a message asks. After too many bad ones, or too many at once, hang up."""
        if self.listener.closing:
            return
        # Before the message is parsed, so that a surplus one costs little.
        if self._bucket.take(monotonic()):
            self._strike(id_in(text), TOO_MANY, 4429)
            return
        try:
            message = read_message(text)
        except UnicodeDecodeError:
            self.listener.hang_up(1007)
            return
        except Refused as error:
            self._strike(id_in(text), error.refusal, 4400)
            return
        try:
            self._carry_out(message)
        except Refused as error:
            self._refuse(_id_of(message), error.refusal)
        except Exception:  # noqa: BLE001 - every message is answered
            self._answer_crash(message)

    def _carry_out(self, message: FromClient) -> None:
        match message:
            case ActMessage():
                self._act(message)
            case Ask() | Look():
                # In line with commands, because it takes time.
                self.match_loop.read(
                    self.room, lambda: self._work_out(message), self.listener.holder
                )
            case SayMessage():
                self._check_seat(message.seat)
                self._check_talk()
                self._submit(say_command(message, self.listener.name), message.id)
            case Do():
                self._do(message)
            case _:
                self._read(message)

    def _work_out(self, message: Ask | Look) -> None:
        """Answer what changes nothing but takes time."""
        with self._answering(message):
            if isinstance(message, Look):
                self._look(message)
            else:
                self._explain(message)

    @contextmanager
    def _answering(self, message: FromClient) -> Iterator[None]:
        """Answer the message if the work inside is refused or fails."""
        try:
            yield
        except Refused as error:
            self._refuse(_id_of(message), error.refusal)
        except Exception:  # noqa: BLE001 - every message is answered
            self._answer_crash(message)

    def _read(self, message: ChatRequest | Ping | Join) -> None:
        """Answer what takes no time worth mentioning."""
        match message:
            case ChatRequest():
                page = page_before(self.room.channel, self.listener, message.before, message.id)
                self._send(page)
            case Ping():
                self._send(messages.Pong(message.id, self.match_loop.clock() - self.behind_ms))
            case Join():
                raise Refused.because("ALREADY_JOINED", "This connection has joined already.")

    def _act(self, message: ActMessage) -> None:
        """Play an action. Its `step` is the answer, unless nothing new was stored."""
        self._check_seat(message.seat)
        name, listener, channel = message.id, self.listener, self.room.channel

        def answer(
            given: "Outcome | Refusal",
        ) -> None:  # quoted: annotations cost with every move
            if isinstance(given, Refusal):
                listener.put(to_json(messages.Rejected(name, given)))
            elif not given.facts:
                listener.put(to_json(messages.Accepted(name, channel.version)))

        action = parse_action(self.room.game, message.text)
        command = commands.Act(message.seat, action, message.turn, name)
        self.match_loop.submit(self.room, command, answer, self.listener.holder)

    def _submit(self, command: Command, name: str) -> None:
        """Carry the command out; `accepted` or `rejected` is the answer."""

        def answer(given: Outcome | Refusal) -> None:
            if isinstance(given, Refusal):
                self._refuse(name, given)
            else:
                self._send(messages.Accepted(name, self.room.channel.version))

        self.match_loop.submit(self.played, command, answer, self.listener.holder)

    def _explain(self, message: Ask) -> None:
        self._check_seat(message.seat)
        # The stored match, not `room.match`: no answer may depend on an unstored fact.
        self._send(explain(self.room.channel.match, message))

    def _look(self, message: Look) -> None:
        """Show an earlier position, as the seat saw it or as a spectator did."""
        channel, seat = self.room.channel, message.seat
        match = channel.match
        # After the end nothing is secret, and everybody may look from any seat.
        if match.result is None:
            self._check_seat(seat)
        if match.state is None or not 0 <= message.ply <= len(match.plies):
            raise Refused.because("NO_SUCH_PLY", f"The match has {len(match.plies)} plies.", "ply")
        if seat is not None and not 0 <= seat < match.setup.seats:
            raise Refused.because("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
        view, present = match.game.view(state_at(match, message.ply), seat), match.game.present
        last = channel.log(message.ply - 1)[:1] if message.ply else []
        lines = channel.encoder.log_lines(match, last, seat)
        scene = present.scene(view) if present else None
        entry = lines[0] if lines else None
        self._send(messages.Looked(message.id, message.ply, seat, scene, entry))

    def _do(self, message: Do) -> None:
        self._check_seat(message.seat)
        if message.request == "restart":
            self.caretaker.spawn(self._restart(message))
        elif message.request == "rematch":
            self._submit(self._rematch_command(message), message.id)
        else:
            self._submit(request_command(self.room.match, message), message.id)

    def _rematch_command(self, message: Do) -> Command:
        """Propose a rematch; where one is proposed, the match agrees to that one instead."""
        reserved = self.caretaker.reservations.read(message.reservation)
        return commands.Propose(message.seat, "rematch", message.share, reserved)

    async def _restart(self, message: Do) -> None:
        with self._answering(message):
            following = await self._new_match(message)
            self._send(messages.Accepted(message.id, self.room.channel.version))
            self.caretaker.invite(self.room, following)
            self.caretaker.cluster.tell_invitation(self.room.id, following.id)

    async def _new_match(self, message: Do) -> Room:
        match = self.room.match
        if match.other_people(message.seat):
            raise Refused.because(
                "NOT_ALONE", "Other people play here too. Offer a rematch instead."
            )
        if match.phase == "playing" and match.setup.counts:
            raise Refused.because("RATED", "A match that counts is played to its end, or resigned.")
        if match.phase == "lobby":
            raise Refused.because("NOT_STARTED", "The match has not started yet.")
        reserved = await self.caretaker.reservations.redeem(message.reservation)
        seating = Seating(match.players, {message.seat: message.share})
        following = self.caretaker.next_match(match, reserved, seating)
        if match.phase == "playing":
            await self.match_loop.carry_out(self.room, Abandon())
        return await self.match_loop.open(following)

    def _check_seat(self, seat: Viewer) -> None:
        """Refuse to act for a seat that this connection does not hold."""
        # A player cannot act as a spectator either, to write to the spectators, say.
        if seat is None and not self.listener.seats:
            return
        if seat not in self.listener.seats:
            raise Refused.because("NOT_YOUR_SEAT", "This connection does not hold that seat.")

    def _check_talk(self) -> None:
        """Refuse messages of people who are muted, or who write too much."""
        if self.listener.muted > self.match_loop.clock():
            raise Refused.because("MUTED", "A moderator has muted you for some time.")
        if self.listener.talk.take(monotonic()):
            raise Refused(TOO_MANY)

    def _strike(self, name: str, refusal: Refusal, code: int) -> None:
        self._refuse(name, refusal)
        self._strikes += 1
        if self._strikes > STRIKES:
            self.listener.hang_up(code)

    def _refuse(self, name: str, refusal: Refusal) -> None:
        self._send(messages.Rejected(name, refusal))

    def _answer_crash(self, message: FromClient) -> None:
        log.exception("message crashed", match=self.room.id, message=type(message).__name__)
        self._refuse(_id_of(message), CRASHED)

    def _send(self, message: messages.FromServer) -> None:
        self.listener.put(to_json(message))


def _id_of(message: FromClient) -> str:
    """The client's own id for the message; empty where it has none."""
    return "" if isinstance(message, Join) else message.id
