"""The tables of signing in."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, Table, Text

from meadhall.store.schema import METADATA

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", Text, primary_key=True, comment="the credential's id in base64url"),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("signatures", BigInteger, nullable=False, comment="how many it made, as it says"),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, comment="0: never"),
    Index(None, "person", "created"),
)

RECOVERY_CODES = Table(
    "recovery_codes",
    METADATA,
    Column("hash", Text, primary_key=True, comment="of the person and the code"),
    Column("person", Text, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
"""Codes that have not been used. They are random, so that a plain hash is enough."""

MAIL_ADDRESSES = Table(
    "mail_addresses",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("key", Text, nullable=False, comment="the address in small letters"),
    Column("confirmed", BigInteger, nullable=False),
    Index(None, "key"),
    sqlite_with_rowid=False,
)
"""Addresses whose owners have followed the link in a mail."""

ONE_TIME_KEYS = Table(
    "one_time_keys",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("purpose", Text, nullable=False, comment="what the key opens"),
    Column("person", Text, nullable=False, comment="empty: not known yet"),
    Column("value", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "person", "purpose", "created"),
    Index(None, "until"),
    sqlite_with_rowid=False,
)
"""Keys that work once: challenges for passkeys, links in mails."""
