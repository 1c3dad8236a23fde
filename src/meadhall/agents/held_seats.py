"""The seats that agents hold, by their keys."""

import secrets

from meadhall.agents.hall_client import HallClient
from meadhall.agents.table_seat import TableSeat
from meadhall.core.refusal import Refused

MOST_SEATS = 1000
"""How many seats one server holds; the oldest is forgotten first."""


class HeldSeats:
    """The seats that agents hold here, by their keys."""

    def __init__(self, hall: HallClient) -> None:
        self.hall = hall
        self._by_key: dict[str, TableSeat] = {}

    async def add(self, name: str, path: str, body: object) -> tuple[str, TableSeat]:
        """Take a seat under that name; gives the key to it."""
        token = (await self.hall.post("/guests", {"name": name}))["token"]
        made = await self.hall.post(path, body, token)
        seat = TableSeat(self.hall, made["match"], made["tokens"][0])
        await seat.connect()
        if seat.table["phase"] == "open":
            card = seat.table["seats"][seat.seat]
            if not card["ready"]:
                await seat.ask("do", request="ready")
        key = secrets.token_urlsafe(12)
        self._by_key[key] = seat
        if len(self._by_key) > MOST_SEATS:
            await self._by_key.pop(next(iter(self._by_key))).close()
        return key, seat

    async def of(self, key: str) -> TableSeat:
        """The seat with that key, connected."""
        if key not in self._by_key:
            raise Refused.because(
                "NO_SUCH_SEAT", "There is no seat with this key; open or join a match first."
            )
        seat = self._by_key[key]
        await seat.connect()
        return seat

    async def close(self) -> None:
        """Disconnect all of them."""
        for seat in self._by_key.values():
            await seat.close()
