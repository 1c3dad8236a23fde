"""Alembic's entry: runs the steps on the connection that `meadhall.store.migrate` hands over."""

from alembic import context

from meadhall.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()
