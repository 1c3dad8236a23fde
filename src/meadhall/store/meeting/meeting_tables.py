"""The tables of the places where people meet."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text

from meadhall.store.schema import METADATA

SEEKS = Table(
    "seeks",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("terms", Text, nullable=False, comment="game, seats, options, clock, rated: in JSON"),
    Column("rating", Integer, nullable=False, comment="points, in this game"),
    Column("error", Integer, nullable=False, comment="of the rating"),
    Column("since", BigInteger, nullable=False, comment="when the seek began"),
    Column("seen", BigInteger, nullable=False, comment="when the person was last connected"),
    Column("reserved", Text, nullable=False, comment="the match that the person has reserved"),
    Column("share", Text, nullable=False, comment="what the person adds to the seed"),
    Column("encounter", Text, nullable=False, comment="empty, or the match that may begin"),
    Column("until", BigInteger, nullable=False, comment="when the people must have agreed"),
    Column("agreed", Boolean, nullable=False, comment="the person comes"),
    Column("match", Text, nullable=False, comment="the match that has begun"),
    Column("trouble", Text, nullable=False, comment="why no match could begin"),
    Index(None, "terms", "since"),
    Index(None, "encounter"),
    Index(None, "seen"),
    sqlite_with_rowid=False,
)
"""Who looks for other players now: one seek for each person."""

SEEK_WAITS = Table(
    "seek_waits",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("terms", Text, nullable=False),
    Column("waited", BigInteger, nullable=False, comment="milliseconds, of the one who came first"),
    Column("at", BigInteger, nullable=False),
    Index(None, "terms", "at"),
    Index(None, "at"),
    sqlite_with_rowid=False,
)
"""How long recent seeks took, for estimates; for some weeks."""

HALL_LINES = Table(
    "hall_lines",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False, comment="of the person, when it was written"),
    Column("text", Text, nullable=False),
    Index(None, "at"),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
"""The newest lines of the hall's chat."""

CROWDS = Table(
    "crowds",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("process", Text, primary_key=True),
    Column("count", Integer, nullable=False, comment="of people who watch at this process"),
    Column("seen", BigInteger, nullable=False),
    Index(None, "seen"),
    sqlite_with_rowid=False,
)
"""How many watch matches, where several processes serve the database; for some seconds."""
