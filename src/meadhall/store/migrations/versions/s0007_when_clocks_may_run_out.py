"""Add the time before which no clock of a match runs out, so that a start need not read facts.

For matches that are being played already it is not known, so it is the earliest possible one: they
are loaded after the start.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    comment = "no clock runs out before then; null where none runs"
    op.add_column("matches", sa.Column("due", sa.BigInteger, nullable=True, comment=comment))
    op.create_index("ix_matches_due", "matches", ["due"])
    op.execute("UPDATE matches SET due = 0 WHERE phase = 'playing'")
