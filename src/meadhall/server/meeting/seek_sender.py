"""Sends seeks over the hall's socket, and notes who is still connected."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from meadhall.server.meeting.seeks import Seeks
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.meeting.seek_cards import SeekCard, SeekNews
from meadhall.store.meeting.stored_seeks import Seek

SEND_SECONDS = 1.0
SEEN_MS = 3_000
"""A connection is noted at most that often."""
WAITS_MS = 10_000
"""Usual waits are looked up again after this time."""


@dataclass(slots=True)
class SeekSender:
    """Looks at all seeks once in `SEND_SECONDS`, so that it makes no difference who changed one."""

    seeks: Seeks
    _told: dict[Outbox, SeekCard | None] = field(default_factory=dict)
    """What each connection was told last, without what passes by itself."""
    _seeking: set[str] = field(default_factory=set)
    """Who had a seek when it was looked last, at any process."""
    _waits: dict[str, int] = field(default_factory=dict)
    _waits_at: int = 0

    async def work(self) -> None:
        """Let people meet, if that is this process's part, and send what has changed here."""
        hall = self.seeks.hall
        seeks = await self.seeks.stored.all()
        if hall.cluster.is_first() and await self.seeks.bring_together(seeks):
            seeks = await self.seeks.stored.all()
        await self.send_changes(seeks)

    async def send_changes(self, seeks: tuple[Seek, ...]) -> None:
        """Send their seeks to those who are connected here."""
        people = {one.person for one in seeks}
        ended, self._seeking = self._seeking - people, people
        if not (seeks or ended or self._told):
            return
        listeners = self.seeks.hall.hall_sockets.everybody()
        here = {outbox.holder for outbox in listeners if outbox.holder}
        mine = {one.person: one for one in seeks if one.person in here}
        await self._note_presence(mine)
        told, self._told = self._told, {}
        cards = await self._cards(mine, seeks)
        for outbox in listeners:
            card = cards.get(outbox.holder)
            # Who has just connected may have asked for a seek that has ended since.
            if card is None and told.get(outbox) is None and outbox.holder not in ended:
                continue
            lasting = _without_times(card)
            self._told[outbox] = lasting
            if outbox not in told or lasting != told[outbox]:
                outbox.put(to_json(SeekNews(card)))

    async def _cards(
        self, mine: Mapping[str, Seek], seeks: tuple[Seek, ...]
    ) -> dict[str, SeekCard]:
        if not mine:
            return {}
        now = self.seeks.hall.match_loop.clock()
        if now - self._waits_at > WAITS_MS:
            self._waits, self._waits_at = await self.seeks.stored.usual_waits(), now
        seeking = self.seeks.seeking(seeks, self._waits)
        return {person: self.seeks.card(seek, seeking) for person, seek in mine.items()}

    async def _note_presence(self, mine: Mapping[str, Seek]) -> None:
        now = self.seeks.hall.match_loop.clock()
        due = [person for person, seek in mine.items() if seek.seen < now - SEEN_MS]
        if due:
            await self.seeks.stored.note_presence(due, now)


def _without_times(card: SeekCard | None) -> SeekCard | None:
    """The card without what changes while nothing happens."""
    if card is None:
        return None
    found = card.found and msgspec.structs.replace(card.found, left=0)
    return msgspec.structs.replace(card, waited=0, found=found)
