"""Mark guided matches, which are no matches to continue."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step. Guides from before it stay in lists until they are ended."""
    op.add_column(
        "matches", sa.Column("guided", sa.Boolean, nullable=False, server_default=sa.false())
    )
