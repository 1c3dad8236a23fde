"""The tables, for both databases. Migrations bring an older file or server to this shape."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False, comment="how many facts are stored"),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("free", Integer, nullable=False, comment="seats nobody sits on"),
    Column("created", BigInteger, nullable=False),
    Column("code", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("result", Text, nullable=False),
    Index(None, "phase", "created", "id"),
    Index(None, "code"),
    sqlite_with_rowid=False,
)

SEATS = Table(
    "seats",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("holder", Text, nullable=False),
    Index(None, "holder", "match"),
    sqlite_with_rowid=False,
)

FACTS = Table(
    "facts",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True, comment="1 is the first fact"),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False, comment="the fact in JSON, as the codec writes it"),
    Column("crc", BigInteger, nullable=False, comment="of match, version and body"),
)

FRESH = Table(
    "fresh",
    METADATA,
    Column("match", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("crc", BigInteger, nullable=False),
    comment="facts that have not been put among the others yet, in the order they came in",
)
"""Where a SQLite file takes facts in; on PostgreSQL nothing is ever in it."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False, unique=True, comment="the name, case and form folded"),
    Column("password_hash", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("epoch", Integer, nullable=False, comment="sessions of earlier epochs are void"),
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
