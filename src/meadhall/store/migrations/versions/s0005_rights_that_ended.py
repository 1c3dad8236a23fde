"""Create the tables of ended sessions and of seats that moved to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "ended_sessions",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, comment="its tokens expire before then"),
        sa.PrimaryKeyConstraint("id", name="pk_ended_sessions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seat_moves",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column(
            "moves", sa.Integer, nullable=False, comment="how often it moved to another device"
        ),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat_moves"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seat_moves_match"),
        sqlite_with_rowid=False,
    )
