"""Add the tables of ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "rated_results",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("size", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False, comment="the result in JSON"),
        sa.PrimaryKeyConstraint("match", name="pk_rated_results"),
        sqlite_with_rowid=False,
    )
    columns = ["game", "size", "ended", "match"]
    op.create_index("ix_rated_results_game_size_ended_match", "rated_results", columns)
    _add_history()
    _add_standings()
    _add_suspicions()


def _add_history() -> None:
    op.create_table(
        "rating_history",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("size", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False, comment="after this match"),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False, comment="how many had counted by then"),
        sa.PrimaryKeyConstraint(
            "game", "size", "player", "ended", "match", name="pk_rating_history"
        ),
        sqlite_with_rowid=False,
    )


def _add_standings() -> None:
    op.create_table(
        "standings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("size", sa.Text, nullable=False),
        sa.Column("week", sa.Integer, nullable=False, comment="0: of all time"),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="in the player's last match"),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("matches", sa.Integer, nullable=False, comment="in that week"),
        sa.Column("place", sa.Integer, nullable=False, comment="larger is better"),
        sa.PrimaryKeyConstraint("game", "size", "week", "player", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    columns = ["game", "size", "week", "place", "player"]
    op.create_index("ix_standings_game_size_week_place_player", "standings", columns)
    op.create_index("ix_standings_player_week", "standings", ["player", "week"])


def _add_suspicions() -> None:
    op.create_table(
        "guest_sittings",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False, comment="a keyed hash of it"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "holder", name="pk_guest_sittings"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_suspicions",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_rating_suspicions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_suspicions_at_match", "rating_suspicions", ["at", "match"])
