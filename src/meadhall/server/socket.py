"""The table's WebSocket: lets a client in, reads its messages and answers every one."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

import msgspec
from litestar.types import Receive, Scope, Send

from meadhall.core.refusal import Refusal, Refused
from meadhall.core.seats import Seat, Viewer
from meadhall.match.commands import Abandon, ComeBack, Command, GoAway
from meadhall.match.evolve import state_at
from meadhall.match.match import Outcome, Rejected
from meadhall.server import deeds, protocol
from meadhall.server.doors import Doors, Hangup
from meadhall.server.frames import entries, scene, to_json
from meadhall.server.hub import CRASHED, Answer, Hub, refusal_of
from meadhall.server.limits import Bucket
from meadhall.server.observe import log
from meadhall.server.outbox import Outbox
from meadhall.server.protocol import Act, Ask, Do, FromClient, Join, Look, Ping, Say
from meadhall.server.publish import send_table, welcome
from meadhall.server.room import Room
from meadhall.server.steward import Steward
from meadhall.server.why import foreseen, why_not_gesture, why_not_text
from meadhall.server.wire import Wire, wire_of

JOIN_SECONDS = 10.0
STRIKES = 20
CROWD, CROWD_SECONDS = 20, 0.2
"""Where more than so many are, coming and going is told so often at most: all hear of everybody."""

decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


@dataclass(frozen=True, slots=True)
class Sockets:
    """Serves the sockets of all tables: an ASGI application for one path."""

    hub: Hub
    steward: Steward
    doors: Doors
    rate: int
    crowded: set[Room] = field(default_factory=set)
    """Where everybody is about to be told who is there."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its opening to its end."""
        wire = wire_of(scope)
        outbox = Outbox(wire, send)
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        try:
            with self.doors.opened(scope) as address:
                room, since = await self._admitted(scope, receive, outbox, address)
                with self.doors.counted(outbox, address):
                    await self._serve(room, since, receive, wire, outbox)
        except Hangup as hangup:
            outbox.hang_up(hangup.code)
        await outbox.gone()

    async def _admitted(
        self, scope: Scope, receive: Receive, outbox: Outbox, address: str
    ) -> tuple[Room, int]:
        """The room that is meant, and the version that whoever comes in was there at."""
        join = await _first_message(receive)
        room = await self.doors.admit(match_of(scope["path"]), join, outbox, address)
        return room, join.since

    async def _serve(
        self, room: Room, since: int, receive: Receive, wire: Wire, outbox: Outbox
    ) -> None:
        self._enter(room, outbox, since)
        self.hub.figures.sockets.inc()
        client = Client(self.hub, self.steward, room, outbox, self.rate)
        try:
            if await _caught_up(client, receive, wire):
                await wire.listen(client.hear)
        finally:
            self.hub.figures.sockets.dec()
            self._exit(client.room, outbox)

    def _enter(self, room: Room, outbox: Outbox, since: int) -> None:
        news = set(outbox.seats) - room.here()
        room.enter(outbox)
        outbox.put(welcome(room, outbox, since, self.hub.clock()))
        self._presence(room, [ComeBack(seat) for seat in sorted(news)])

    def _exit(self, room: Room, outbox: Outbox) -> None:
        room.exit(outbox)
        gone = set(outbox.seats) - room.here()
        self._presence(room, [GoAway(seat) for seat in sorted(gone)])

    def _presence(self, room: Room, told: list[ComeBack] | list[GoAway]) -> None:
        for command in told:
            self.hub.submit(room, command, lambda _: None)
        if room.size() <= CROWD:
            self._announce(room)
        elif room not in self.crowded:
            self.crowded.add(room)
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._announce, room)

    def _announce(self, room: Room) -> None:
        self.crowded.discard(room)
        if room.audience:
            send_table(room, self.hub.clock())


def match_of(path: str) -> str:
    """The match that a socket's address names; no match where it names none."""
    before, _, rest = path.partition("/api/matches/")
    match, _, tail = rest.partition("/")
    return match if not before and tail == "socket" else ""


async def _first_message(receive: Receive) -> Join:
    try:
        event = await asyncio.wait_for(receive(), JOIN_SECONDS)
    except TimeoutError:
        raise Hangup(4408) from None
    if event["type"] == "websocket.disconnect":
        raise Hangup(1000)
    try:
        message = _read(_text(event))
    except Refused:
        raise Hangup(4400) from None
    if not isinstance(message, Join):
        raise Hangup(4400)
    return message


async def _caught_up(client: "Client", receive: Receive, wire: Wire) -> bool:
    """Hear what came in before anybody listened; false where the line has been closed already."""
    while not wire.quiet:
        event = await receive()
        if event["type"] == "websocket.disconnect":
            return False
        client.hear(_text(event))
    return True


def _text(event: Mapping[str, object]) -> bytes | None:
    text = event.get("text")
    return text.encode() if isinstance(text, str) else None


def _read(text: bytes | None) -> FromClient:
    if text is None:
        raise Refused.because("BAD_MESSAGE", "Messages are text, not binary.")
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused.because(
            "BAD_MESSAGE", f"No message of this protocol: {error}"[:300]
        ) from None


def _name(message: FromClient) -> str:
    """What the client calls its message; nothing where it has no name."""
    return "" if isinstance(message, Join) else message.id


