"""What only a device offers: all its matches as one file, out and in again, and to delete them."""

import json
import re
from collections.abc import Sequence
from typing import cast

from litestar import MediaType, Response, Router, delete, get, post
from litestar.di import Provide
from litestar.params import JSONBody
from msgspec import Struct

from meadhall.core.codec import decode, encode, parse_json
from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Fact
from meadhall.match.ports import Damage, Query, append_of
from meadhall.server.api.guards import (
    HallHere,
    Visitor,
    provide_hall,
    provide_maybe,
    provide_visitor,
)
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.site.kept import KeptMatches

HOLDER = re.compile(r'"holder":"[^"]+"')


class Brought(Struct, forbid_unknown_fields=True):
    """A file of matches: a record, or one match per line."""

    lines: str


class BroughtIn(Struct):
    """Which matches were brought in (or deleted), and why others were not."""

    kept: tuple[str, ...]
    skipped: tuple[str, ...]


@get("/matches")
async def export_matches(hall: HallHere) -> Response[str]:
    """All matches that can be read, one line each: their records' facts, so that play goes on."""
    lines = []
    async for found in hall.match_loop.store.scan(Query()):
        if not isinstance(found, Damage):
            match, facts = found
            lines.append(
                json.dumps({"match": match, "facts": [encode(fact).decode() for fact in facts]})
            )
    return Response("\n".join(lines) + "\n", media_type=MediaType.TEXT)


@post("/matches", status_code=200)
async def import_matches(hall: HallHere, visitor: Visitor, data: JSONBody[Brought]) -> BroughtIn:
    """Bring matches in. The seats of people become this person's; nothing here is replaced."""
    kept: list[str] = []
    skipped: list[str] = []
    for number, line in enumerate(filter(str.strip, data.lines.splitlines()), 1):
        try:
            kept.append(await _bring_in(cast(Hall, hall), visitor, line))
        except (Refused, LookupError, TypeError, ValueError, AttributeError) as error:
            why = error.refusal.sentence if isinstance(error, Refused) else "It cannot be read."
            skipped.append(f"Line {number}: {why}")
    hall.match_loop.lists_changed([visitor.id])
    return BroughtIn(tuple(kept), tuple(skipped))


@delete("/matches", status_code=200)
async def delete_finished_matches(hall: HallHere) -> BroughtIn:
    """Delete all finished matches, to make room."""
    matches = cast(KeptMatches, hall.match_loop.store)
    over = [one.id for one in await matches.find(Query(phases=("over",), limit=1_000_000))]
    for match in over:
        if match in hall.match_loop.rooms:
            cast(Hall, hall).dismiss(hall.match_loop.rooms[match])
            hall.match_loop.unload(hall.match_loop.rooms[match])
        await matches.erase(match)
    return BroughtIn(tuple(over), ())


async def _bring_in(hall: Hall, person: Person, line: str) -> str:
    plain = parse_json(line)
    if not isinstance(plain, dict) or not isinstance(plain.get("facts"), list):
        raise Refused.because("NOT_A_MATCH", "There is no match in it.")
    texts = cast("list[str]", plain["facts"])
    facts: tuple[Fact, ...] = tuple(
        decode(Fact, HOLDER.sub(f'"holder":"{person.id}"', text)) for text in texts
    )
    return await _store(hall, facts)


async def _store(hall: Hall, facts: Sequence[Fact]) -> str:
    created = facts[0]
    if not isinstance(created, Created):
        raise Refused.because("NOT_A_MATCH", "There is no match in it.")
    game = hall.match_loop.games(created.setup.game)
    match = fold(game, tuple(facts))
    if await hall.match_loop.store.append([append_of(None, match, tuple(facts))]):
        raise Refused.because("THERE_ALREADY", "The match is here already.")
    return match.setup.id


def device_routes() -> Router:
    """All routes under `/api/device`."""
    return Router(
        "/api/device",
        route_handlers=[export_matches, import_matches, delete_finished_matches],
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
        },
    )
