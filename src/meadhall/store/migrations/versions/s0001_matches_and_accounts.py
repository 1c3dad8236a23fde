"""Create the tables of matches, seats, facts, accounts and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    _matches()
    _seats()
    _facts()
    _accounts()
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="how many facts are stored"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("free", sa.Integer, nullable=False, comment="seats nobody sits on"),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_matches_phase_created_id", "matches", ["phase", "created", "id"])
    op.create_index("ix_matches_code", "matches", ["code"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_holder_match", "seats", ["holder", "match"])


def _facts() -> None:
    op.create_table(
        "facts",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="1 is the first fact"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column(
            "body", sa.Text, nullable=False, comment="the fact in JSON, as the codec writes it"
        ),
        sa.Column("crc", sa.BigInteger, nullable=False, comment="of match, version and body"),
        sa.PrimaryKeyConstraint("match", "version", name="pk_facts"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_facts_match"),
        sqlite_with_rowid=False,
    )


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False, comment="the name, case and form folded"),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column(
            "epoch", sa.Integer, nullable=False, comment="sessions of earlier epochs are void"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
    )
