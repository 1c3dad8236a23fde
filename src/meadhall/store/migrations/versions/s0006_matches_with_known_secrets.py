"""Mark the matches that go on from one whose secrets everybody may have read."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step. Matches from before it are not marked in lists, but at their tables."""
    op.add_column(
        "matches",
        sa.Column("secrets_known", sa.Boolean, nullable=False, server_default=sa.false()),
    )
