"""The table of premoves."""

from sqlalchemy import Column, Index, Integer, Table, Text

from meadhall.store.schema import METADATA

PREMOVES = Table(
    "premoves",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("turn", Integer, nullable=False, comment="of the match when they were chosen"),
    Column("plies", Integer, nullable=False, comment="of the match when they were chosen"),
    Column("lines", Text, nullable=False, comment="lists of moves in notation, as JSON"),
    Column("edition", Text, nullable=False, comment="another one with every change"),
    Column("seen", Integer, nullable=False, comment="the version of the match that they know"),
    Index(None, "holder"),
    sqlite_with_rowid=False,
)
"""What seats answer by themselves. It is secret, and deleted once it is played or out of date."""
