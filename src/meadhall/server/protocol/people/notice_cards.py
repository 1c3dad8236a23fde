"""Notices over HTTP: what a person hears of, and the browsers that take pushes."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from meadhall.store.notices.notice_events import NoticeEvent

Events: TypeAlias = Annotated[tuple[NoticeEvent, ...], Meta(max_length=20)]
Hours: TypeAlias = Literal[0, 1, 4, 24]


class NoticeSettings(Struct, forbid_unknown_fields=True):
    """The events of which you hear by push and by mail.

    There is at most one mail in so many `hours`, and none with 0. Reminders come within an hour.
    """

    push: Events
    mail: Events
    hours: Hours


class PushDeviceCard(Struct):
    """A browser of yours that takes pushes. `failing`: its push service does not answer."""

    id: str
    name: str
    added: int
    failing: bool


class NoticePage(Struct):
    """What you hear of, and how.

    `key` is the hall's public key for pushes, empty where the hall sends none. `mails`: the hall
    sends mails; yours go to `address`, which is empty without a confirmed one.
    """

    settings: NoticeSettings
    key: str
    devices: tuple[PushDeviceCard, ...]
    mails: bool
    address: str


class NewPushDevice(Struct, forbid_unknown_fields=True):
    """A browser's push subscription: its endpoint and keys, and a name for the list of devices."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=60)] = ""
