"""Create the table of matches in which a former member's name has still to be replaced."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "departures",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False, comment="had a seat there, and an account"),
        sa.Column("alias", sa.Text, nullable=False, comment="the holder of the seat from now on"),
        sa.PrimaryKeyConstraint("match", "person", name="pk_departures"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_departures_match"),
        sqlite_with_rowid=False,
    )
