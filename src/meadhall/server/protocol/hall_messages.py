"""The messages on the hall's socket. The server sends; a client only listens."""

from typing import Literal, TypeAlias

from msgspec import Struct

from meadhall.server.protocol.bodies import MatchCard
from meadhall.server.protocol.friends.friend_cards import ChallengeNews
from meadhall.server.protocol.meeting.hall_talk import HallTalk, TopMatches
from meadhall.server.protocol.meeting.seek_cards import SeekNews
from meadhall.server.protocol.messages import Closing
from meadhall.server.protocol.people.inbox_cards import InboxChange
from meadhall.server.protocol.tournaments.tournament_bodies import (
    TournamentCall,
    TournamentChange,
)


class ListChange(Struct, tag_field="kind", tag="list"):
    """Tables that are new in a list or have changed (`put`), and those that are `gone` from it.

    `public` has the newest open tables and matches that everybody may see, `own` the unfinished
    ones of the person. At first each list comes `whole`.
    """

    name: Literal["public", "own"]
    put: tuple[MatchCard, ...]
    gone: tuple[str, ...] = ()
    whole: bool = False


FromHall: TypeAlias = (
    ListChange
    | InboxChange
    | ChallengeNews
    | SeekNews
    | HallTalk
    | TopMatches
    | TournamentChange
    | TournamentCall
    | Closing
)
