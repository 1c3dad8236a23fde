"""Add the queue of mails."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "mails",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("headers", sa.Text, nullable=False, comment="more headers, as a JSON object"),
        sa.Column("due", sa.BigInteger, nullable=False, comment="nobody takes it before then"),
        sa.Column("tries", sa.Integer, nullable=False, comment="how often it was taken"),
        sa.PrimaryKeyConstraint("id", name="pk_mails"),
    )
    op.create_index("ix_mails_due", "mails", ["due"])
    op.create_index("ix_mails_recipient", "mails", ["recipient"])
