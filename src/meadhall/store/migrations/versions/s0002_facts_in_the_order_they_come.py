"""Facts lie in a SQLite file in the order they come in, not match by match.

A tick stores one fact each of many matches. Kept with their matches, every one of them changes a
page of its own; kept in order, they share a few. Their index still finds them match by match.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COLUMNS = "match, version, at, kind, body, crc"


def upgrade() -> None:
    """Take the step."""
    if op.get_bind().dialect.name != "sqlite":
        return  # where tables have no order
    op.rename_table("facts", "facts_by_match")
    op.create_table(
        "facts",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "version", name="pk_facts"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_facts_match"),
    )
    op.execute(f"INSERT INTO facts ({COLUMNS}) SELECT {COLUMNS} FROM facts_by_match")  # noqa: S608 - our own words
    op.drop_table("facts_by_match")
