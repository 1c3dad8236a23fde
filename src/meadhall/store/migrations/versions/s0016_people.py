"""Create the tables about people: what they played and show, and what they left.

Matches from before are noted by and by.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

UNNOTED = "NOT noted AND phase = 'over'"


def upgrade() -> None:
    """Run this step."""
    op.add_column(
        "matches",
        sa.Column(
            "noted", sa.Boolean, nullable=False, server_default=sa.false(), comment="in histories"
        ),
    )
    op.create_index(
        "ix_matches_unnoted",
        "matches",
        ["id"],
        sqlite_where=sa.text(UNNOTED),
        postgresql_where=sa.text(UNNOTED),
    )
    _create_results()
    _create_departures()
    op.create_table(
        "profiles",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column(
            "results", sa.Boolean, nullable=False, comment="strangers see results and streak"
        ),
        sa.Column("matches", sa.Boolean, nullable=False, comment="strangers see the matches"),
        sa.PrimaryKeyConstraint("person", name="pk_profiles"),
        sqlite_with_rowid=False,
    )


def _create_results() -> None:
    op.create_table(
        "played",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column(
            "seat", sa.Integer, nullable=False, comment="the first one, if the person had several"
        ),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, comment="strangers may find it in lists"),
        sa.PrimaryKeyConstraint("person", "ended", "match", name="pk_played"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_played_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "opponents",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column(
            "opponent", sa.Text, nullable=False, comment="a person's id, or bot: and a level"
        ),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "opponent", "ended", "match", name="pk_opponents"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_opponents_opponent", "opponents", ["opponent"])


def _create_departures() -> None:
    op.create_table(
        "departures",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False, comment="had a seat there, and an account"),
        sa.Column("alias", sa.Text, nullable=False, comment="the holder of the seat from now on"),
        sa.PrimaryKeyConstraint("match", "person", name="pk_departures"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_departures_match"),
        sqlite_with_rowid=False,
    )
