"""What the browser keeps: matches, settings and ended rights, in a database of the page.

The database itself is the worker's (`web/src/worker/storage.ts`). It answers in JSON, and says that
facts are stored only once they are. Summaries and settings are few, so memory has them all.
"""

import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import ClassVar, Protocol, cast

from meadhall.core.codec import decode, encode
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.evolve import fold
from meadhall.match.facts import Created, Fact
from meadhall.match.ports import (
    Append,
    Damage,
    DamagedMatch,
    Query,
    StoreUnavailable,
    Summary,
    summary_of,
)
from meadhall.site.quiet import log
from meadhall.store.account import Account
from meadhall.store.backend import decode_fact, fact_rows, merge

SECRET = "secret"  # noqa: S105 - the name of a setting


class Storage(Protocol):
    """The page's database. Every answer is JSON; a failure is raised, and nothing was stored."""

    async def append(self, batch: str) -> str:
        """Store the batch in one transaction; answers the matches in conflict."""
        ...

    async def facts(self, match: str) -> str:
        """The rows of a match: `[version, body, crc]` each, in order."""
        ...

    async def everything(self) -> str:
        """All summaries, by match, and all settings, by name."""
        ...

    async def cut(self, match: str, version: int, summary: str) -> None:
        """Delete the rows after that version, and store the summary, in one transaction."""
        ...

    async def set(self, name: str, value: str) -> None:
        """Store a setting; an empty value deletes it."""
        ...

    async def erase(self, match: str) -> None:
        """Delete a match."""
        ...


class KeptMatches:
    """Implements `MatchStore` on the page's database."""

    def __init__(self, storage: Storage, summaries: dict[str, str]) -> None:
        self._storage = storage
        self.unlisted: list[str] = []
        """Matches whose summary is damaged; `relist` makes it anew from their facts."""
        self._summaries: dict[str, Summary] = {}
        for match, text in summaries.items():
            try:
                self._summaries[match] = decode(Summary, text)
            except Refused:
                self.unlisted.append(match)

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store everything in one transaction; gives the matches in conflict."""
        entries = merge(batch)
        rows = [
            {
                "match": entry.match,
                "version": entry.version,
                "facts": [[version, body, crc] for _, version, _, _, body, crc in fact_rows(entry)],
                "summary": encode(entry.summary).decode() if entry.summary else "",
            }
            for entry in entries
        ]
        lost = tuple(json.loads(await self._storage.append(json.dumps(rows))))
        for entry in entries:
            if entry.summary is not None and entry.match not in lost:
                self._summaries[entry.match] = entry.summary
        return lost

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """All facts of the match, in order; raises `DamagedMatch`."""
        found = await self._read(match)
        if isinstance(found, Damage):
            raise DamagedMatch(found)
        return found

    async def find(self, query: Query) -> tuple[Summary, ...]:
        """The matches that the query selects, the newest first."""
        return tuple(self._select(query)[: query.limit])

    async def count_unfinished(self, holder: str) -> int:
        """How many matches of the person are not over."""
        summaries = self._summaries.values()
        return sum(holder in one.holders and one.phase != "over" for one in summaries)

    async def due_before(self, instant: int) -> tuple[str, ...]:
        """The matches in play in which a clock may run out before that time."""
        playing = (one for one in self._summaries.values() if one.phase == "playing")
        due = [(one.due, one.id) for one in playing if one.due is not None and one.due < instant]
        return tuple(match for _, match in sorted(due))

    async def note_due(self, dues: Mapping[str, int | None]) -> None:
        """Change the times while the worker runs; what is stored is earlier or the same."""
        for match, due in dues.items():
            if match in self._summaries:
                self._summaries[match] = replace(self._summaries[match], due=due)

    async def scan(self, query: Query) -> AsyncIterator[tuple[str, tuple[Fact, ...]] | Damage]:
        """Every match that the query selects with its facts, or its damage."""
        for summary in self._select(query):
            found = await self._read(summary.id)
            yield found if isinstance(found, Damage) else (summary.id, found)

    async def relist(self, games: Callable[[str], AnyGame]) -> None:
        """List the matches whose summary cannot be read but whose facts can."""
        for id_ in tuple(self.unlisted):
            facts, _ = await self.readable(id_)
            with suppress(Refused, LookupError):  # then nothing but its rows can be saved
                created = cast(Created, facts[0])
                self._summaries[id_] = summary_of(fold(games(created.setup.game), facts))
                self.unlisted.remove(id_)

    async def readable(self, match: str) -> tuple[tuple[Fact, ...], Damage | None]:
        """The facts up to the first damage, and that damage."""
        facts: list[Fact] = []
        for expected, row in enumerate(json.loads(await self.rows(match)), 1):
            fact = decode_fact(match, expected, *row)
            if isinstance(fact, Damage):
                return tuple(facts), fact
            facts.append(fact)
        missing = not facts and match in self._summaries
        return tuple(facts), Damage(match, 1, "The fact is missing.") if missing else None

    async def cut(self, match: str, version: int, summary: Summary) -> None:
        """Go back to the match's first facts, up to that version."""
        await self._storage.cut(match, version, encode(summary).decode())
        self._summaries[match] = summary

    async def rows(self, match: str) -> str:
        """What is stored of the match, whatever it is: rows as JSON."""
        return await self._storage.facts(match)

    async def erase(self, match: str) -> None:
        """Delete a match for good."""
        await self._storage.erase(match)
        self._summaries.pop(match, None)

    async def _read(self, match: str) -> tuple[Fact, ...] | Damage:
        facts, damage = await self.readable(match)
        return facts if damage is None else damage

    def _select(self, query: Query) -> list[Summary]:
        fitting = [one for one in self._summaries.values() if _fits(one, query)]
        return sorted(fitting, key=_age, reverse=True)


