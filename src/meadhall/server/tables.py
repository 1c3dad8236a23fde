"""A match apart from its position, as everybody sees it."""

from collections.abc import Collection
from functools import cache

from meadhall.core.seats import Seat
from meadhall.core.status import Finished, Status
from meadhall.match import clock
from meadhall.match.clock import Untimed
from meadhall.match.facts import Player, Said
from meadhall.match.match import Match
from meadhall.match.table import still_to_agree
from meadhall.server.frames import encoded
from meadhall.server.protocol import (
    ChatLine,
    ClockFace,
    Offer,
    Outcome,
    Phase,
    SeatCard,
    Table,
)

PHASES: dict[str, Phase] = {"lobby": "open", "playing": "playing", "over": "finished"}


def table(match: Match, here: Collection[Seat], watching: int, now: int) -> Table:
    """The table, with who is connected now."""
    setup = match.setup
    holders = {player.holder for player in match.players if player and not player.bot}
    return Table(
        match=setup.id,
        code=setup.code,
        game=setup.game,
        title=match.game.spec.title,
        options=dict(setup.options),
        phase=PHASES[match.phase],
        seats=seat_cards(match, here),
        clock=clock_face(match, now),
        to_act=match.asked,
        turn=match.turn,
        ply=len(match.plies),
        result=outcome(match.status),
        offer=_offer(match),
        rematch=match.rematch,
        watching=watching,
        device=len(holders) == 1,
    )


def seat_cards(match: Match, here: Collection[Seat]) -> tuple[SeatCard, ...]:
    """Who sits where."""
    return tuple(
        _seat_card(match, seat, player, here=seat in here)
        for seat, player in enumerate(match.players)
    )


def _seat_card(match: Match, seat: Seat, player: Player | None, *, here: bool) -> SeatCard:
    if player is None:
        return SeatCard(seat, "", "open")
    return SeatCard(
        seat,
        player.name,
        "bot" if player.bot else "person",
        level=player.bot,
        ready=bool(player.bot) or match.ready[seat],
        here=bool(player.bot) or here,
        left=seat in match.gone,
    )


def clock_face(match: Match, now: int) -> ClockFace:
    """What the clocks show."""
    face, rule = match.face, match.setup.clock
    if isinstance(rule, Untimed) or not clock.counts(face):
        return _standing(rule.kind)
    ends = [clock.runs_out(face, seat) for seat in match.asked]
    return ClockFace(
        rule.kind,
        left=tuple(clock.left(face, seat, now) or 0 for seat in range(match.setup.seats)),
        running=match.asked,
        deadline=min((end for end in ends if end is not None), default=None),
        paused=face.pause is not None,
    )


@cache
def _standing(mode: str) -> ClockFace:
    """The face of a clock that does not count, as it is written."""
    return encoded(ClockFace(mode))


def outcome(status: Status | None) -> Outcome | None:
    """How it ended."""
    return Outcome(status.payoffs, status.reason) if isinstance(status, Finished) else None


def _offer(match: Match) -> Offer | None:
    proposal = match.proposal
    if proposal is None:
        return None
    return Offer(proposal.matter, proposal.seat, proposal.agreed, still_to_agree(match))


def chat_line(said: Said, number: int) -> ChatLine:
    """A message as it is shown."""
    return ChatLine(number, said.seat, said.name, said.to, said.text, said.turn, said.at)
