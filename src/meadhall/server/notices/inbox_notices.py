"""Tells people of what their inboxes show, some time after it happened, and once.

The inbox says what waits for whom, whichever process has noted it. Who is at the table sees it
there, so nobody hears of it within TOLD_AFTER_MS.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.notices.push_queue import PushQueue
from meadhall.server.protocol.friends.friend_cards import ChallengeTerms
from meadhall.store.inbox.stored_inbox import InboxEntry, ListedEntry
from meadhall.store.notices.inbox_changes import WARNINGS, Place, SqlInboxChanges, warning_of
from meadhall.store.notices.notice_events import Notice, Subject
from meadhall.store.notices.told_notices import SqlNotices
from meadhall.store.people.friends.stored_challenges import SqlChallenges, StoredChallenge

TELL_SECONDS = 5.0
"""How often inboxes are looked through."""
TOLD_AFTER_MS = 20_000
"""How long an entry of an inbox rests before its person is told."""
AT_ONCE = 50
"""Entries in one transaction: moves wait for it."""
ROUNDS_TO_SAVE = 12
"""The place in the inboxes is saved every ROUNDS_TO_SAVE rounds: about once in a minute."""
ROUNDS_TO_TIDY = 720
PLACE = "notices until"
"""The stored setting with the time until which inboxes have been looked through."""
HOUR_MS, DAY_HOURS = 3_600_000, 48
"""Up to two days are said in hours."""
REQUESTS: Mapping[str, str] = {
    "draw": "You are offered a draw in {}.",
    "undo": "You are asked to allow an undo in {}.",
    "rematch": "You are asked for a rematch of {}.",
    "start": "{} can begin: everybody is here.",
}
Addresses: TypeAlias = Callable[[Collection[str]], Awaitable[Mapping[str, str]]]
"""The confirmed mail addresses of these people, as far as they have some."""


@dataclass(slots=True)
class InboxNotices:
    """Looks through the inboxes of everybody for what is to be told."""

    hall: Hall
    changes: SqlInboxChanges
    notices: SqlNotices
    pushes: PushQueue
    addresses: Addresses
    challenges: SqlChallenges
    _place: Place | None = None
    """How far inboxes have been looked through; `None` while another process does it."""
    _reminded: int = 0
    """Until when it is known which turns have come near their ends."""
    _challenged: tuple[int, str] = (0, "")
    """How far challenges have been looked through."""

    async def tell(self) -> int:
        """Queue what there is to tell; returns how many notices that were."""
        now, told = self.hall.match_loop.clock(), 0
        place = await self._known_place(now)
        while found := await self.changes.read_after(place, now - TOLD_AFTER_MS, AT_ONCE):
            told += await self._settle(found, now)
            last = found[-1]
            place = self._place = (last.changed, last.entry.holder, last.entry.match)
        told += await self._remind(now)
        told += await self._tell_of_challenges(now)
        if told:
            self.pushes.wake()
        return told

    async def save_place(self) -> None:
        """Remember how far this has come, for the next start or another process."""
        if self._place is not None:
            await self.hall.store.accounts.set_setting(PLACE, str(self._place[0]))

    async def work(self) -> None:
        """Tell for ever. Of several processes the first one does it; two at once do no harm."""
        rounds = 0
        while True:
            await asyncio.sleep(TELL_SECONDS)
            try:
                if self.hall.cluster.is_first():
                    await self.tell()
                    rounds += 1
                    if rounds % ROUNDS_TO_SAVE == 0:
                        await self.save_place()
                    if rounds % ROUNDS_TO_TIDY == 0:
                        await self.notices.forget_old(self.hall.match_loop.clock())
                else:
                    self._place = None
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot tell people of their matches")

    async def _remind(self, now: int) -> int:
        """Queue reminders of turns that have come near their ends since the last look."""
        told = 0
        for days, warning in WARNINGS.items():
            place: Place = (self._reminded + warning, "", "")
            while found := await self.changes.running_out(days, place, now + warning, AT_ONCE):
                told += await self._settle(found, now)
                last = found[-1].entry
                place = (last.due or 0, last.holder, last.match)
        self._reminded = now
        return told

    async def _tell_of_challenges(self, now: int) -> int:
        """Queue what is new of challenges; drop what waits about those that have ended."""
        told, until = 0, now - TOLD_AFTER_MS
        while found := await self.challenges.changed_after(self._challenged, until, AT_ONCE):
            mailed = await self.addresses({one.challenged for _, one in found})
            subjects = [challenge_subject(one) for _, one in found]
            told += await self.notices.settle(subjects, mailed, now)
            self._challenged = (found[-1][0], found[-1][1].id)
        return told

    async def _known_place(self, now: int) -> Place:
        if self._place is None:
            # At first nobody is told of what happened before.
            saved = await self.hall.store.accounts.setting(PLACE, str(now))
            self._place = (int(saved), "", "")
            self._reminded, self._challenged = int(saved), (int(saved), "")
        return self._place

    async def _settle(self, found: Sequence[ListedEntry], now: int) -> int:
        if not found:
            return 0
        mailed = await self.addresses({one.entry.holder for one in found})
        subjects = [subject_of(one, self.hall.lobby.title(one.game), now) for one in found]
        return await self.notices.settle(subjects, mailed, now)


def subject_of(listed: ListedEntry, title: str, now: int) -> Subject:
    """What there is to tell of an entry."""
    entry = listed.entry
    names = [name for seat, name in enumerate(listed.players) if name and seat not in listed.mine]
    others = f"With {', '.join(names)}." if names else ""
    return Subject(
        entry.holder, entry.match, tuple(_notices(entry, title, others, now)), seen=entry.here
    )


def challenge_subject(challenge: StoredChallenge) -> Subject:
    """What there is to tell of a challenge: nothing once it has ended."""
    title = msgspec.json.decode(challenge.terms, type=ChallengeTerms).title
    notice = Notice(
        "challenge", 1, f"{challenge.name} challenges you to {title}.", "",
        f"#/answer/{challenge.id}",
    )  # fmt: skip
    is_open = challenge.state == "open"
    return Subject(challenge.challenged, challenge.id, (notice,) if is_open else ())


def _notices(entry: InboxEntry, title: str, others: str, now: int) -> Iterator[Notice]:
    """The most urgent last: a device shows that one of those about a match."""
    path = f"#/table/{entry.match}"
    left = f"{_time(entry.due - now)} left." if entry.due is not None else ""
    if entry.messages > entry.messages_seen:
        # Once, however many come until the person looks.
        yield Notice("message", entry.messages_seen, f"New messages in {title}.", others, path)
    if entry.wants:
        mark = len(REQUESTS) * entry.plies + [*REQUESTS].index(entry.wants)
        yield Notice("request", mark, REQUESTS[entry.wants].format(title), others, path)
    if entry.over and not entry.end_seen:
        yield Notice("over", 1, f"{title} is over.", others, path)
    # At the start there is no move that one could have seen.
    if entry.asked and (entry.plies_seen < entry.plies or not entry.plies or entry.here):
        text = f"{others} {left}".strip()
        yield Notice("turn", entry.plies, f"Your turn in {title}.", text, path)
    if entry.asked and entry.days and entry.due and 0 < entry.due - now <= warning_of(entry.days):
        yield Notice(
            "reminder", entry.plies, f"Your time in {title} runs out: {left}", others, path
        )


def _time(milliseconds: int) -> str:
    hours = max(0, milliseconds) // HOUR_MS
    if hours >= DAY_HOURS:
        return f"{hours // 24} days"
    if hours > 1:
        return f"{hours} hours"
    minutes = max(1, milliseconds // 60_000)
    return f"{minutes} minutes" if minutes > 1 else "1 minute"
