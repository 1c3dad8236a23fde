"""The tables of notices."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from meadhall.store.schema import METADATA

MAILS = Table(
    "mails",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("recipient", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("headers", Text, nullable=False, comment="more headers, as a JSON object"),
    Column("due", BigInteger, nullable=False, comment="nobody takes it before then"),
    Column("tries", Integer, nullable=False, comment="how often it was taken"),
    Index(None, "due"),
    Index(None, "recipient"),
)
"""Mails that have not been sent yet; they are deleted when they are."""

VACATIONS = Table(
    "vacations",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("began", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)
"""The vacations of people, kept for a year: days that were taken count for so long."""
