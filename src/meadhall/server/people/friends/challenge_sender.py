"""Sends challenges over the hall's socket, whichever process made them."""

from dataclasses import dataclass, field

from meadhall.server.assembly import Hall
from meadhall.server.people.friends.challenges import Challenges
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.friends.friend_cards import ChallengeNews

SEND_SECONDS = 2.0
OVERLAP_MS = 10_000
"""Changes by other processes may become visible this much later than their time says."""


@dataclass(slots=True)
class ChallengeSender:
    """Looks for changes in the store, so that it makes no difference who made them."""

    hall: Hall
    challenges: Challenges
    _sent: dict[str, bytes] = field(default_factory=dict)
    """What was sent to each person last."""

    async def send_changes(self) -> int:
        """Send what has changed to those who listen; returns to how many people."""
        listeners = self.hall.hall_sockets.everybody()
        people = {outbox.holder for outbox in listeners if outbox.holder}
        self._sent = {person: text for person, text in self._sent.items() if person in people}
        if not people:
            return 0
        since = self.hall.match_loop.clock() - OVERLAP_MS
        changed = await self.challenges.stored.people_with_news(since, people)
        sent = 0
        for person in sorted(changed):
            found = await self.challenges.list_open(Person(person, "", account=True), "")
            message = to_json(ChallengeNews(found.challenges))
            if self._sent.get(person) == message:
                continue
            self._sent[person] = message
            sent += 1
            for outbox in listeners:
                if outbox.holder == person:
                    outbox.put(message)
        return sent
