"""Create the table of what accounts' names look like, and fill it.

Where two accounts have look-alike names already, both stay; the older one has the look.
"""

import sqlalchemy as sa
from alembic import op

from meadhall.store.name_looks import looks

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    table = op.create_table(
        "account_looks",
        sa.Column("look", sa.Text, nullable=False, comment="a skeleton of the account's name"),
        sa.Column("account", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("look", name="pk_account_looks"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_account_looks_account"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_account_looks_account", "account_looks", ["account"])
    accounts = op.get_bind().execute(sa.text("SELECT id, name FROM accounts ORDER BY created DESC"))
    owners = {look: account for account, name in accounts for look in looks(name)}
    rows = [{"look": look, "account": account} for look, account in owners.items()]
    if rows:
        op.bulk_insert(table, rows)
