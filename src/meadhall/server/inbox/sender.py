"""Sends changes of inboxes over the hall's socket, whichever process has noted them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from meadhall.server.assembly import Hall
from meadhall.server.inbox.inbox_view import inbox_card
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.people.inbox_cards import InboxChange
from meadhall.store.inbox.stored_inbox import GONE, ListedEntry, SqlInbox

SEND_SECONDS = 2.0
OVERLAP_MS = 10_000
"""Entries of other processes may become visible this much later than their time says."""


@dataclass(slots=True)
class InboxSender:
    """Looks for changes in the store, so that it makes no difference who wrote them."""

    hall: Hall
    stored: SqlInbox
    _since: int = 0
    _sent: dict[tuple[str, str], ListedEntry] = field(default_factory=dict)
    """What was sent of the last moments, which are looked at again."""

    async def send_changes(self) -> int:
        """Send what has changed to those who listen; returns how many entries that were."""
        listeners = self.hall.hall_sockets.everybody()
        holders = {outbox.holder for outbox in listeners if outbox.holder}
        now = self.hall.match_loop.clock()
        since, self._since = max(self._since, now - OVERLAP_MS), now - OVERLAP_MS
        if not holders:
            self._sent.clear()
            return 0
        found, turns = await self.stored.changed_since(since, holders)
        recent = {(one.entry.holder, one.entry.match): one for one in found}
        new = {key: one for key, one in recent.items() if self._sent.get(key) != one}
        self._sent = recent
        for holder in {holder for holder, _ in new}:
            change = self._change(new.values(), holder, turns.get(holder, 0))
            message = to_json(change)
            for outbox in listeners:
                if outbox.holder == holder:
                    outbox.put(message)
        return len(new)

    def _change(self, found: Iterable[ListedEntry], holder: str, turns: int) -> InboxChange:
        mine = [one for one in found if one.entry.holder == holder]
        return InboxChange(
            put=tuple(inbox_card(self.hall, one) for one in mine if one.entry.rank < GONE),
            gone=tuple(one.entry.match for one in mine if one.entry.rank == GONE),
            turns=turns,
        )
