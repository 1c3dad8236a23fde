"""The table of the inbox."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text, false, text

from meadhall.store.schema import METADATA

REMINDED = "asked AND days > 0"
"""Turns that people are reminded of before their time runs out: an index has just these."""

INBOX = Table(
    "inbox",
    METADATA,
    Column("holder", Text, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("version", Integer, nullable=False, comment="of the match when this was written"),
    Column("rank", Integer, nullable=False, comment="smaller is more urgent"),
    Column("instant", BigInteger, nullable=False, comment="the order within a rank"),
    Column("asked", Boolean, nullable=False),
    Column("due", BigInteger, comment="when the clock of the person runs out"),
    Column("at", BigInteger, nullable=False, comment="when something last happened"),
    Column("plies", Integer, nullable=False),
    Column("messages", Integer, nullable=False, comment="that the person may read"),
    Column("plies_seen", Integer, nullable=False),
    Column("messages_seen", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("wants", Text, nullable=False, comment="what the person is asked to agree to"),
    Column("last", Text, nullable=False, comment="the last move in words, as the person saw it"),
    Column("changed", BigInteger, nullable=False),
    Column(
        "days", Integer, nullable=False, server_default="0", comment="per turn; 0: no such clock"
    ),
    Column(
        "here", Boolean, nullable=False, server_default=false(), comment="was at the table then"
    ),
    Column("end_seen", Boolean, nullable=False, server_default=false()),
    Index(None, "holder", "rank", "instant", "match"),
    Index(None, "changed"),
    Index("ix_inbox_due", "due", sqlite_where=text(REMINDED), postgresql_where=text(REMINDED)),
    sqlite_with_rowid=False,
)
