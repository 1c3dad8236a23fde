"""Attacks by connections that say nothing, or not enough."""

import asyncio

from target import Target, abort

CONNECTIONS = 1_500
"""More than a process may usually have open."""
BODY = 1_900_000
BODIES = 100
ADDRESSES = [f"127.0.1.{number}" for number in range(1, 31)]


async def silent_connections(target: Target) -> None:
    """1,500 TCP connections that say nothing."""
    await _hold(target, [""], b"")


async def silent_from_many(target: Target) -> None:
    """The same from 30 addresses."""
    await _hold(target, ADDRESSES, b"")


async def unfinished_heads(target: Target) -> None:
    """1,500 requests whose head never ends."""
    await _hold(target, [""], target.head("GET", "/").removesuffix(b"\r\n") + b"X-Slow: ")


async def unfinished_bodies(target: Target) -> None:
    """100 requests whose body of 2 MB stops before its end."""
    lines = "Content-Type: application/json", f"Content-Length: {BODY + 1000}"
    head = target.head("POST", "/api/replays", *lines)
    body = b'{"record":"' + b"x" * round(BODY * target.size)
    await _hold(target, [""], head + body, BODIES)


async def _hold(target: Target, sources: list[str], data: bytes, count: int = CONNECTIONS) -> None:
    """Keep this many connections open, and replace those that the server closes."""
    wanted = target.share(count)
    await target.begin()
    gate = asyncio.Semaphore(50)
    async with asyncio.TaskGroup() as group:
        for number in range(wanted):
            group.create_task(_keep(target, gate, sources[number % len(sources)], data))


async def _keep(target: Target, gate: asyncio.Semaphore, source: str, data: bytes) -> None:
    while target.left > 0:
        try:
            async with gate:
                reader, writer = await asyncio.wait_for(target.connect(source), target.left)
                writer.write(data)
        except (OSError, TimeoutError):
            target.got["not connected"] += 1
            await asyncio.sleep(0.1)
            continue
        await _wait_for_the_end(target, reader)
        abort(writer)


async def _wait_for_the_end(target: Target, reader: asyncio.StreamReader) -> None:
    try:
        answer = await asyncio.wait_for(reader.read(100), max(target.left, 0.01))
    except TimeoutError:
        target.got["still open at the end"] += 1
    except OSError:
        target.got["aborted"] += 1
    else:
        target.got[answer.split(b" ", 2)[1].decode() if b" " in answer else "hung up"] += 1
        await asyncio.sleep(0.05)
