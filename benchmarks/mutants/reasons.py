"""Changes that make no difference to anybody, with the reason why no test can notice them.

A key is the text of one change: file, function, the line as it is and as it would be. A test sees
to it that each of them can still be made, and that none stands for several changes.
"""

CLOCK = "src/meadhall/match/clock.py, ClockState: "
KNOWN = (
    "src/meadhall/server/net/uvicorn_ws.py, the module: "
    'KNOWN = {"uvicorn": ((0, 53), (0, 54)), "websockets": ((16, 0), (17, 99))}  →  KNOWN = '
)

REASONS: dict[str, str] = {
    f"{CLOCK}seen: int = 0  →  seen: int = 1": (
        "The later one of this and a time of day, in milliseconds since 1970, is used."
    ),
    f"{CLOCK}asked: int = 0  →  asked: int = 1": (
        "Read only where there is a limit, and the function that sets the limit sets it too."
    ),
    f"{CLOCK}held: int = 0  →  held: int = 1": (
        "All times of the table are counted from the same start; what is shown is a difference."
    ),
    "src/meadhall/match/decide/talk.py, opens_messages: if before.state is after.state:"
    "  →  if False:": "A short cut: two equal states have equal audiences.",
    "src/meadhall/server/api/replays.py, Replays.continue_match: found = await self.desk.run("
    "continue_record, source, cut, secrets.token_hex(16))  →  found = await self.desk.run("
    "continue_record, source, cut, secrets.token_hex(17))": (
        "A seed that is longer than it need be cannot be guessed either."
    ),
    "src/meadhall/server/broadcast/chat_pages.py, send_chat: is_opened = channel.opened > "
    "before.version - old  →  is_opened = channel.opened >= before.version - old": (
        "A short cut: what listeners could read before the change is left out afterwards."
    ),
    "src/meadhall/server/live/caretaker.py, Caretaker.skip_closures: if closure.until > "
    "room.match.at and due(room.match) is not None:  →  if closure.until >= room.match.at and "
    "due(room.match) is not None:": "A short cut: the match refuses to skip a time twice.",
    KNOWN + '{"uvicorn": ((0, 53), (0, 54)), "websockets": ((16, 0), (17, 100))}': (
        "It stands for all releases of version 17, which has fewer than a hundred."
    ),
    "src/meadhall/server/protocol/messages.py, Join: since: int = 0  →  since: int = 1": (
        "Version 1 is the creation of the match, so the first ply comes later in both cases."
    ),
    "src/meadhall/store/matches.py, SqlMatches._read_facts: if expected % DECODED_AT_ONCE == 0:"
    "  →  if expected % DECODED_AT_ONCE != 0:": (
        "The same facts are read; others get their turn more often than they need it."
    ),
    "src/meadhall/store/writer.py, SqliteWriter.__init__: self.incoming_facts = 0  →  "
    "self.incoming_facts = 1": (
        "Counted anew by the first append. Before that, closing would flush; nobody can tell."
    ),
}
