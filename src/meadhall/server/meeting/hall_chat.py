"""The hall's chat: everybody in the lobby reads what is written there, at any process."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from time import monotonic

from meadhall.core.refusal import Refused
from meadhall.match.decide.talk import LONGEST_TEXT
from meadhall.match.match import is_text
from meadhall.server.assembly import Hall
from meadhall.server.net.outbox import Outbox
from meadhall.server.net.rights import day_of
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.meeting.hall_talk import HallLineCard, HallTalk
from meadhall.server.protocol.problem import TooMany
from meadhall.server.protocol.tokens import random_id
from meadhall.store.meeting.stored_lines import HallLine, SqlHallLines

SHOWN = 100
"""How many earlier lines a newcomer reads."""
KEPT = 500
OVERLAP_MS = 10_000
"""Lines of other processes may become visible this much later than their time says."""


@dataclass(slots=True)
class HallChat:
    """Takes lines, and sends new ones to those who listen here."""

    hall: Hall
    stored: SqlHallLines
    _known: dict[str, HallLine] = field(default_factory=dict)
    """The newest lines, the oldest first, as those who listen know them."""
    _readers: set[Outbox] = field(default_factory=set)
    """Those who have been sent the newest lines."""

    async def write(self, person: Person, text: str) -> HallLineCard:
        """Write a line; raises `Refused` for people who are muted, `TooMany` beyond the limit."""
        text = text.strip()
        if not 1 <= len(text) <= LONGEST_TEXT or not is_text(text):
            raise Refused.because("BAD_TEXT", f"A message has 1 to {LONGEST_TEXT} characters.")
        rights, now = self.hall.rights, self.hall.match_loop.clock()
        until, reason = await rights.conduct.mute(person.id)
        if until > now:
            sentence = f"A moderator has muted you until {day_of(until)}: {reason}"
            raise Refused.because("MUTED", sentence)
        if not person.account:
            await rights.check_name(person.name)
        # The same limit as at tables, so that nobody can write twice as much by turns.
        wait = self.hall.hall_sockets.admission.talk.take(person.id, monotonic())
        if wait:
            raise TooMany(wait)
        line = HallLine(random_id(), now, person.id, person.name, text)
        await self.stored.add(line)
        return _card(line)

    async def send_news(self) -> None:
        """Send new lines to those who listen, and the newest ones to those who have just come."""
        listeners = set(self.hall.hall_sockets.wishing["chat"])
        if not listeners:
            self._readers.clear()
            return
        new = await self._new_lines()
        news = _message(new)
        for outbox in listeners if new else listeners - self._readers:
            if outbox not in self._readers:
                outbox.put(_message(self._known.values(), outbox.ignored, whole=True))
            elif not outbox.ignored:  # nearly everybody: the message is encoded once
                outbox.put(news)
            else:
                outbox.put(_message(new, outbox.ignored))
        self._readers = listeners

    async def tidy(self) -> None:
        """Forget old lines."""
        await self.stored.keep_newest(KEPT)

    async def _new_lines(self) -> tuple[HallLine, ...]:
        """The lines that have not been sent; `_known` has the newest ones afterwards."""
        if not self._readers:
            self._known = {one.id: one for one in await self.stored.newest(SHOWN)}
            return ()
        since = self.hall.match_loop.clock() - OVERLAP_MS
        found = await self.stored.newest(SHOWN, since)
        new = tuple(one for one in found if one.id not in self._known)
        self._known.update((one.id, one) for one in new)
        for old in list(self._known)[: max(0, len(self._known) - SHOWN)]:
            del self._known[old]
        return new


def _message(
    lines: Iterable[HallLine], ignored: Collection[str] = (), *, whole: bool = False
) -> bytes:
    """The lines for a person who ignores these people."""
    shown = tuple(_card(one) for one in lines if one.person not in ignored)
    return to_json(HallTalk(shown, whole))


def _card(line: HallLine) -> HallLineCard:
    return HallLineCard(line.id, line.name, line.text, line.at)
