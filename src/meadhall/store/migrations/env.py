"""Alembic's entry point: runs the steps on the connection from `meadhall.store.migrate`."""

from alembic import context

from meadhall.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # Alembic's default for SQLite is false. But the caller's transaction covers DDL there too.
    transactional_ddl=True,
)
context.run_migrations()
