"""Matches to come: players see the commitment of one before they add their bytes to its seed."""

from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.core.seed_proof import commitment_to
from meadhall.match.facts import Reserved
from meadhall.server.live.match_loop import ALREADY_OPEN, MatchLoop
from meadhall.server.protocol.bodies import Reservation
from meadhall.server.protocol.tokens import Tokens, random_id


@dataclass(frozen=True, slots=True)
class Reservations:
    """Gives out reservations, which nobody has to store, and redeems each of them once."""

    match_loop: MatchLoop
    tokens: Tokens

    def make(self) -> Reservation:
        """Reserve a match: fix its id and its secret."""
        reserved = self.draw()
        token = self.tokens.sign_reservation(reserved.match)
        return Reservation(reserved.match, commitment_to(reserved.secret), token)

    def draw(self) -> Reserved:
        """A match that nobody has reserved."""
        return self.tokens.reserve(random_id())

    def read(self, token: str) -> Reserved:
        """The match that the token reserves, or a new one without a token.

        Raises `Refused` for a token that is forged or has expired.
        """
        return self.tokens.read_reservation(token) if token else self.draw()

    # Once: two matches with one secret would be a leak, because the record of the one that ends
    # first has it.
    async def redeem(self, token: str) -> Reserved:
        """The match to open now; raises `Refused` also if it has been opened before."""
        reserved = self.read(token)
        if token and not await self.match_loop.is_new(reserved.match):
            raise Refused(ALREADY_OPEN)
        return reserved
