"""What only a device offers: all its matches as one file, out and in again, and to delete them."""

import json
import re
from dataclasses import replace
from typing import cast

from litestar import MediaType, Response, Router, delete, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from meadhall.core.codec import decode, encode, parse_json
from meadhall.core.record import SCHEMA, fingerprint, read_record
from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Fact, Seated
from meadhall.match.ports import Query, Summary, append_of, summary_of
from meadhall.match.records import facts_of
from meadhall.server.api.guards import (
    HallHere,
    Visitor,
    provide_hall,
    provide_maybe,
    provide_visitor,
)
from meadhall.server.api.services import Services
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.site.kept import KeptMatches

EVERYTHING = Query(limit=1_000_000)
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
    """All matches, one line each: their facts, so that play goes on. Damaged ones are as stored."""
    kept, lines = _matches_here(hall), []
    for match in [one.id for one in await kept.find(EVERYTHING)] + kept.unlisted:
        facts, damage = await kept.readable(match)
        texts = [encode(fact).decode() for fact in facts]
        line = {"match": match, "facts": texts}
        if damage is not None:
            line |= {"damage": damage.text, "rows": json.loads(await kept.rows(match))}
        lines.append(json.dumps(line))
    return Response("\n".join(lines) + "\n", media_type=MediaType.TEXT)


@get("/matches/{match:str}")
async def export_match(hall: HallHere, match: FromPath[str]) -> Response[str]:
    """What is stored of a match, whatever it is."""
    rows = json.loads(await _matches_here(hall).rows(match))
    text = json.dumps({"match": match, "facts": [row[1] for row in rows], "rows": rows})
    return Response(f"{text}\n", media_type=MediaType.TEXT)


@post("/matches/{match:str}/repair", status_code=200)
async def repair_match(hall: HallHere, match: FromPath[str]) -> BroughtIn:
    """Go back to the last fact of a damaged match that can be read."""
    kept = _matches_here(hall)
    facts, damage = await kept.readable(match)
    if damage is None:
        return BroughtIn((), ())
    await kept.cut(match, len(facts), _summary(hall, facts))
    return BroughtIn((match,), ())


@delete("/matches/{match:str}", status_code=200)
async def delete_match(hall: HallHere, match: FromPath[str]) -> BroughtIn:
    """Delete a match, damaged or not."""
    await _delete(hall, match)
    return BroughtIn((match,), ())


@post("/matches", status_code=200)
async def import_matches(hall: HallHere, visitor: Visitor, data: JSONBody[Brought]) -> BroughtIn:
    """Bring matches in. The seats of people become this person's; nothing here is replaced."""
    kept: list[str] = []
    skipped: list[str] = []
    for number, text in enumerate(_matches_in(data.lines), 1):
        try:
            kept.append(await _store(cast(Hall, hall), _facts_in(hall, visitor, text)))
        except (Refused, LookupError, TypeError, ValueError, AttributeError) as error:
            why = error.refusal.sentence if isinstance(error, Refused) else "It cannot be read."
            skipped.append(f"Line {number}: {why}")
    hall.match_loop.lists_changed([visitor.id])
    return BroughtIn(tuple(kept), tuple(skipped))


@delete("/matches", status_code=200)
async def delete_finished_matches(hall: HallHere) -> BroughtIn:
    """Delete all finished matches, to make room."""
    over = [one.id for one in await _matches_here(hall).find(replace(EVERYTHING, phases=("over",)))]
    for match in over:
        await _delete(hall, match)
    return BroughtIn(tuple(over), ())


def _matches_here(hall: Services) -> KeptMatches:
    return cast(KeptMatches, hall.match_loop.store)


async def _delete(hall: Services, match: str) -> None:
    room = hall.match_loop.rooms.get(match)
    if room is not None:
        cast(Hall, hall).dismiss(room)
        hall.match_loop.unload(room)
    await _matches_here(hall).erase(match)


def _summary(hall: Services, facts: tuple[Fact, ...]) -> Summary:
    """The summary of the facts, if a match can go on from them."""
    try:
        match = fold(hall.match_loop.games(cast(Created, facts[0]).setup.game), facts)
    except (Refused, LookupError):
        match = None
    if match is None or match.phase == "lobby":
        raise Refused.because("NOTHING_READABLE", "Nothing that was played in it can be read.")
    return summary_of(match)


def _matches_in(file: str) -> list[str]:
    """The file is a record, or has a match on each line."""
    return [file] if f'"{SCHEMA}"' in file else list(filter(str.strip, file.splitlines()))


def _facts_in(hall: Services, person: Person, text: str) -> tuple[Fact, ...]:
    plain = parse_json(text)
    if isinstance(plain, dict) and plain.get("schema") == SCHEMA:
        record = read_record(text)
        # The same record has the same id, so that it comes in once.
        made = facts_of(
            hall.match_loop.games(record.game), record, fingerprint(record)[:16],
            hall.match_loop.clock(),
        )  # fmt: skip
        return tuple(_give_to(person, fact) for fact in made)
    if not isinstance(plain, dict) or not isinstance(plain.get("facts"), list):
        raise Refused.because("NOT_A_MATCH", "There is no match in it.")
    if "damage" in plain:
        raise Refused.because("DAMAGED", "The match was damaged where it was stored.")
    texts = cast("list[str]", plain["facts"])
    return tuple(decode(Fact, HOLDER.sub(f'"holder":"{person.id}"', text)) for text in texts)


def _give_to(person: Person, fact: Fact) -> Fact:
    if not isinstance(fact, Seated):
        return fact
    return replace(fact, player=replace(fact.player, holder=person.id))


async def _store(hall: Hall, facts: tuple[Fact, ...]) -> str:
    created = facts[0]
    if not isinstance(created, Created):
        raise Refused.because("NOT_A_MATCH", "There is no match in it.")
    game = hall.match_loop.games(created.setup.game)
    match = fold(game, facts)
    if await hall.match_loop.store.append([append_of(None, match, facts)]):
        raise Refused.because("THERE_ALREADY", "The match is here already.")
    return match.setup.id


def device_routes() -> Router:
    """All routes under `/api/device`."""
    return Router(
        "/api/device",
        route_handlers=[
            export_matches,
            import_matches,
            delete_finished_matches,
            export_match,
            repair_match,
            delete_match,
        ],
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
        },
    )
