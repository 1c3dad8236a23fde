"""Add notices by push and mail, what they need of the inbox, and premoves."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias  # noqa: TID251 - columns of several types

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

Kind: TypeAlias = sa.types.TypeEngine[Any]
REMINDED = "asked AND days > 0"

_CHOICES = (
    ("person", sa.Text, None),
    ("push_off", sa.Text, "events without pushes, with blanks between"),
    ("mail_off", sa.Text, "events that no mail has"),
    ("hours", sa.Integer, "between two mails; 0: no mails"),
    ("mailed", sa.BigInteger, "when the last mail was made; 0: never"),
)
_TOLD = (
    ("person", sa.Text, None),
    ("subject", sa.Text, "a match, or what else a notice is about"),
    ("event", sa.Text, None),
    ("mark", sa.BigInteger, "tells one turn, say, from the next"),
    ("at", sa.BigInteger, None),
)
_LINES = (
    ("person", sa.Text, None),
    ("subject", sa.Text, None),
    ("event", sa.Text, None),
    ("text", sa.Text, None),
    ("path", sa.Text, None),
    ("at", sa.BigInteger, None),
)
_DEVICES = (
    ("id", sa.Text, None),
    ("person", sa.Text, None),
    ("endpoint", sa.Text, "where its push service is"),
    ("key", sa.Text, "the public key of the browser"),
    ("auth", sa.Text, "a secret that it shares with the hall"),
    ("name", sa.Text, None),
    ("added", sa.BigInteger, None),
    ("failing", sa.BigInteger, "since when it has taken nothing; null if it does"),
)
_PUSHES = (
    ("device", sa.Text, None),
    ("subject", sa.Text, None),
    ("event", sa.Text, None),
    ("body", sa.Text, None),
    ("due", sa.BigInteger, "nobody takes it before then"),
    ("tries", sa.Integer, None),
)
_PREMOVES = (
    ("match", sa.Text, None),
    ("seat", sa.Integer, None),
    ("holder", sa.Text, None),
    ("turn", sa.Integer, "of the match when they were chosen"),
    ("plies", sa.Integer, "of the match when they were chosen"),
    ("lines", sa.Text, "lists of moves in notation, as JSON"),
    ("edition", sa.Text, "another one with every change"),
    ("seen", sa.Integer, "the version of the match that they know"),
)
_TABLES = (
    ("notice_choices", _CHOICES, 1, None),
    ("told_notices", _TOLD, 3, "at"),
    ("digest_lines", _LINES, 3, "at"),
    ("pushes", _PUSHES, 2, "due"),
    ("premoves", _PREMOVES, 2, "holder"),
)


def upgrade() -> None:
    """Run this step. Nobody is told of what happened before."""
    _extend_inbox()
    for name, columns, keys, index in _TABLES:
        key = sa.PrimaryKeyConstraint(*(one[0] for one in columns[:keys]), name=f"pk_{name}")
        op.create_table(name, *_columns(columns), key, sqlite_with_rowid=False)
        if index:
            op.create_index(f"ix_{name}_{index}", name, [index])
    op.create_table(
        "push_devices",
        *_columns(_DEVICES),
        sa.PrimaryKeyConstraint("id", name="pk_push_devices"),
        sa.UniqueConstraint("endpoint", name="uq_push_devices_endpoint"),
    )
    op.create_index("ix_push_devices_person", "push_devices", ["person"])


def _extend_inbox() -> None:
    no = sa.false()
    for column in (
        sa.Column(
            "days", sa.Integer, nullable=False, server_default="0",
            comment="per turn; 0: no such clock",
        ),
        sa.Column(
            "here", sa.Boolean, nullable=False, server_default=no, comment="was at the table then"
        ),
        sa.Column("end_seen", sa.Boolean, nullable=False, server_default=no),
    ):  # fmt: skip
        op.add_column("inbox", column)
    where = sa.text(REMINDED)
    op.create_index("ix_inbox_due", "inbox", ["due"], sqlite_where=where, postgresql_where=where)


def _columns(columns: Iterable[tuple[str, type[Kind], str | None]]) -> Iterator[sa.Column[Kind]]:
    for name, kind, comment in columns:
        yield sa.Column(name, kind, nullable=name == "failing", comment=comment)
