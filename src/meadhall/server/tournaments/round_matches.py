"""The matches of a tournament at their tables: opened, given up, called off, and how they ended."""

from contextlib import suppress
from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.match.commands import Abandon, Leave
from meadhall.match.facts import Acted, Setup, TimedOut, TournamentRules
from meadhall.match.fork import open_match
from meadhall.match.match import Match
from meadhall.server.assembly import Hall
from meadhall.server.live.caretaker import CODE_LENGTH
from meadhall.server.live.match_loop import raise_if_refused
from meadhall.server.metrics import log
from meadhall.server.protocol.tokens import random_id
from meadhall.tournaments.tournament import Tournament
from meadhall.tournaments.tournament_facts import Pairing, PairingResult


@dataclass(frozen=True, slots=True)
class RoundMatches:
    """Does for a tournament what its players would do at a table."""

    hall: Hall

    async def open(self, tournament: Tournament, pairing: Pairing) -> None:
        """Open the match; it starts at once. Twice does no harm: its id is part of the pairing."""
        loop, plan = self.hall.match_loop, tournament.plan
        players = [tournament.participant(number).player for number in pairing.seats]
        game = loop.games(plan.game)
        reserved = self.hall.rights.tokens.reserve(pairing.match)
        setup = Setup(
            id=pairing.match,
            game=plan.game,
            rules_version=game.spec.rules_version,
            seats=len(players),
            secret=reserved.secret,
            options=plan.options,
            clock=plan.clock,
            code=random_id(CODE_LENGTH).upper(),
            # A match of computers alone is not rated.
            rated=plan.rated and any(player.holder for player in players),
            tournament=TournamentRules(plan.id, plan.draws, plan.haste),
        )
        await loop.open(raise_if_refused(open_match(game, setup, players, loop.clock())))

    async def result(self, pairing: Pairing) -> PairingResult | None:
        """How the match ended. One that cannot be read any more counts as a draw."""
        try:
            match = (await self.hall.match_loop.room(pairing.match)).match
        except Refused as error:
            log.warning(
                "a match of a tournament cannot be read", match=pairing.match, why=str(error)
            )
            return PairingResult(pairing.match, (0,) * len(pairing.seats))
        if match.result is None:
            return None
        clock_state = match.clock_state
        return PairingResult(
            pairing.match,
            match.result.payoffs,
            tuple(pairing.seats[seat] for seat in clock_state.hasty),
            tuple(n for seat, n in enumerate(pairing.seats) if _was_absent(match, seat)),
        )

    async def give_up(self, tournament: Tournament, pairing: Pairing) -> None:
        """Give the match up for those who have left the tournament."""
        for seat, number in enumerate(pairing.seats):
            if not tournament.participant(number).is_present:
                # It has ended meanwhile, or the seat has been given up already.
                with suppress(Refused):
                    room = await self.hall.match_loop.room(pairing.match)
                    await self.hall.match_loop.carry_out(room, Leave(seat))

    async def call_off(self, pairing: Pairing) -> None:
        """End the match: the tournament was closed."""
        with suppress(Refused):  # it has ended meanwhile
            room = await self.hall.match_loop.room(pairing.match)
            await self.hall.match_loop.carry_out(room, Abandon())


def _was_absent(match: Match, seat: int) -> bool:
    """Whether the clock moved for the seat, and nobody else did."""
    kinds = {type(ply) for ply in match.plies if ply.seat == seat}
    return TimedOut in kinds and Acted not in kinds
