"""Add tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

ENGAGED = "engaged"


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="how many facts are stored"),
        sa.Column("phase", sa.Text, nullable=False, comment="announced, running, closing or over"),
        sa.Column("starts", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("title", "game", "format", "host")),
        sa.Column("players", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sqlite_with_rowid=False,
    )
    order = ["phase", "starts", "id"]
    op.create_index("ix_tournaments_phase_starts_id", "tournaments", order)
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    _create_facts()
    _create_players()


def _create_facts() -> None:
    op.create_table(
        "tournament_facts",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="1 is the first fact"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column(
            "body", sa.Text, nullable=False, comment="the fact in JSON, as the codec writes it"
        ),
        sa.Column("crc", sa.BigInteger, nullable=False, comment="of tournament, version and body"),
        sa.PrimaryKeyConstraint("tournament", "version", name="pk_tournament_facts"),
        sqlite_with_rowid=False,
    )


def _create_players() -> None:
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column(
            "engaged", sa.Boolean, nullable=False, comment="plays here, and in no other tournament"
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_players"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_players_holder", "tournament_players", ["holder"])
    op.create_index(
        "ix_tournament_players_engaged",
        "tournament_players",
        ["holder"],
        unique=True,
        sqlite_where=sa.text(ENGAGED),
        postgresql_where=sa.text(ENGAGED),
    )
