"""The table around the position, as everybody sees it: seats, clocks, offers."""

from collections.abc import Collection
from functools import cache

from meadhall.core.seats import Seat
from meadhall.core.seed_proof import commitment_to
from meadhall.core.status import Finished
from meadhall.match import clock
from meadhall.match.clock import Untimed
from meadhall.match.decide.proposals import seats_to_agree
from meadhall.match.decide.undo import refusal_after_end
from meadhall.match.endings import ending_sentence
from meadhall.match.facts import Player
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import Channel
from meadhall.server.protocol.clock_view import ClockView, TournamentMatch
from meadhall.server.protocol.encoding import pre_encode
from meadhall.server.protocol.messages import (
    DeclinedOffer,
    Offer,
    OutcomeView,
    Phase,
    SeatCard,
    TableView,
)

PHASES: dict[str, Phase] = {"lobby": "open", "playing": "playing", "over": "finished"}


def table_view(channel: Channel, now: int) -> TableView:
    """The table, with who is connected now."""
    match = channel.match
    setup = match.setup
    holders = {player.holder for player in match.players if player and not player.bot}
    return TableView(
        match=setup.id,
        code=setup.code,
        game=setup.game,
        title=match.game.spec.title,
        options=dict(setup.options),
        phase=PHASES[match.phase],
        seats=_seat_cards(match, channel.seats_here()),
        clock=clock_view(match, now),
        to_act=match.asked,
        turn=match.turn,
        ply=len(match.plies),
        result=outcome_view(match),
        offer=_offer(match),
        declined=_declined_offer(match),
        rematch=match.rematch,
        watching=channel.spectators(),
        device=len(holders) == 1,
        commitment=commitment_to(setup.secret) if setup.secret else "",
        secrets_known=match.has_known_secrets,
        rated=setup.rated,
        tournament=_tournament(match),
        behind=channel.behind,
    )


def _tournament(match: Match) -> TournamentMatch | None:
    rules = match.setup.tournament
    if rules is None:
        return None
    return TournamentMatch(rules.tournament, rules.draws, rules.haste, match.clock_state.hasty)


def _seat_cards(match: Match, here: Collection[Seat]) -> tuple[SeatCard, ...]:
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


def clock_view(match: Match, now: int) -> ClockView:
    """What the clocks show."""
    state, rule = match.clock_state, match.setup.clock
    if isinstance(rule, Untimed) or not clock.has_limit(state):
        return _stopped_clock(rule.kind)
    ends = {seat: end for seat in match.asked if (end := clock.expires_at(state, seat)) is not None}
    return ClockView(
        rule.kind,
        left=tuple(clock.time_left(state, seat, now) or 0 for seat in range(match.setup.seats)),
        running=tuple(ends),
        ends=tuple(ends.values()),
        deadline=min(ends.values(), default=None),
        paused=state.pause is not None,
        covered=state.covered,
        vacations=_vacations(match, now),
    )


def _vacations(match: Match, now: int) -> tuple[int, ...]:
    """Until when seats are on vacation; empty where none is."""
    running = tuple(until if until > now else 0 for until in match.vacations)
    return running if any(running) else ()


@cache
def _stopped_clock(mode: str) -> ClockView:
    """A clock that does not run, encoded: it is sent with every step of an untimed match."""
    return pre_encode(ClockView(mode))


def outcome_view(match: Match) -> OutcomeView | None:
    """How it ended; `None` while it goes on."""
    status = match.status
    if not isinstance(status, Finished):
        return None
    return OutcomeView(
        status.payoffs,
        status.reason,
        ending_sentence(match.game, status),
        final=refusal_after_end(match) is not None,
    )


def _offer(match: Match) -> Offer | None:
    proposal = match.proposal
    if proposal is None:
        return None
    offer = Offer(proposal.matter, proposal.seat, proposal.agreed, seats_to_agree(match))
    if proposal.rematch is not None:
        offer.match = proposal.rematch.match
        offer.commitment = commitment_to(proposal.rematch.secret)
    return offer


def _declined_offer(match: Match) -> DeclinedOffer | None:
    declined = match.declined
    if declined is None:
        return None
    return DeclinedOffer(declined.matter, declined.seat, declined.by)
