"""Create a table without an index for facts that have just arrived.

`meadhall.store.writer` says why. PostgreSQL has the table too, and never uses it. The next step
renames it to `incoming`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "fresh",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        comment="facts that have not been put among the others yet, in the order they came in",
    )
