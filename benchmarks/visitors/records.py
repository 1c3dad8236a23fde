"""Attacks by records and by long matches."""

import asyncio
import json
from dataclasses import asdict

from target import Target

from meadhall import registry
from meadhall.core.game import AnyGame, start
from meadhall.core.record import Ply, Record, Result, fingerprint
from meadhall.core.rng import Rng

LEAVES = 42_000
"""As many as fit into the largest record."""
PLIES = 12_000
UNLOAD_SECONDS = 7
"""After which a finished match has left the memory of the server."""
COPIES = 6


async def one_record(target: Target) -> None:
    """A made-up record of 42,000 leaving players."""
    await _send_records(target, 1)


async def four_records(target: Target) -> None:
    """The same record four times at once."""
    await _send_records(target, 4)


async def _send_records(target: Target, together: int) -> None:
    text = _made_up(target.share(LEAVES))
    await target.begin()

    async def send() -> None:
        while target.left > 0:
            await target.attempt("POST", "/api/replays", {"record": text})

    await asyncio.gather(*(send() for _ in range(together)))


async def long_match(target: Target) -> None:
    """Loading matches of 12,000 plies that have left memory."""
    text, token = _endless_diplomacy(target.share(PLIES)), await target.guest()
    matches = [await _upload(target, text, token) for _ in range(target.share(COPIES))]
    await asyncio.sleep(UNLOAD_SECONDS * min(1, 10 * target.size))
    await target.begin()
    number = 0
    while target.left > 0:
        await target.attempt("GET", f"/api/matches/{matches[number % len(matches)]}")
        number += 1


async def _upload(target: Target, text: str, token: str) -> str:
    """The id of the stored record; the server may ask for a pause between two of them."""
    while True:
        status, content = await target.request("POST", "/api/records", {"record": text}, token)
        if status != 429:
            return json.loads(content)["match"]
        await asyncio.sleep(1)


def _made_up(leaves: int) -> str:
    version = registry.game("jarls").spec.rules_version
    plies = (Ply(0, "", leave=True),) * leaves
    record = Record("jarls", version, "attack", ("Ann", "Bob", "Cem"), {}, plies)
    return _write(record)


def _endless_diplomacy(plies: int) -> str:
    """A true record: six players of Secret Toaster who negotiate, and never end the round."""
    game, rng = registry.game("secret-toaster"), Rng("attack")
    state = start(game, game.types.options(), 6, Rng("attack"))
    played = []
    for _ in range(plies):
        seat, rng = rng.choice(game.status(state).seats)
        action, rng = rng.choice(_talk(game, state, seat))
        played.append(Ply(seat, game.notation.write(action)))
        state = game.apply(state, seat, action).state
    version = game.spec.rules_version
    result = Result((0,) * 6, "agreed")
    players = tuple("ABCDEF")
    return _write(Record(game.spec.slug, version, "attack", players, {}, tuple(played), result))


def _talk(game: AnyGame, state: object, seat: int) -> list[object]:
    actions = game.legal_actions(state, seat)
    return [action for action in actions if type(action).__name__ != "Ready"] or actions


def _write(record: Record) -> str:
    """The record as short as it can be written: fields with their default are left out."""
    plies = [
        {"seat": ply.seat, "action": ply.action, **({"leave": True} if ply.leave else {})}
        for ply in record.plies
    ]
    document = {
        "schema": "meadhall-record-1", "game": record.game, "rules_version": record.rules_version,
        "seed": record.seed, "players": record.players, "options": record.options, "plies": plies,
        "result": asdict(record.result) if record.result else None, "hash": fingerprint(record),
    }  # fmt: skip
    return json.dumps(document, separators=(",", ":"))
