"""Tells the host of the hall what needs a hand, by any service that Apprise knows.

Nothing of it is stored: it has to work while the database does not.
"""

import asyncio
import contextlib
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from meadhall.core.refusal import Refused
from meadhall.server.metrics import log

if TYPE_CHECKING:  # it takes over a second to import
    from apprise import Apprise

PAUSES = (0.0, 10.0, 60.0, 600.0)
"""Seconds before each try to send a notice. After the last one it is dropped."""
MOST_WAITING = 100
"""Notices that wait; more are dropped. A host who gets that many reads none."""


def open_services(addresses: str) -> "Apprise | None":
    """The services at these addresses, `None` without any. Raises `Refused` for what is none."""
    if not addresses.strip():
        return None
    from apprise import Apprise  # noqa: PLC0415 - see above

    services = Apprise()
    for number, address in enumerate(addresses.split(), 1):
        if not services.add(address):
            # Not the address itself: there may be a password in it.
            sentence = f"MEADHALL_HOST_NOTICES: Apprise does not know what address {number} means."
            raise Refused.because("BAD_SETTING", sentence, "MEADHALL_HOST_NOTICES")
    return services


class HostNotices:
    """Sends notices in the background, one after the other."""

    def __init__(self, services: "Apprise | None", events: Collection[str]) -> None:
        self._services, self._events = services, events
        self._waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_WAITING)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-host")
        self._task: asyncio.Task[None] | None = None

    def tell(self, event: str, title: str, text: str) -> None:
        """Send a notice by and by; a no-op where the host wants none, or none of such events."""
        if self._services is None or event not in self._events:
            return
        try:
            self._waiting.put_nowait((title, text))
        except asyncio.QueueFull:
            log.warning("too many notices for the host", title=title)

    def start(self) -> None:
        """Begin to send."""
        if self._services is not None:
            self._task = asyncio.create_task(self._run(self._services))

    async def stop(self) -> None:
        """Stop; what waits is dropped."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown(wait=False)

    async def _run(self, services: "Apprise") -> None:
        while True:
            title, text = await self._waiting.get()
            if not await self._send(services, title, text):
                log.warning("the host could not be told", title=title)

    async def _send(self, services: "Apprise", title: str, text: str) -> bool:
        loop = asyncio.get_running_loop()
        for pause in PAUSES:
            await asyncio.sleep(pause)
            try:
                if await loop.run_in_executor(self._thread, services.notify, text, title):
                    return True
            except Exception:  # noqa: BLE001 - a service's mistake must not end the others
                log.exception("a service for the host's notices failed")
        return False
