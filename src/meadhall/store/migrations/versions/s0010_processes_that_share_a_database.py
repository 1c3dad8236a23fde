"""Add what processes that share a PostgreSQL database know of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step. The tables stay empty on SQLite."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("print", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("steady", sa.BigInteger, nullable=False),
        sa.Column("heartbeat", sa.BigInteger, nullable=False),
        sa.Column("patience", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "presence",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("lost", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("match", "seat", "process", name="pk_presence"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.create_table(
        "leases",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_leases"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_leases_process", "leases", ["process"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE processes SET UNLOGGED")
        op.execute("ALTER TABLE presence SET UNLOGGED")
