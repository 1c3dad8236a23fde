"""Sends what people have not been told by mail: all of it in one, and not often."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.notices.inbox_notices import Addresses
from meadhall.server.notices.mail_queue import MailQueue
from meadhall.store.notices.digests import DigestLine, SqlDigests
from meadhall.store.notices.mails import Mail

LOOK_SECONDS = 30.0
"""How often mails that are due are looked for."""
MOST_LINES = 30
"""Lines in one mail; the others are counted."""


@dataclass(frozen=True, slots=True)
class DigestMails:
    """Makes mails of lines that wait."""

    hall: Hall
    digests: SqlDigests
    mail: MailQueue
    addresses: Addresses

    async def send_due(self) -> int:
        """Queue the mails that are due; returns how many."""
        now = self.hall.match_loop.clock()
        people = await self.digests.waiting(now)
        if not people:
            return 0
        addresses = await self.addresses(people)
        await self.digests.drop([person for person in people if person not in addresses])
        sent = await self.digests.send(addresses, self.compose, now)
        self.mail.wake()
        return sent

    async def work(self) -> None:
        """Send for ever. Of several processes the first one does it; two at once do no harm."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self.mail.is_on and self.hall.cluster.is_first():
                    await self.send_due()
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot make mails of notices")

    def compose(self, person: str, address: str, lines: Sequence[DigestLine]) -> Mail:
        """The mail with these lines. Mail programs can end such mails with one click (RFC 8058)."""
        link, token = self.hall.settings.link, self.hall.rights.tokens.sign_mails(person)
        shown, more = lines[:MOST_LINES], len(lines) - MOST_LINES
        parts = [f"{line.text}\n{link(f'/{line.path}')}" for line in shown]
        if more > 0:
            parts.append(f"And {more} more.\n{link('/#/inbox')}")
        parts.append(
            f"-- \nChoose what you hear of, and how often:\n{link('/#/notices')}\n"
            f"No more of these mails:\n{link(f'/#/mails/{token}')}"
        )
        headers = {
            "List-Unsubscribe": f"<{link(f'/api/mails/{token}/end')}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        return Mail(address, _subject(lines), "\n\n".join(parts) + "\n", headers)


def _subject(lines: Sequence[DigestLine]) -> str:
    if len(lines) == 1:
        return lines[0].text
    turns = sum(line.event == "turn" for line in lines)
    if turns > 1:
        return f"Your turn in {turns} matches"
    return f"{lines[0].text} And {len(lines) - 1} more."
