"""Brings a database to the present tables. Where several servers start at once, one does it."""

from sqlalchemy import Connection, inspect, text

from meadhall.store.schema import METADATA

HEAD = "0003"
"""The last migration: what a database made today is at."""
_LOCK = 0x6D656164  # any number will do, as long as nobody else takes it


def migrate(connection: Connection) -> None:
    """Run all steps that are missing, in the transaction that is under way.

    Alembic takes 13 MB of memory, so it is asked only where there is something to migrate.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    tables = inspect(connection).get_table_names()
    if not tables:
        METADATA.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
        return
    at = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if at != HEAD:
        upgrade(connection)


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the steps from whatever the database is at to the present, or to that one."""
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415 - the same

    config = Config()
    config.set_main_option("script_location", "meadhall.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
