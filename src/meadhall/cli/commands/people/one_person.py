"""`meadhall people export` and `delete`: all that is kept about one person."""

import asyncio
import time
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path

import msgspec

from meadhall import registry
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.match.ports import StoreUnavailable
from meadhall.server.protocol.tokens import GONE, SESSION_SECONDS, random_id
from meadhall.store import Store, open_store
from meadhall.store.account import Account
from meadhall.store.people.forgetting import SqlDepartures
from meadhall.store.people.kept_data import kept_data
from meadhall.store.people.person_records import person_records
from meadhall.store.people.stored_profiles import SqlProfiles


def export(name: str, file: Path, *, db: str = "meadhall.db") -> None:
    """Write everything that the hall keeps about a person into a zip file.

    Args:
        name: The name of the account.
        file: The file to write.
        db: SQLite file, or a postgresql:// address.
    """
    _check_place(db)
    count = asyncio.run(_export(name, file, db))
    SCREEN.print(f"The account and {count} records of {name} written to {file}.")


def delete(name: str, *, db: str = "meadhall.db") -> None:
    """Delete a person's account, and the name in finished matches. Stop the server of a file first.

    Args:
        name: The name of the account.
        db: SQLite file, or a postgresql:// address.
    """
    _check_place(db)
    count = asyncio.run(_delete(name, db))
    SCREEN.print(f"{name} is deleted, also in {count} matches. Others follow at their end.")


def _check_place(db: str) -> None:
    if "://" not in db and not Path(db).is_file():
        raise Refused.because("NO_HALL", f"There is no hall in {db!r}.", "db")


async def _export(name: str, file: Path, db: str) -> int:
    count = 0
    async with _person(name, db) as (store, account):
        profiles = SqlProfiles(store.backend)
        shown = asdict(await profiles.profile(account.id))
        kept = await store.backend.read(lambda database: kept_data(database, account.id))
        about = {"name": account.name, "created": account.created, "profile": shown, **kept}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("person.json", msgspec.json.encode(about))
            records = person_records(store.matches, profiles, registry.game, account.id)
            async for match, text in records:
                archive.writestr(f"meadhall-{match}.json", text)
                count += 1
    return count


async def _delete(name: str, db: str) -> int:
    count = 0
    async with _person(name, db) as (store, account):
        try:
            await store.claim("meadhall people delete")
        except StoreUnavailable as error:
            raise Refused.because("HALL_IS_SERVED", str(error), "db") from None
        departures = SqlDepartures(store.backend)
        until = time.time_ns() // 1_000_000 + SESSION_SECONDS * 1000
        await departures.depart(account.id, GONE + random_id(), until)
        while matches := await departures.replace_names():
            count += len(matches)
    return count


@asynccontextmanager
async def _person(name: str, db: str) -> AsyncIterator[tuple[Store, Account]]:
    """The store and the account; raises `Refused` if there is nobody."""
    store = await open_store(db)
    try:
        account = await store.accounts.by_name(name)
        if account is None:
            raise Refused.because("NO_SUCH_PERSON", f"Nobody has an account called {name!r}.")
        yield store, account
    finally:
        await store.close()
