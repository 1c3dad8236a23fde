"""Rename the table `fresh` to `incoming`, the word that the code uses.

Facts that a killed server left in the table stay in it.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.rename_table("fresh", "incoming")
