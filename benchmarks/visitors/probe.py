"""Another visitor, from an address of its own: asks for /healthz and plays a match.

A request is sent every PAUSE seconds, whether the ones before it were answered or not, so a server
that stands still for a second shows in every request of that second.
"""

import asyncio
import sys
from random import Random
from time import perf_counter

from frames import RawSocket, join
from target import Target

SOURCE = "127.0.0.2"
PAUSE = 0.04
BETWEEN_MOVES = 0.1
GIVE_UP = 20
"""Seconds after which a request counts as not answered."""
LAST_MOVE = 2
"""Seconds that a move may take after everything else is over."""


async def probe(target: Target) -> dict[str, list]:
    """Measure until the standard input ends; gives all latencies in milliseconds."""
    match, tokens = await target.table()
    lines = [await join(target, match, token) for token in tokens]
    measured: dict[str, list] = {"health": [], "failures": [], "moves": []}
    await target.begin()
    playing = asyncio.create_task(_play(lines, measured["moves"]))
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    asked = set()
    while not over.done():
        asked.add(asyncio.create_task(_ask(target, measured)))
        await asyncio.sleep(PAUSE)
    await asyncio.wait([*asked])
    await asyncio.wait([playing], timeout=LAST_MOVE)
    playing.cancel()
    return measured


async def _ask(target: Target, measured: dict[str, list]) -> None:
    began = perf_counter()
    try:
        status, _ = await asyncio.wait_for(target.request("GET", "/healthz"), GIVE_UP)
        if status != 200:
            measured["failures"].append(str(status))
    except (OSError, TimeoutError) as error:
        measured["failures"].append(type(error).__name__)
    measured["health"].append((perf_counter() - began) * 1e3)


async def _play(lines: list[RawSocket], moves: list[float]) -> None:
    """Play random moves by turns; a move has arrived when both players have their step."""
    random, seat = Random("probe"), 0
    turn, legal = lines[0].welcome["table"]["turn"], _first_moves(lines[0].welcome)
    while True:
        began = perf_counter()
        text = random.choice(legal)[1]
        act = {"kind": "act", "id": f"{turn}", "seat": seat, "turn": turn, "text": text}
        await lines[seat].send(act)
        steps = [await line.message("step") for line in lines]
        moves.append((perf_counter() - began) * 1e3)
        if steps[0].get("result") is not None:
            return
        seat = 1 - seat
        turn, legal = steps[seat]["turn"], _new_moves(steps[seat])
        await asyncio.sleep(BETWEEN_MOVES)


def _new_moves(step: dict) -> list:
    # Before protocol 3, which the earlier commit does not speak, all moves come with each step. In
    # a duel they are all new anyway.
    moves = step["moves"]
    return moves["put"] if isinstance(moves, dict) else moves


def _first_moves(welcome: dict) -> list:
    # Protocol 1, which the earlier commit speaks, calls seat views faces.
    return (welcome.get("seat_views") or welcome["faces"])[0]["moves"]
