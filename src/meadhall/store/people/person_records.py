"""The records of what a person played."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from meadhall.core.game import AnyGame
from meadhall.core.record import write_record
from meadhall.core.refusal import Refused
from meadhall.match.evolve import fold
from meadhall.match.facts import Created
from meadhall.match.match import Match
from meadhall.match.ports import DamagedMatch, MatchStore
from meadhall.match.records import record_of
from meadhall.store.people.stored_profiles import HistoryQuery, SqlProfiles

PAGE = 100


async def stored_match(
    store: MatchStore, games: Callable[[str], AnyGame], match: str
) -> Match | None:
    """The match; `None` where it cannot be read or its game is not installed."""
    try:
        facts = await store.facts(match)
        first = facts[0] if facts else None
        if not isinstance(first, Created):
            return None
        # In a thread, so that a long match does not hold up moves.
        return await asyncio.to_thread(fold, games(first.setup.game), facts)
    except (DamagedMatch, Refused):
        return None


async def person_records(
    store: MatchStore, profiles: SqlProfiles, games: Callable[[str], AnyGame], person: str
) -> AsyncIterator[tuple[str, str]]:
    """The id and the record of each match that the person finished, the newest first."""
    query = HistoryQuery(person, limit=PAGE)
    while found := await profiles.history(query):
        for entry in found:
            match = await stored_match(store, games, entry.match)
            if match is not None:
                yield entry.match, await asyncio.to_thread(write_record, record_of(match))
        query = replace(query, before=(found[-1].ended, found[-1].match))
