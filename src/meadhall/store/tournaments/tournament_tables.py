"""The tables of tournaments."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text, text

from meadhall.store.schema import METADATA

ENGAGED = "engaged"
"""Rows of people who play in a tournament now: a unique index of these allows one for each."""

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False, comment="how many facts are stored"),
    Column("phase", Text, nullable=False, comment="announced, running, closing or over"),
    Column("starts", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Index(None, "phase", "starts", "id"),
    Index(None, "host"),
    sqlite_with_rowid=False,
)

TOURNAMENT_FACTS = Table(
    "tournament_facts",
    METADATA,
    Column("tournament", Text, primary_key=True),
    Column("version", Integer, primary_key=True, comment="1 is the first fact"),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False, comment="the fact in JSON, as the codec writes it"),
    Column("crc", BigInteger, nullable=False, comment="of tournament, version and body"),
    sqlite_with_rowid=False,
)

TOURNAMENT_PLAYERS = Table(
    "tournament_players",
    METADATA,
    Column("tournament", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("engaged", Boolean, nullable=False, comment="plays here, and in no other tournament"),
    Index(None, "holder"),
    Index(
        "ix_tournament_players_engaged",
        "holder",
        unique=True,
        sqlite_where=text(ENGAGED),
        postgresql_where=text(ENGAGED),
    ),
    sqlite_with_rowid=False,
)
