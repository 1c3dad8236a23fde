"""The hall's chat and the matches to watch, over HTTP and over the hall's socket."""

from typing import Annotated

from msgspec import Meta, Struct

from meadhall.server.protocol.bodies import TEXT_LENGTH, MatchCard


class NewHallLine(Struct, forbid_unknown_fields=True):
    """Write to everybody in the lobby."""

    text: Annotated[str, Meta(max_length=TEXT_LENGTH)]


class HallLineCard(Struct):
    """A line of the hall's chat."""

    id: str
    name: str
    text: str
    at: int


class HallTalk(Struct, tag_field="kind", tag="hall-talk"):
    """On the hall's socket with `chat=yes`: new lines; at first the newest ones, `whole`."""

    lines: tuple[HallLineCard, ...]
    whole: bool = False


class TopMatches(Struct, tag_field="kind", tag="top-matches"):
    """On the hall's socket with `watch=yes`: the strongest matches now, the strongest first."""

    matches: tuple[MatchCard, ...]
