"""The tables of ratings."""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, Table, Text

from meadhall.store.schema import METADATA

RESULTS = Table(
    "rated_results",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("size", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("body", Text, nullable=False, comment="the result in JSON"),
    # Results count in this order.
    Index(None, "game", "size", "ended", "match"),
    sqlite_with_rowid=False,
)

HISTORY = Table(
    "rating_history",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("size", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("ended", BigInteger, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("mu", Float(53), nullable=False, comment="after this match"),
    Column("sigma", Float(53), nullable=False),
    Column("matches", Integer, nullable=False, comment="how many had counted by then"),
    sqlite_with_rowid=False,
)

STANDINGS = Table(
    "standings",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("size", Text, primary_key=True),
    Column("week", Integer, primary_key=True, comment="0: of all time"),
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False, comment="in the player's last match"),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("matches", Integer, nullable=False, comment="in that week"),
    Column("place", Integer, nullable=False, comment="larger is better"),
    Index(None, "game", "size", "week", "place", "player"),
    Index(None, "player", "week"),
    sqlite_with_rowid=False,
)

SITTINGS = Table(
    "guest_sittings",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("address", Text, nullable=False, comment="a keyed hash of it"),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""From which address guests took seats at rated tables; deleted when the match has counted."""

SUSPICIONS = Table(
    "rating_suspicions",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("names", Text, nullable=False),
    Index(None, "at", "match"),
    sqlite_with_rowid=False,
)
"""Rated matches of two guests of one address."""
