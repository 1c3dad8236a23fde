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
        sa.Column(
            "name", sa.Text, nullable=False, comment="for people who wonder which process it is"
        ),
        sa.Column(
            "address", sa.Text, nullable=False, comment="where clients reach it; empty: unknown"
        ),
        sa.Column("print", sa.Text, nullable=False, comment="a fingerprint of its signing secret"),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column(
            "steady", sa.BigInteger, nullable=False, comment="since when no heartbeat was missed"
        ),
        sa.Column(
            "heartbeat", sa.BigInteger, nullable=False, comment="by the clock of the database"
        ),
        sa.Column(
            "patience", sa.Integer, nullable=False, comment="milliseconds for which it counts"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        sqlite_with_rowid=False,
    )
    _add_presence_and_leases()
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE processes SET UNLOGGED")
        op.execute("ALTER TABLE presence SET UNLOGGED")


def _add_presence_and_leases() -> None:
    op.create_table(
        "presence",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column(
            "lost",
            sa.BigInteger,
            nullable=True,
            comment="the last heartbeat of a process that died; else null",
        ),
        sa.PrimaryKeyConstraint("match", "seat", "process", name="pk_presence"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.create_table(
        "leases",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column(
            "process", sa.Text, nullable=False, comment="who runs its clocks and asks its bots"
        ),
        sa.PrimaryKeyConstraint("match", name="pk_leases"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_leases_process", "leases", ["process"])
