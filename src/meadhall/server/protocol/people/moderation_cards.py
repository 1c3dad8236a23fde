"""Reports and moderation over HTTP."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meadhall.core.seats import Seat
from meadhall.server.protocol.people.texts import NAME_LENGTH

REPORT_LENGTH = 1000
REASON_LENGTH = 300
LONGEST_DAYS = 3650

Wrong = Literal["chat", "name", "cheating", "leaving", "other"]
Reason = Annotated[str, Meta(max_length=REASON_LENGTH)]
ReasonGiven = Annotated[str, Meta(min_length=1, max_length=REASON_LENGTH)]


class NewReport(Struct, forbid_unknown_fields=True):
    """A report about the account with this name, or about the person on a seat of a match."""

    kind: Wrong
    text: Annotated[str, Meta(max_length=REPORT_LENGTH)] = ""
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    match: Annotated[str, Meta(max_length=64)] = ""
    seat: Seat | None = None


class SaidLine(Struct):
    """A message that the reporter could read."""

    name: str
    text: str
    at: int


class ReportCard(Struct):
    """A report that waits, with its context: the match and the last messages there."""

    id: str
    at: int
    reporter: str
    person: str
    """By which a moderator can act against a guest too."""
    name: str
    account: bool
    match: str
    kind: str
    text: str
    lines: tuple[SaidLine, ...]


class ReportList(Struct):
    """Reports that wait, the oldest first. `next`, sent as `after`, gives those after the last."""

    reports: tuple[ReportCard, ...]
    next: str | None = None


class NewSanction(Struct, forbid_unknown_fields=True):
    """Mute or ban somebody for some days, by the name of an account or the `person` of a report."""

    kind: Literal["mute", "ban"]
    days: Annotated[int, Meta(ge=1, le=LONGEST_DAYS)]
    reason: ReasonGiven
    """The person reads it."""
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    report: Annotated[str, Meta(max_length=64)] = ""
    """The report that this answers."""


class LiftedSanction(Struct, forbid_unknown_fields=True):
    """End a mute or a ban before its time."""

    kind: Literal["mute", "ban"]
    person: Annotated[str, Meta(max_length=64)]
    reason: Reason = ""


class TableClosing(Struct, forbid_unknown_fields=True):
    """Close a table: it goes, or its match ends without a result."""

    match: Annotated[str, Meta(max_length=64)]
    reason: ReasonGiven
    report: Annotated[str, Meta(max_length=64)] = ""


class Dismissal(Struct, forbid_unknown_fields=True):
    """Answer a report without doing anything else."""

    reason: Reason = ""


class SanctionCard(Struct):
    """Somebody who is muted or banned."""

    person: str
    name: str
    kind: Literal["mute", "ban"]
    until: int
    reason: str


class SanctionList(Struct):
    """Who is muted or banned, those first whose time is up first. `next`, sent as `after`: more."""

    sanctions: tuple[SanctionCard, ...]
    next: str | None = None


class ActCard(Struct):
    """Something that a moderator or the host did."""

    at: int
    moderator: str
    kind: str
    name: str
    match: str
    until: int
    reason: str


class ActList(Struct):
    """The log, the newest act first. `next`, sent as `before`, gives those after the last one."""

    acts: tuple[ActCard, ...]
    next: str | None = None


class SuspicionCard(Struct):
    """A rated match of two guests of one address."""

    match: str
    at: int
    title: str
    names: str


class SuspicionList(Struct):
    """Suspicions, the newest first. `next`, sent as `before`, gives those after the last one."""

    suspicions: tuple[SuspicionCard, ...]
    next: str | None = None
