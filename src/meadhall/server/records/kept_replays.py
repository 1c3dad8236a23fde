"""Keeps replays while they are asked for, so that each is computed once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from typing import TypeAlias

from meadhall.core.seats import Viewer
from meadhall.server.records.work import NamedReplay

MOST_BYTES = 32_000_000
"""The memory for replays; the one requested longest ago is dropped first."""

ReplayKey: TypeAlias = tuple[str, Viewer]
"""The match, or the document of the record, and who looks at it."""


class KeptReplays:
    """The replays that were requested last."""

    def __init__(self) -> None:
        self._kept = OrderedDict[ReplayKey, NamedReplay]()
        self._bytes = 0
        self._begun: dict[ReplayKey, asyncio.Future[NamedReplay]] = {}

    async def get(
        self, key: ReplayKey, compute: Callable[[], Awaitable[NamedReplay]]
    ) -> NamedReplay:
        """The replay, computed only if it is not kept. Requests at the same time share it."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._begun:
            task = self._begun[key] = asyncio.ensure_future(compute())
            task.add_done_callback(lambda done: self._keep(key, done))
        # One who goes away must not cancel what others wait for.
        return await asyncio.shield(self._begun[key])

    def forget(self, matches: Collection[str]) -> None:
        """Drop the replays of these matches."""
        for key in [key for key in self._kept if key[0] in matches]:
            self._bytes -= self._kept.pop(key).size()

    def _keep(self, key: ReplayKey, done: "asyncio.Future[NamedReplay]") -> None:
        del self._begun[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._bytes += done.result().size()
        while self._bytes > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= dropped.size()
