"""Create the tables about puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column(
            "player", sa.Text, nullable=False, comment="a person's id, or puzzle: and a puzzle's"
        ),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, comment="when it last changed"),
        sa.PrimaryKeyConstraint("game", "player", name="pk_puzzle_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_ratings_at", "puzzle_ratings", ["at"])
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column(
            "solved", sa.Boolean, nullable=False, comment="at the first try, which is what counts"
        ),
        sa.PrimaryKeyConstraint("person", "game", "puzzle", name="pk_puzzle_tries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "own_puzzles",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False, comment="the missed wins of the match in JSON"),
        sa.PrimaryKeyConstraint("person", "match", name="pk_own_puzzles"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_own_puzzles_person_game_at", "own_puzzles", ["person", "game", "at"])
