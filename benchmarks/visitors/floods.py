"""Attacks by frames: many of them, and readers who do not read."""

import asyncio
from collections.abc import Sequence

from frames import CONTINUATION, PING, PONG, TEXT, RawSocket, frame, join, open_socket
from target import Target, receive_little

BATCH = 2_000
"""Frames in one write."""
WATCHERS = 100
LONG = "🍯" * 2_000
"""The longest message that a chat takes; four bytes for each character."""
MESSAGES = 2_000
WRITERS = 20
CLOSED_SECONDS = 2
"""How long a flooder waits for the reason after it was hung up."""
BEGINNING = frame(0x01)
"""The first part of a message that never ends."""
FLOODS = (
    (b"", frame(PING) * BATCH),
    (b"", frame(PONG) * BATCH),
    (BEGINNING, frame(CONTINUATION) * BATCH),
)
"""What is sent first, and what is sent again and again."""


async def floods_before_joining(target: Target) -> None:
    """Pings, pongs and empty continuations before `join`."""
    match, _ = await target.table()
    await target.begin()
    await asyncio.gather(*(_flood(target, match, (), *flood) for flood in FLOODS))


async def floods_after_joining(target: Target) -> None:
    """Pings, pongs and empty continuations after `join`."""
    match, tokens = await target.table()
    await target.begin()
    await asyncio.gather(*(_flood(target, match, tokens, *flood) for flood in FLOODS))


async def _flood(
    target: Target, match: str, tokens: Sequence[str], first: bytes, data: bytes
) -> None:
    while target.left > 0:
        try:
            line = await (join(target, match, *tokens) if tokens else open_socket(target, match))
            await line.send_bytes(first)
        except (OSError, EOFError) as error:
            target.got[str(error)] += 1
            await asyncio.sleep(0.01)
            continue
        await _push(target, line, data)


async def _push(target: Target, line: RawSocket, data: bytes) -> None:
    """Write the same until the server hangs up; count its reason."""
    reading = asyncio.create_task(line.close_code())
    while target.left > 0 and not reading.done():
        try:
            await asyncio.wait_for(line.send_bytes(data), max(target.left, 0.01))
        except (OSError, TimeoutError):
            break
        target.got["frames sent"] += BATCH
        await asyncio.sleep(0)
    await asyncio.wait([reading], timeout=CLOSED_SECONDS if target.left > 0 else 0.1)
    if reading.done():
        target.got[f"closed {reading.result()}"] += 1
    reading.cancel()
    line.abort()


async def unread_pongs(target: Target) -> None:
    """Pings whose pongs are not read."""
    match, tokens = await target.table()
    data = frame(PING, b"x" * 125) * 200
    await target.begin()
    lines = [await _deaf(target, match, *tokens) for _ in range(target.share(20))]
    await asyncio.gather(*(_send_unread(target, line, data) for line in lines if line))


async def unread_chat(target: Target) -> None:
    """100 spectators who do not read, while players chat."""
    match, tokens = await target.table()
    writers = [await join(target, match, tokens[0]) for _ in range(target.share(WRITERS))]
    await target.begin()
    lines = [await _deaf(target, match) for _ in range(target.share(WATCHERS))]
    await asyncio.gather(*(_chat(target, line, number) for number, line in enumerate(writers)))
    await asyncio.gather(*(_count_end(target, line) for line in lines if line))


async def _deaf(target: Target, match: str, *tokens: str) -> RawSocket | None:
    """A socket that joins and reads nothing."""
    try:
        line = await open_socket(target, match)
        receive_little(line.writer)
        line.writer.transport.pause_reading()
        await line.send({"kind": "join", "tokens": tokens})
    except OSError as error:
        target.got[str(error)] += 1
        return None
    return line


async def _send_unread(target: Target, line: RawSocket, data: bytes) -> None:
    while target.left > 0:
        try:
            await asyncio.wait_for(line.send_bytes(data), max(target.left, 0.01))
        except TimeoutError:  # the server stopped reading; a kind of OSError, so it comes first
            break
        except OSError:
            target.got["aborted"] += 1
            return
        target.got["pings sent"] += 200
        await asyncio.sleep(0)
    await _count_end(target, line)


async def _count_end(target: Target, line: RawSocket) -> None:
    """Read now, to see whether the server has hung up on a client that did not read."""
    line.writer.transport.resume_reading()
    try:
        code = await asyncio.wait_for(line.close_code(), CLOSED_SECONDS)
    except TimeoutError:
        target.got["still connected"] += 1
    else:
        target.got[f"closed {code}"] += 1
    line.abort()


async def _chat(target: Target, line: RawSocket, writer: int) -> None:
    """Write as fast as the limit lets one, and read the answers."""
    number = 0
    answers = asyncio.create_task(_count_answers(target, line))
    while target.left > 0 and not answers.done():
        message = {"kind": "say", "id": f"{writer}-{number}", "seat": 0, "text": LONG}
        try:
            await line.send(message)
        except OSError:
            break
        number += 1
        await asyncio.sleep(0 if number < 99 else 0.06)
    await asyncio.wait([answers], timeout=0.5)
    answers.cancel()
    line.abort()


async def _count_answers(target: Target, line: RawSocket) -> None:
    try:
        while True:
            first, payload = await line.read()
            if first == TEXT and payload.startswith(b'{"kind":"accepted"'):
                target.got["messages accepted"] += 1
            elif first == TEXT and payload.startswith(b'{"kind":"rejected"'):
                target.got["messages rejected"] += 1
    except (OSError, EOFError):
        target.got["writers closed"] += 1


async def crowded_chat(target: Target) -> None:
    """Joining a table with 2,000 long messages."""
    match, tokens = await target.table()
    writers = [await join(target, match, tokens[0]) for _ in range(target.share(WRITERS))]
    each = target.share(MESSAGES) // len(writers)
    filled = await asyncio.gather(*(_fill(line, n, each) for n, line in enumerate(writers)))
    target.got["messages stored"] = sum(filled)
    await target.begin()
    while target.left > 0:
        try:
            line = await open_socket(target, match)
            await line.send({"kind": "join"})
            _, welcome = await asyncio.wait_for(line.read(), 30)
        except (OSError, EOFError, TimeoutError) as error:
            target.got[str(error) or type(error).__name__] += 1
        else:
            target.got["joined"] += 1
            target.got["KiB of the largest welcome"] = max(
                target.got["KiB of the largest welcome"], len(welcome) >> 10
            )
            line.abort()


async def _fill(line: RawSocket, writer: int, count: int) -> int:
    """Write this many messages and wait for the answers; gives how many were accepted."""
    accepted = 0
    for number in range(count):
        await line.send({"kind": "say", "id": f"{writer}-{number}", "seat": 0, "text": LONG})
        while True:
            first, payload = await line.read()
            if first == TEXT and payload.startswith((b'{"kind":"accepted"', b'{"kind":"rejected"')):
                break
        accepted += payload.startswith(b'{"kind":"accepted"')
    line.abort()
    return accepted
