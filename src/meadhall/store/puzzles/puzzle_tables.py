"""The tables about puzzles. The puzzles themselves are in the games' packages."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, Table, Text

from meadhall.store.schema import METADATA

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True, comment="a person's id, or puzzle: and a puzzle's"),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, comment="when it last changed"),
    Index(None, "at"),
    sqlite_with_rowid=False,
)

PUZZLE_TRIES = Table(
    "puzzle_tries",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False, comment="at the first try, which is what counts"),
    sqlite_with_rowid=False,
)

OWN_PUZZLES = Table(
    "own_puzzles",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("match", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False, comment="the missed wins of the match in JSON"),
    Index(None, "person", "game", "at"),
    sqlite_with_rowid=False,
)
"""Matches of people in which missed wins were looked for."""
