"""What people may choose about their notices."""

from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.notices.inbox_notices import Addresses
from meadhall.server.notices.mail_queue import MailQueue
from meadhall.server.notices.push_queue import PushQueue
from meadhall.server.notices.push_service import PushService, check_device
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.notice_cards import (
    NewPushDevice,
    NoticePage,
    NoticeSettings,
    PushDeviceCard,
)
from meadhall.store.notices.notice_choices import SqlNoticeChoices
from meadhall.store.notices.push_devices import PushDevice, SqlPushDevices

TRIAL = {
    "title": "Notices work.",
    "body": "This device will tell you when something waits for you.",
    "path": "#/notices",
    "tag": "trial",
}


@dataclass(frozen=True, slots=True)
class NoticeChoosing:
    """Shows and changes what people hear of, and how."""

    hall: Hall
    choices: SqlNoticeChoices
    devices: SqlPushDevices
    service: PushService | None
    pushes: PushQueue
    mail: MailQueue
    addresses: Addresses

    async def show(self, person: Person) -> NoticePage:
        """Everything about the person's notices."""
        chosen = await self.choices.show(person.id)
        addresses = await self.addresses([person.id])
        return NoticePage(
            # The stored hours are among those that can be chosen.
            NoticeSettings(chosen.push, chosen.mail, chosen.hours),  # type: ignore[arg-type]
            self.service.public_key() if self.service else "",
            tuple(map(_card, await self.devices.of(person.id))),
            self.mail.is_on,
            addresses.get(person.id, ""),
        )

    async def change(self, person: Person, wanted: NoticeSettings) -> None:
        """Choose the events and how often there may be a mail."""
        await self.choices.change(person.id, wanted.push, wanted.mail, wanted.hours)

    async def add(self, person: Person, new: NewPushDevice) -> PushDeviceCard:
        """Send pushes to a browser from now on."""
        if self.service is None:
            raise Refused.because("NO_PUSHES", "This hall sends no pushes.")
        name = "".join(filter(str.isprintable, new.name)).strip() or "A browser"
        now = self.hall.match_loop.clock()
        device = PushDevice("", person.id, new.endpoint, new.p256dh, new.auth, name, now)
        check_device(device)
        return _card(await self.devices.add(device))

    async def remove(self, person: Person, device: str) -> None:
        """Send nothing more to a browser."""
        await self.devices.remove(person.id, device)

    async def try_out(self, person: Person) -> None:
        """Push something to all browsers of the person, to see whether it arrives."""
        await self.devices.put(person.id, TRIAL["tag"], TRIAL, self.hall.match_loop.clock())
        self.pushes.wake()

    async def end_mails(self, token: str) -> None:
        """Send the person whose token this is no notices by mail any more."""
        await self.choices.end_mails(self.hall.rights.tokens.read_mails(token))


def _card(device: PushDevice) -> PushDeviceCard:
    return PushDeviceCard(device.id, device.name, device.added, device.failing is not None)
