"""Exports all matches as records, one JSON line each, and restores them, here or elsewhere."""

import json
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from meadhall.core.codec import parse_json
from meadhall.core.game import AnyGame
from meadhall.core.record import read_record, write_record
from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Fact, Started
from meadhall.match.ports import Damage, MatchStore, Query, append_of
from meadhall.match.records import facts_of, record_of

Games: TypeAlias = Callable[[str], AnyGame]
"""Looks a game up by its slug; raises `Refused` for an unknown one."""

_DAMAGE = (Refused, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What replaying may raise where each fact can be read but together they make no match."""


@dataclass(slots=True)
class ImportReport:
    """Which matches were restored, and which lines were skipped and why."""

    kept: list[str] = field(default_factory=list)
    skipped: list[Damage] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GameMissing:
    """A match that cannot be replayed here, because its game is not installed."""

    match: str
    game: str


async def export(store: MatchStore, games: Games) -> AsyncIterator[str | Damage | GameMissing]:
    """A line for each match that has started, or why there is none.

    Records hold the seeds, and so all secrets, of matches still being played.
    """
    async for found in store.scan(Query(phases=("playing", "over"))):
        if isinstance(found, Damage):
            yield found
        elif any(isinstance(fact, Started) for fact in found[1]):  # others were closed in the lobby
            yield _line(games, *found)


async def restore(store: MatchStore, games: Games, lines: Iterable[str], now: int) -> ImportReport:
    """Store the matches of the lines; damaged and existing ones are skipped and reported."""
    report = ImportReport()
    for number, line in enumerate(lines, 1):
        try:
            game, facts = _parse(games, line, now)
            match = fold(game, facts)
        except _DAMAGE as error:
            report.skipped.append(Damage(f"line {number}", 0, _reason(error)))
            continue
        if await store.append([append_of(None, match, facts)]):
            report.skipped.append(Damage(match.setup.id, 0, "There is such a match already."))
        else:
            report.kept.append(match.setup.id)
    return report


def _line(games: Games, match: str, facts: tuple[Fact, ...]) -> str | Damage | GameMissing:
    created = facts[0]
    slug = created.setup.game if isinstance(created, Created) else ""
    try:
        game = games(slug)
    except Refused as error:
        return GameMissing(match, slug) if slug else Damage(match, 0, _reason(error))
    try:
        document = json.loads(write_record(record_of(fold(game, facts))))
    except _DAMAGE as error:
        return Damage(match, 0, _reason(error))
    return json.dumps({"match": match, "record": document}, ensure_ascii=False)


def _parse(games: Games, line: str, now: int) -> tuple[AnyGame, tuple[Fact, ...]]:
    plain = parse_json(line)
    if not isinstance(plain, dict) or not isinstance(plain.get("match"), str):
        raise Refused.because("NOT_A_MATCH", "The line has no match in it.")
    record = read_record(json.dumps(plain.get("record")))
    game = games(record.game)
    return game, facts_of(game, record, str(plain["match"]), now)


def _reason(error: Exception) -> str:
    return (
        error.refusal.sentence if isinstance(error, Refused) else f"It does not replay: {error!r}"
    )
