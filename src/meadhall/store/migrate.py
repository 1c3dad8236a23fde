"""Brings a database to the present tables. Where several servers start at once, one does it."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

_LOCK = 0x6D656164  # any number will do, as long as nobody else takes it


async def migrate(engine: AsyncEngine) -> None:
    """Run all steps that are missing, in one transaction."""
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "meadhall.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
