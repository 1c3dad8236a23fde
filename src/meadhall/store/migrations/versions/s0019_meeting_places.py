"""Create the tables of seeks, of the hall's chat and of crowds."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    _create_seeks()
    _create_waits()
    _create_lines()
    _create_crowds()


def _create_seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column(
            "terms",
            sa.Text,
            nullable=False,
            comment="game, seats, options, clock, rated: in JSON",
        ),
        sa.Column("rating", sa.Integer, nullable=False, comment="points, in this game"),
        sa.Column("error", sa.Integer, nullable=False, comment="of the rating"),
        sa.Column("since", sa.BigInteger, nullable=False, comment="when the seek began"),
        sa.Column(
            "seen", sa.BigInteger, nullable=False, comment="when the person was last connected"
        ),
        sa.Column(
            "reserved", sa.Text, nullable=False, comment="the match that the person has reserved"
        ),
        sa.Column("share", sa.Text, nullable=False, comment="what the person adds to the seed"),
        sa.Column(
            "encounter", sa.Text, nullable=False, comment="empty, or the match that may begin"
        ),
        sa.Column(
            "until", sa.BigInteger, nullable=False, comment="when the people must have agreed"
        ),
        sa.Column("agreed", sa.Boolean, nullable=False, comment="the person comes"),
        sa.Column("match", sa.Text, nullable=False, comment="the match that has begun"),
        sa.Column("trouble", sa.Text, nullable=False, comment="why no match could begin"),
        sa.PrimaryKeyConstraint("person", name="pk_seeks"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seeks_terms_since", "seeks", ["terms", "since"])
    op.create_index("ix_seeks_encounter", "seeks", ["encounter"])
    op.create_index("ix_seeks_seen", "seeks", ["seen"])


def _create_waits() -> None:
    op.create_table(
        "seek_waits",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column(
            "waited",
            sa.BigInteger,
            nullable=False,
            comment="milliseconds, of the one who came first",
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_seek_waits"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seek_waits_terms_at", "seek_waits", ["terms", "at"])
    op.create_index("ix_seek_waits_at", "seek_waits", ["at"])


def _create_lines() -> None:
    op.create_table(
        "hall_lines",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="of the person, when it was written"),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hall_lines"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hall_lines_at", "hall_lines", ["at"])
    op.create_index("ix_hall_lines_person", "hall_lines", ["person"])


def _create_crowds() -> None:
    op.create_table(
        "crowds",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column(
            "count", sa.Integer, nullable=False, comment="of people who watch at this process"
        ),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "process", name="pk_crowds"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_crowds_seen", "crowds", ["seen"])
