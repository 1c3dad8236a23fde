"""Add the inbox."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("holder", sa.Text, None),
    ("match", sa.Text, None),
    ("version", sa.Integer, "of the match when this was written"),
    ("rank", sa.Integer, "smaller is more urgent"),
    ("instant", sa.BigInteger, "the order within a rank"),
    ("asked", sa.Boolean, None),
    ("due", sa.BigInteger, "when the clock of the person runs out"),
    ("at", sa.BigInteger, "when something last happened"),
    ("plies", sa.Integer, None),
    ("messages", sa.Integer, "that the person may read"),
    ("plies_seen", sa.Integer, None),
    ("messages_seen", sa.Integer, None),
    ("over", sa.Boolean, None),
    ("wants", sa.Text, "what the person is asked to agree to"),
    ("last", sa.Text, "the last move in words, as the person saw it"),
    ("changed", sa.BigInteger, None),
)


def upgrade() -> None:
    """Run this step. What waits in older matches is noted when somebody looks."""
    columns = [
        sa.Column(name, type_, nullable=name == "due", comment=comment)
        for name, type_, comment in _COLUMNS
    ]
    key = sa.PrimaryKeyConstraint("holder", "match", name="pk_inbox")
    op.create_table("inbox", *columns, key, sqlite_with_rowid=False)
    order = ["holder", "rank", "instant", "match"]
    op.create_index("ix_inbox_holder_rank_instant_match", "inbox", order)
    op.create_index("ix_inbox_changed", "inbox", ["changed"])
