"""The tables, for both databases. Migrations bring an older database to this shape."""

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
    false,
    text,
)

# Fixed names, so that a migration can name a constraint on either database.
METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

UNCOUNTED = "rated AND NOT counted AND phase = 'over'"
"""Finished rated matches that ratings do not know yet: there is an index of just these."""

UNNOTED = "NOT noted AND phase = 'over'"
"""Matches that are over and not in the histories of people yet: there is an index of just these."""

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
    Column("secrets_known", Boolean, nullable=False, server_default=false()),
    Column("guided", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("counted", Boolean, nullable=False, server_default=false(), comment="in ratings"),
    Column("noted", Boolean, nullable=False, server_default=false(), comment="in histories"),
    Column("due", BigInteger, comment="no clock runs out before then; null where none runs"),
    Index(None, "due"),
    Index(None, "phase", "created", "id"),
    Index(None, "code"),
    Index(
        "ix_matches_uncounted", "id", sqlite_where=text(UNCOUNTED), postgresql_where=text(UNCOUNTED)
    ),
    Index("ix_matches_unnoted", "id", sqlite_where=text(UNNOTED), postgresql_where=text(UNNOTED)),
    # Rows lie in the tree of the primary key, so finding one takes one search, not two.
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

# With a rowid, unlike the tables above: rows lie in the order of insertion, so those of one flush
# share pages.
FACTS = Table(
    "facts",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True, comment="1 is the first fact"),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False, comment="the fact in JSON, as the codec writes it"),
    # It is unsigned, and may be too large for PostgreSQL's INTEGER.
    Column("crc", BigInteger, nullable=False, comment="of match, version and body"),
)

# No key, no index and no foreign key: each would cost time with every fact.
INCOMING = Table(
    "incoming",
    METADATA,
    Column("match", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("crc", BigInteger, nullable=False),
    comment="facts that have not been put among the others yet, in the order they came in",
)
"""Facts that a SQLite file has not moved to `facts` yet; always empty on PostgreSQL."""

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

ACCOUNT_LOOKS = Table(
    "account_looks",
    METADATA,
    Column("look", Text, primary_key=True, comment="a skeleton of the account's name"),
    Column("account", Text, ForeignKey("accounts.id"), nullable=False),
    Index(None, "account"),
    sqlite_with_rowid=False,
)

ENDED_SESSIONS = Table(
    "ended_sessions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("until", BigInteger, nullable=False, comment="its tokens expire before then"),
    sqlite_with_rowid=False,
)

SEAT_MOVES = Table(
    "seat_moves",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves", Integer, nullable=False, comment="how often it moved to another device"),
    sqlite_with_rowid=False,
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# The following three are empty on SQLite, which one process serves.
PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, comment="for people who wonder which process it is"),
    Column("address", Text, nullable=False, comment="where clients reach it; empty: unknown"),
    Column("print", Text, nullable=False, comment="a fingerprint of its signing secret"),
    Column("started", BigInteger, nullable=False),
    Column("steady", BigInteger, nullable=False, comment="since when no heartbeat was missed"),
    Column("heartbeat", BigInteger, nullable=False, comment="by the clock of the database"),
    Column("patience", Integer, nullable=False, comment="milliseconds for which it counts"),
    sqlite_with_rowid=False,
)

PRESENCE = Table(
    "presence",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("process", Text, primary_key=True),
    Column("lost", BigInteger, comment="the last heartbeat of a process that died; else null"),
    Index(None, "process"),
    sqlite_with_rowid=False,
)

LEASES = Table(
    "leases",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("process", Text, nullable=False, comment="who runs its clocks and asks its bots"),
    Index(None, "process"),
    sqlite_with_rowid=False,
)

UNLOGGED = (PROCESSES, PRESENCE)
"""On PostgreSQL these are not written to its log: they tell of now, and are empty after a crash."""
