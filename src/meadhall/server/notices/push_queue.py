"""Keeps pushes in the database until a push service has accepted them, and sends them by and by."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from meadhall.match.clock import DAY
from meadhall.match.ports import StoreUnavailable
from meadhall.server.metrics import log
from meadhall.server.notices.push_service import PushService
from meadhall.server.notices.smtp import Delivery
from meadhall.store.notices.push_devices import QueuedPush, SqlPushDevices

BATCH = 20
THREADS = 4
"""How many push services are talked to at the same time: one may be slow."""
LEASE_MS = 5 * 60_000
"""After that another process may take a push whose sender has not said what became of it."""
POLL_MS = 5_000
"""How often new pushes are looked for."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 15_000, 4 * 3_600_000
"""A push that fails is tried again after these, each pause twice the one before."""
GIVEN_UP_MS = DAY
"""A device that has taken nothing for so long is dropped."""


def push_pause(tries: int) -> int:
    """Milliseconds until a push is tried again that was tried that often."""
    return int(min(FIRST_PAUSE_MS * 2 ** min(tries - 1, 20), LONGEST_PAUSE_MS))


class PushQueue:
    """The pushes of a hall. Without a service there are none."""

    def __init__(
        self, devices: SqlPushDevices, clock: Callable[[], int], service: PushService | None
    ) -> None:
        self._devices, self._clock, self._service = devices, clock, service
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="meadhall-push")
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Look for new pushes now."""
        self._wake.set()

    def start(self) -> None:
        """Begin to send."""
        if self._service is not None:
            self._task = asyncio.create_task(self._run(self._service))

    async def stop(self) -> None:
        """Stop; what waits stays in the queue. What is being sent may be sent twice."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._threads.shutdown(wait=False)

    async def _run(self, service: PushService) -> None:
        while True:
            self._wake.clear()
            try:
                while await self.send_due(service) == BATCH:
                    """There are more."""
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next round tries again
                log.exception("cannot send pushes")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL_MS / 1000)

    async def send_due(self, service: PushService) -> int:
        """Send what is due; returns how many pushes that were."""
        now = self._clock()
        taken = await self._devices.take(now, now + LEASE_MS, BATCH)
        await asyncio.gather(*(self._send(service, push) for push in taken))
        return len(taken)

    async def _send(self, service: PushService, push: QueuedPush) -> None:
        loop = asyncio.get_running_loop()
        delivery = await loop.run_in_executor(self._threads, service.send, push)
        now = self._clock()
        failing = now if push.device.failing is None else push.device.failing
        if delivery is Delivery.ACCEPTED:
            await self._devices.finish(push)
        elif delivery is Delivery.REFUSED or now - failing >= GIVEN_UP_MS:
            log.info("a device takes no pushes any more", tries=push.tries)
            await self._devices.drop(push.device)
        else:
            await self._devices.postpone(push, now, now + push_pause(push.tries))
