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

NOTICE_CHOICES = Table(
    "notice_choices",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("push_off", Text, nullable=False, comment="events without pushes, with blanks between"),
    Column("mail_off", Text, nullable=False, comment="events that no mail has"),
    Column("hours", Integer, nullable=False, comment="between two mails; 0: no mails"),
    Column("mailed", BigInteger, nullable=False, comment="when the last mail was made; 0: never"),
    sqlite_with_rowid=False,
)
"""Which notices people want; who has no row wants all that they can get."""

TOLD_NOTICES = Table(
    "told_notices",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("subject", Text, primary_key=True, comment="a match, or what else a notice is about"),
    Column("event", Text, primary_key=True),
    Column("mark", BigInteger, nullable=False, comment="tells one turn, say, from the next"),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
    sqlite_with_rowid=False,
)
"""What people have been told or have seen, so that they are told once."""

PUSH_DEVICES = Table(
    "push_devices",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("endpoint", Text, nullable=False, unique=True, comment="where its push service is"),
    Column("key", Text, nullable=False, comment="the public key of the browser"),
    Column("auth", Text, nullable=False, comment="a secret that it shares with the hall"),
    Column("name", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("failing", BigInteger, comment="since when it has taken nothing; null if it does"),
    Index(None, "person"),
)
"""Browsers that take pushes for a person."""

PUSHES = Table(
    "pushes",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("event", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("due", BigInteger, nullable=False, comment="nobody takes it before then"),
    Column("tries", Integer, nullable=False),
    Index(None, "due"),
    sqlite_with_rowid=False,
)
"""Pushes that no push service has accepted yet: for each device the newest about a subject."""

DIGEST_LINES = Table(
    "digest_lines",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("event", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
    sqlite_with_rowid=False,
)
"""What the next mail to a person will say."""
