"""Notes from where guests take seats at rated tables, so that the host learns of two in one."""

import hmac
from dataclasses import dataclass

from litestar.types import Scope

from meadhall.server.assembly import Hall
from meadhall.server.net.admission import address_of
from meadhall.server.protocol.bodies import Person, SeatTokens
from meadhall.store.ratings.stored_ratings import SqlRatings


@dataclass(frozen=True, slots=True)
class Sittings:
    """Who can get a new name with every match could lose to themselves on purpose."""

    hall: Hall
    stored: SqlRatings

    async def note(self, scope: Scope, person: Person, seated: SeatTokens) -> SeatTokens:
        """Note the address of a guest who has taken a seat at a rated table, as a keyed hash."""
        room = self.hall.match_loop.rooms.get(seated.match)
        if room is not None and room.match.setup.rated and not person.account:
            secret = room.match.setup.secret.encode()
            # The key is the match's own secret: addresses of two matches cannot be compared.
            address = address_of(scope, self.hall.settings)
            digest = hmac.digest(secret, address.encode(), "sha256").hex()
            now = self.hall.match_loop.clock()
            await self.stored.note_sitting(seated.match, person.id, digest, now)
        return seated
