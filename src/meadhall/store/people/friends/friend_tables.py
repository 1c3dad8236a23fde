"""The tables of what is between people."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from meadhall.store.schema import METADATA

FOLLOWS = Table(
    "follows",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("followed", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "followed"),
    sqlite_with_rowid=False,
)
"""Whom people follow. Nobody is told who follows them."""

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("blocked", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "blocked"),
    sqlite_with_rowid=False,
)
"""Whom people block. Nobody is told who blocks them."""

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("match", Text, nullable=False),
    Column("challenger", Text, nullable=False),
    Column("name", Text, nullable=False, comment="of the challenger"),
    Column("challenged", Text, nullable=False, comment="empty: anyone with the link"),
    Column("terms", Text, nullable=False, comment="game, seats, options, clock: in JSON"),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("state", Text, nullable=False, comment="open, accepted, declined, withdrawn, expired"),
    Column("changed", BigInteger, nullable=False, comment="when the state became what it is"),
    Index(None, "challenged", "state", "created"),
    Index(None, "challenger", "created"),
    Index(None, "state", "expires"),
    Index(None, "changed"),
    sqlite_with_rowid=False,
)
"""Challenges; those that have ended are deleted after a week."""

HERE = Table(
    "here",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Index(None, "seen"),
    sqlite_with_rowid=False,
)
"""Who is connected, where several processes serve the database; for some minutes."""
