"""The tables of moderation."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Table, Text

from meadhall.store.schema import METADATA

MODERATORS = Table(
    "moderators",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

SANCTIONS = Table(
    "sanctions",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("kind", Text, primary_key=True, comment="mute or ban"),
    Column("name", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("reason", Text, nullable=False, comment="the person reads it"),
    Index(None, "until", "person", "kind"),
    sqlite_with_rowid=False,
)
"""Who is muted or banned; deleted when it ends."""

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("reporter_name", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("match", Text, nullable=False, comment="empty: about the person's page"),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("context", Text, nullable=False, comment="messages that the reporter could read: JSON"),
    Column("settled", BigInteger, comment="null: it waits"),
    Column("settled_by", Text, nullable=False),
    Column("note", Text, nullable=False, comment="what came of it"),
    Index(None, "settled", "at", "id"),
    Index(None, "reporter", "at"),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

ACTS = Table(
    "moderation_acts",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", Text, nullable=False, comment="a name, or: the host"),
    Column("kind", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("report", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("done", Boolean, nullable=False, comment="the server has carried it out"),
    Index(None, "at", "id"),
    Index(None, "done"),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
"""The audit log: every act of a moderator or the host."""