class Client:
    """Carries out what one connection asks for."""

    __slots__ = ("_bucket", "_strikes", "hub", "outbox", "room", "steward")

    def __init__(self, hub: Hub, steward: Steward, room: Room, outbox: Outbox, rate: int) -> None:
        self.hub, self.steward, self.room, self.outbox = hub, steward, room, outbox
        self._bucket = Bucket(rate, rate * 5, rate * 5, monotonic())
        self._strikes = 0

    def hear(self, text: bytes | None) -> None:
        """Do what a message asks. After too many bad ones, or too many at once, hang up."""
        if self.outbox.closing:
            return
        if self._bucket.take(monotonic()):
            self._strike(Refusal("TOO_MANY_MESSAGES", "Slower, please."), 4429)
            return
        try:
            message = _read(text)
        except Refused as error:
            self._strike(error.refusal, 4400)
        else:
            self.carry_out(message)

    def _strike(self, refusal: Refusal, code: int) -> None:
        self.refuse("", refusal)
        self._strikes += 1
        if self._strikes > STRIKES:
            self.outbox.hang_up(code)

    def carry_out(self, message: FromClient) -> None:
        """Do what the message asks; answer it whatever happens."""
        try:
            self._dispatch(message)
        except Refused as error:
            self.refuse(_name(message), error.refusal)
        except Exception:  # noqa: BLE001 - every message is answered
            self._crashed(message)

    def _crashed(self, message: FromClient) -> None:
        log.exception("message crashed", match=self.room.id, message=type(message).__name__)
        self.refuse(_name(message), refusal_of(CRASHED))

    def refuse(self, name: str, refusal: Refusal) -> None:
        """Answer that it was not done."""
        self.outbox.put(to_json(protocol.Rejected(name, refusal)))

    def _dispatch(self, message: FromClient) -> None:
        match message:
            case Act():
                self._act(message)
            case Ask():
                self._ask(message)
            case Say():
                self._own(message.seat)
                self._submit(deeds.say(message, self.outbox.name), message.id)
            case Do():
                self._do(message)
            case Look():
                self._look(message)
            case Ping():
                self.outbox.put(to_json(protocol.Pong(message.id, self.hub.clock())))
            case Join():
                raise Refused.because("ALREADY_JOINED", "This connection has joined already.")

    def _own(self, seat: Viewer) -> None:
        if seat is None and not self.outbox.seats:
            return
        if seat not in self.outbox.seats:
            raise Refused.because("NOT_YOUR_SEAT", "This connection does not hold that seat.")

    def _act(self, message: Act) -> None:
        self._own(message.seat)
        name, outbox = message.id, self.outbox

        def answer(given: "Outcome | Rejected") -> None:  # unquoted, it is made with every move
            if isinstance(given, Rejected):
                outbox.put(to_json(protocol.Rejected(name, refusal_of(given))))
            elif not given.facts:
                outbox.put(to_json(protocol.Accepted(name, given.version)))

        self.hub.submit(self.room, deeds.act(self.room.game, message), answer)

    def _submit(self, command: Command, name: str) -> None:
        self.hub.submit(self.room, command, self._answer(name))

    def _answer(self, name: str) -> Answer:
        def answer(given: Outcome | Rejected) -> None:
            if isinstance(given, Rejected):
                self.refuse(name, refusal_of(given))
            else:
                self.outbox.put(to_json(protocol.Accepted(name, given.version)))

        return answer

    def _ask(self, message: Ask) -> None:
        self._own(message.seat)
        match = self.room.public
        game, state, seat, known = match.game, match.state, message.seat, ""
        if state is None:
            refusal: Refusal | None = Refusal("NOT_STARTED", "The match has not started yet.")
        elif match.result is not None:
            refusal = Refusal("MATCH_OVER", "The match is over.")
        elif message.gesture:
            refusal = why_not_gesture(game, state, seat, message.gesture)
        else:
            deeds.parsed(game, message.text)
            refusal = why_not_text(game, state, seat, message.text)
            known = "" if refusal else foreseen(game, state, seat, message.text)
        self.outbox.put(to_json(protocol.Why(message.id, refusal, known)))

    def _look(self, message: Look) -> None:
        room, seat = self.room, message.seat
        match = room.public
        if match.result is None:
            self._own(seat)
        if match.state is None or not 0 <= message.ply <= len(match.plies):
            raise Refused.because("NO_SUCH_PLY", f"The match has {len(match.plies)} plies.", "ply")
        if seat is not None and not 0 <= seat < match.setup.seats:
            raise Refused.because("NO_SUCH_SEAT", f"This table has {match.setup.seats} seats.")
        shown = scene(room.game, room.game.view(state_at(match, message.ply), seat))
        last = room.log(message.ply - 1)[:1] if message.ply else []
        told = entries(room.game, last, seat, over=match.result is not None)
        entry = told[0] if told else None
        self.outbox.put(to_json(protocol.Looked(message.id, message.ply, seat, shown, entry)))

    def _do(self, message: Do) -> None:
        self._own(message.seat)
        if message.deed == "restart":
            self.steward.spawn(self._restart(message))
        else:
            self._submit(deeds.do(self.room.match, message), message.id)

    async def _restart(self, message: Do) -> None:
        try:
            following = await self._new_match(message.seat)
        except Refused as error:
            self.refuse(message.id, error.refusal)
        except Exception:  # noqa: BLE001 - every message is answered
            self._crashed(message)
        else:
            self.outbox.put(to_json(protocol.Accepted(message.id, self.room.public.version)))
            self.steward.invite(self.room, following)

    async def _new_match(self, seat: Seat) -> Room:
        match = self.room.match
        if match.other_people(seat):
            raise Refused.because("NOT_ALONE", "Others play here too; offer a rematch instead.")
        if match.phase == "lobby":
            raise Refused.because("NOT_STARTED", "The match has not started yet.")
        if match.phase == "playing":
            await self.hub.carry_out(self.room, Abandon())
        return await self.hub.open(self.steward.next_match(match, rotated=False))
