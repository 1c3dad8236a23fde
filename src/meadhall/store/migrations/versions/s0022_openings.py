"""Keep how people opened the matches that they played. Those from before have no opening."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.add_column(
        "played",
        sa.Column(
            "opening",
            sa.Text,
            nullable=False,
            server_default="",
            comment="in the words of the game; empty if it has none",
        ),
    )
