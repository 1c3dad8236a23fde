"""Create the tables of friends, moderation and signing in; profiles say who may see you here."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run this step."""
    op.add_column(
        "profiles",
        sa.Column(
            "here",
            sa.Boolean,
            nullable=False,
            server_default=sa.true(),
            comment="others see when the person is here",
        ),
    )
    _create_bonds()
    _create_challenges()
    _create_sanctions()
    _create_reports()
    _create_acts()
    _create_passkeys()
    _create_recovery()


def _create_bonds() -> None:
    for table, other in (("follows", "followed"), ("blocks", "blocked")):
        op.create_table(
            table,
            sa.Column("person", sa.Text, nullable=False),
            sa.Column(other, sa.Text, nullable=False),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.PrimaryKeyConstraint("person", other, name=f"pk_{table}"),
            sqlite_with_rowid=False,
        )
        op.create_index(f"ix_{table}_{other}", table, [other])
    op.create_table(
        "here",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_here"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_here_seen", "here", ["seen"])


def _create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("challenger", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="of the challenger"),
        sa.Column("challenged", sa.Text, nullable=False, comment="empty: anyone with the link"),
        sa.Column("terms", sa.Text, nullable=False, comment="game, seats, options, clock: in JSON"),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column(
            "state",
            sa.Text,
            nullable=False,
            comment="open, accepted, declined, withdrawn, expired",
        ),
        sa.Column(
            "changed",
            sa.BigInteger,
            nullable=False,
            comment="when the state became what it is",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_with_rowid=False,
    )
    for columns in (
        ["challenged", "state", "created"],
        ["challenger", "created"],
        ["state", "expires"],
        ["changed"],
    ):
        op.create_index(f"ix_challenges_{'_'.join(columns)}", "challenges", columns)


def _create_sanctions() -> None:
    op.create_table(
        "moderators",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_moderators"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sanctions",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, comment="mute or ban"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False, comment="the person reads it"),
        sa.PrimaryKeyConstraint("person", "kind", name="pk_sanctions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sanctions_until_person_kind", "sanctions", ["until", "person", "kind"])


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reporter_name", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False, comment="empty: about the person's page"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column(
            "context",
            sa.Text,
            nullable=False,
            comment="messages that the reporter could read: JSON",
        ),
        sa.Column("settled", sa.BigInteger, comment="null: it waits"),
        sa.Column("settled_by", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False, comment="what came of it"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sqlite_with_rowid=False,
    )
    for columns in (["settled", "at", "id"], ["reporter", "at"], ["person"]):
        op.create_index(f"ix_reports_{'_'.join(columns)}", "reports", columns)


def _create_acts() -> None:
    op.create_table(
        "moderation_acts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.Text, nullable=False, comment="a name, or: the host"),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, comment="the server has carried it out"),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_acts"),
        sqlite_with_rowid=False,
    )
    for columns in (["at", "id"], ["done"], ["person"]):
        op.create_index(f"ix_moderation_acts_{'_'.join(columns)}", "moderation_acts", columns)


def _create_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, nullable=False, comment="the credential's id in base64url"),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column(
            "signatures", sa.BigInteger, nullable=False, comment="how many it made, as it says"
        ),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False, comment="0: never"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_person_created", "passkeys", ["person", "created"])


def _create_recovery() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.Text, nullable=False, comment="of the person and the code"),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_recovery_codes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False, comment="the address in small letters"),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_mail_addresses"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mail_addresses_key", "mail_addresses", ["key"])
    op.create_table(
        "one_time_keys",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False, comment="what the key opens"),
        sa.Column("person", sa.Text, nullable=False, comment="empty: not known yet"),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_one_time_keys"),
        sqlite_with_rowid=False,
    )
    columns = ["person", "purpose", "created"]
    op.create_index("ix_one_time_keys_person_purpose_created", "one_time_keys", columns)
    op.create_index("ix_one_time_keys_until", "one_time_keys", ["until"])
