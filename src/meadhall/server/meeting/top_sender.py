"""Sends the strongest matches to those who watch, over the hall's socket."""

from dataclasses import dataclass, field

from meadhall.server.meeting.listed_matches import ListedMatches
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.meeting.hall_talk import TopMatches

SEND_SECONDS = 3.0


@dataclass(slots=True)
class TopSender:
    """Looks for the strongest matches while somebody wants to know."""

    listed: ListedMatches
    _told: dict[Outbox, bytes] = field(default_factory=dict)
    """What each connection was told last."""

    async def send_changes(self) -> None:
        """Send the strongest matches to those who do not know them."""
        await self.listed.note_crowds()
        listeners = set(self.listed.hall.hall_sockets.wishing["watch"])
        if not listeners:
            self._told.clear()
            return
        message = to_json(TopMatches(await self.listed.strongest()))
        for outbox in listeners:
            if self._told.get(outbox) != message:
                outbox.put(message)
        self._told = dict.fromkeys(listeners, message)
