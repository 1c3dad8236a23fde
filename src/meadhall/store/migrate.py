"""Migrates a database to the declared tables, under a lock: several servers may start at once."""

from sqlalchemy import Connection, inspect, text

from meadhall.core.refusal import Refused
from meadhall.store.inbox import inbox_table as _inbox  # noqa: F401 - it declares tables
from meadhall.store.meeting import meeting_tables as _meeting  # noqa: F401 - it declares tables
from meadhall.store.notices import notice_tables as _notices  # noqa: F401 - it declares tables
from meadhall.store.people import people_tables as _people  # noqa: F401 - it declares tables
from meadhall.store.people.friends import friend_tables as _friends  # noqa: F401 - it declares tables
from meadhall.store.people.moderation import moderation_tables as _moderation  # noqa: F401 - the same
from meadhall.store.people.sign_in import sign_in_tables as _sign_in  # noqa: F401 - it declares tables
from meadhall.store.premoves import premove_table as _premoves  # noqa: F401 - it declares tables
from meadhall.store.puzzles import puzzle_tables as _puzzles  # noqa: F401 - it declares tables
from meadhall.store.ratings import rating_tables as _ratings  # noqa: F401 - it declares tables
from meadhall.store.schema import METADATA, UNLOGGED
from meadhall.store.tournaments import tournament_tables as _tournaments  # noqa: F401 - it declares tables

HEAD = "0021"
"""The last migration: the step that a new database is at."""
_LOCK = 0x6D656164  # any number that no other program uses for its lock


def migrate(connection: Connection) -> None:
    """Create the tables, or run the missing migrations, in the current transaction.

    Alembic takes 13 MB of memory, so it is imported only if there is something to migrate.
    """
    # On SQLite the transaction has begun with the write lock, which does the same.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    tables = inspect(connection).get_table_names()
    if not tables:
        METADATA.create_all(connection)
        if connection.dialect.name == "postgresql":
            for table in UNLOGGED:
                connection.execute(text(f"ALTER TABLE {table.name} SET UNLOGGED"))
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
        return
    at = connection.scalar(text("SELECT version_num FROM alembic_version"))
    # A newer release only adds to the tables, and may serve beside this one while it is rolled out.
    # A file has one server, so there somebody has installed an older release.
    if connection.dialect.name != "postgresql":
        refuse_newer(at or "", "this database")
    if (at or "") < HEAD:
        upgrade(connection)


def refuse_newer(step: str, what: str) -> None:
    """Raise `Refused` for tables that a later version made."""
    if step > HEAD:
        raise Refused.because(
            "NEWER_DATABASE",
            f"A newer Meadhall wrote {what} (step {step} of the tables, this one knows {HEAD}):"
            " install that version.",
            "db",
        )


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the migrations up to the given step, by default all of them."""
    from alembic import command  # noqa: PLC0415 - see `migrate`
    from alembic.config import Config  # noqa: PLC0415 - the same

    config = Config()
    config.set_main_option("script_location", "meadhall.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
