"""Mark rated matches, and those that ratings know already."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

UNCOUNTED = "rated AND NOT counted AND phase = 'over'"


def upgrade() -> None:
    """Run this step. Matches from before it are not rated."""
    for name, comment in (("rated", None), ("counted", "in ratings")):
        column = sa.Column(
            name, sa.Boolean, nullable=False, server_default=sa.false(), comment=comment
        )
        op.add_column("matches", column)
    op.create_index(
        "ix_matches_uncounted",
        "matches",
        ["id"],
        sqlite_where=sa.text(UNCOUNTED),
        postgresql_where=sa.text(UNCOUNTED),
    )
