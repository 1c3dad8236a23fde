"""The tables about people."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, true

from meadhall.store.schema import METADATA

DEPARTURES = Table(
    "departures",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("person", Text, primary_key=True, comment="had a seat there, and an account"),
    Column("alias", Text, nullable=False, comment="the holder of the seat from now on"),
    sqlite_with_rowid=False,
)
"""The matches in which the name of somebody who deleted the account has still to be replaced."""

PLAYED = Table(
    "played",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("ended", BigInteger, primary_key=True),
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seat", Integer, nullable=False, comment="the first one, if the person had several"),
    Column("outcome", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("public", Boolean, nullable=False, comment="strangers may find it in lists"),
    # In the order of a history: a page of it is a few neighbouring rows.
    sqlite_with_rowid=False,
)
"""What people played. It follows from the facts of matches that are over."""

OPPONENTS = Table(
    "opponents",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("opponent", Text, primary_key=True, comment="a person's id, or bot: and a level"),
    Column("ended", BigInteger, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("outcome", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Index(None, "opponent"),
    sqlite_with_rowid=False,
)
"""The same by opponent: a row for each other player of a match."""

PROFILES = Table(
    "profiles",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("about", Text, nullable=False),
    Column("results", Boolean, nullable=False, comment="strangers see results and streak"),
    Column("matches", Boolean, nullable=False, comment="strangers see the matches"),
    Column(
        "here",
        Boolean,
        nullable=False,
        server_default=true(),
        comment="others see when the person is here",
    ),
    sqlite_with_rowid=False,
)
"""What people say about themselves and show to others; who has no row shows everything."""