def _age(summary: Summary) -> tuple[int, str]:
    return summary.created, summary.id


def _fits(summary: Summary, query: Query) -> bool:
    wanted = (
        not query.phases or summary.phase in query.phases,
        not query.game or summary.game == query.game,
        not query.code or summary.code == query.code,
        not query.holder or query.holder in summary.holders,
        query.listed is None or summary.listed == query.listed,
        not query.free_seat or "" in summary.players,
        query.guides or not summary.guided,
        query.before is None or _age(summary) < query.before,
    )
    return all(wanted)


class SqlAccounts:
    """The settings of the hall, and no accounts."""

    def __init__(self, storage: Storage, settings: dict[str, str]) -> None:
        self._storage, self._settings = storage, settings

    async def by_id(self, id_: str) -> Account | None:
        """Nobody."""
        return None

    by_name = by_id
    find_bearer = by_id

    async def setting(self, name: str, value: str) -> str:
        """The setting; it becomes `value` if it has none yet."""
        if name not in self._settings:
            await self.set_setting(name, value)
        return self._settings[name]

    async def find_setting(self, name: str) -> str | None:
        """The setting, if there is one."""
        return self._settings.get(name)

    async def set_setting(self, name: str, value: str) -> None:
        """Change the setting."""
        await self._storage.set(name, value)
        self._settings[name] = value


class SqlRights:
    """The sessions of this device that have ended."""

    def __init__(self, accounts: SqlAccounts) -> None:
        self._accounts = accounts

    async def end_session(self, id_: str, until: int) -> None:
        """End the session."""
        await self._accounts.set_setting(f"ended {id_}", str(until))

    async def is_void(self, session: str, person: str) -> bool:
        """Whether the session was ended."""
        return await self._accounts.find_setting(f"ended {session}") is not None

    async def forget_old(self, now: int) -> None:
        """A device has a few: they are kept."""

    async def count_moves(self, match: str, seat: Seat) -> int:
        """No seat moves to another device."""
        return 0

    async def move_seat(self, match: str, seat: Seat, moves: int) -> bool:
        """Refuse: another device cannot reach this one."""
        return False


class StoreHealth:
    """Whether the last attempt to store something succeeded."""

    def __init__(self) -> None:
        self.problem = ""
        self._began = 0.0

    def fail(self, error: Exception) -> None:
        """Note a failure."""
        if not self.problem:
            self._began = monotonic()
            log.warning("the browser did not store that", why=str(error))
        self.problem = str(error).partition("\n")[0] or type(error).__name__

    def recover(self) -> None:
        """Note that storing works again."""
        self.problem = ""

    def seconds(self) -> float:
        """How long it has not worked."""
        return monotonic() - self._began


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that the browser keeps."""

    storage: ClassVar[Storage]
    """The database of this worker; set once, before the hall is opened."""
    matches: KeptMatches
    accounts: SqlAccounts
    rights: SqlRights
    health: StoreHealth
    shared: None = None
    """No other worker shares the storage."""

    async def claim(self, server: str) -> None:
        """Write something: a full storage is noticed. A lock of the browser keeps others out."""
        await self.accounts.set_setting("server", server)

    async def ping(self) -> None:
        """Raise `StoreUnavailable` if storing does not work."""
        if self.health.problem:
            raise StoreUnavailable(self.health.problem)

    async def close(self) -> None:
        """Nothing is left open."""


class AlreadyServed(StoreUnavailable):
    """Never raised here: a lock of the browser keeps other tabs out."""


async def open_store(place: str) -> Store:
    """The store of this worker; there is one, whatever it is called."""
    kept = cast("dict[str, dict[str, str]]", json.loads(await Store.storage.everything()))
    accounts = SqlAccounts(Store.storage, kept["settings"])
    matches = KeptMatches(Store.storage, kept["summaries"])
    return Store(matches, accounts, SqlRights(accounts), StoreHealth())


def secret_file(place: str) -> Path:
    """No file: the key is a setting, because who has the device has everything anyway."""
    return Path(place)


async def signing_secret(accounts: SqlAccounts, path: Path) -> str:
    """The key that signs tokens."""
    return await accounts.setting(SECRET, secrets.token_urlsafe(48))


async def forget_earlier_secret(accounts: SqlAccounts) -> None:
    """There is none."""
