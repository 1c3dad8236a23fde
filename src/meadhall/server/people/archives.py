"""All records of a person as one archive."""

import asyncio
import zipfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.store.people.person_records import person_records
from meadhall.store.people.stored_profiles import SqlProfiles


@dataclass(frozen=True, slots=True)
class Archives:
    """Makes archives, one at a time: each reads all matches of a person."""

    hall: Hall
    stored: SqlProfiles
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def check_turn(self) -> None:
        """Raise `Refused` while another archive is being made."""
        if self.turn.locked():
            raise Refused.because("BUSY", "Another archive is being made. Try again in a minute.")

    async def stream(self, person: str) -> AsyncIterator[bytes]:
        """The bytes of a zip file with a record for each match that the person finished."""
        sink, loop = _Sink(), self.hall.match_loop
        records = person_records(loop.store, self.stored, loop.games, person)
        async with self.turn:
            with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
                async for match, text in records:
                    archive.writestr(f"meadhall-{match}.json", text)
                    yield sink.take()
            yield sink.take()


class _Sink:
    """Takes what is written, until it is taken away: a zip file needs no more."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        """Keep this part."""
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is open."""

    def take(self) -> bytes:
        """What has been written since the last time."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken
