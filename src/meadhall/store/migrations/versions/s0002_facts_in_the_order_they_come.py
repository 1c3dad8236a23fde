"""Store facts in the order of insertion, not of match and version, in a SQLite file.

A tick stores one fact each of many matches. Sorted by match, each of them changes a page of its
own; in the order of insertion they share a few. The index still finds the facts of a match.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

COLUMNS = "match, version, at, kind, body, crc"


def upgrade() -> None:
    """Run this step."""
    if op.get_bind().dialect.name != "sqlite":
        return  # its tables have no order
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
