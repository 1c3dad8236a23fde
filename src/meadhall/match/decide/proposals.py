"""What the players can agree on: a draw, an undo, a rematch."""

from typing import assert_never

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.match.commands import Answer, Link, ProposalCommand, Propose
from meadhall.match.decide.lobby import share_refusal
from meadhall.match.decide.undo import undo_target
from meadhall.match.evolve import apply_facts, proposal_of
from meadhall.match.facts import Agreed, Declined, Drew, Fact, Matter, Proposed, Rematched, Undone
from meadhall.match.match import Match, Outcome, Proposal, lacks_seat


def decide(match: Match, command: ProposalCommand, now: int) -> Outcome | Refusal:
    """The outcome of the command, or why it is refused."""
    match command:
        case Propose():
            return _propose(match, command, now)
        case Answer():
            return _answer(match, command, now)
        case Link():
            return _link(match, command, now)
        case _:
            assert_never(command)


def seats_to_agree(match: Match) -> tuple[Seat, ...]:
    """The seats that still have to agree to the open proposal. One person's seats count as one.

    A draw needs every opponent, and an undo the people among them. A rematch needs all people, also
    those who gave up, because they would play again.
    """
    proposal = match.proposal
    if proposal is None:
        return ()
    return _missing(match, proposal)


def is_rematch_agreed(match: Match) -> bool:
    """Whether all have agreed to a rematch that has not been opened yet."""
    proposal = match.proposal
    wanted = proposal is not None and proposal.matter == "rematch"
    return wanted and not match.rematch and not seats_to_agree(match)


def _propose(match: Match, command: Propose, now: int) -> Outcome | Refusal:
    seat, matter = command.seat, command.matter
    refused = _seat_refusal(match, seat) or _phase_refusal(match, matter)
    refused = refused or _draw_refusal(match, seat, matter) or share_refusal(command.share)
    if refused is not None:
        return refused
    if match.proposal is not None:
        return _second(match, match.proposal, command, now)
    to_ply = undo_target(match, seat) if matter == "undo" else None
    if isinstance(to_ply, Refusal):
        return to_ply
    proposed = Proposed(now, seat, matter, to_ply, command.share, command.rematch)
    missing = _missing(match, proposal_of(proposed))
    return apply_facts(match, proposed, *(() if missing else _consequences(matter, to_ply, now)))


def _second(match: Match, first: Proposal, command: Propose, now: int) -> Outcome | Refusal:
    """Proposing what is proposed already is agreeing to it."""
    if first.matter != command.matter:
        return Refusal("PROPOSAL_OPEN", f"Answer the proposed {first.matter} first.")
    if command.seat not in _missing(match, first):
        return Refusal("ALREADY_PROPOSED", "You have already proposed that.")
    return _answer(
        match, Answer(command.seat, command.matter, agree=True, share=command.share), now
    )


def _answer(match: Match, command: Answer, now: int) -> Outcome | Refusal:
    proposal, seat = match.proposal, command.seat
    refused = _seat_refusal(match, seat) or share_refusal(command.share)
    if refused is not None:
        return refused
    if proposal is None or proposal.matter != command.matter:
        return Refusal("NOTHING_PROPOSED", f"No {command.matter} is proposed.")
    if not command.agree:
        return apply_facts(match, Declined(now, seat))
    missing = _missing(match, proposal)
    if seat not in missing:
        return Refusal("ALREADY_AGREED", "There is nothing for you to agree to.")
    # People answer once for all their seats.
    last = all(match.same_person(seat, other) for other in missing)
    consequences = _consequences(proposal.matter, proposal.to_ply, now) if last else ()
    return apply_facts(match, Agreed(now, seat, command.share), *consequences)


def _consequences(matter: Matter, to_ply: int | None, now: int) -> tuple[Fact, ...]:
    """The facts that follow when all have agreed. None for a rematch, which the server opens."""
    if matter == "draw":
        return (Drew(now),)
    return () if to_ply is None else (Undone(now, to_ply),)


def _missing(match: Match, proposal: Proposal) -> tuple[Seat, ...]:
    return tuple(
        seat
        for seat in _voters(match, proposal)
        if not any(match.same_person(seat, yes) for yes in proposal.agreed)
    )


def _voters(match: Match, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats whose consent the proposal needs, given already or not."""
    if proposal.matter == "rematch":
        return match.other_people(proposal.seat)
    opponents = match.opponents(proposal.seat)
    if proposal.matter == "draw":
        return opponents
    return tuple(seat for seat in opponents if match.is_person(seat))


def _seat_refusal(match: Match, seat: Seat) -> Refusal | None:
    if lacks_seat(match, seat) or match.players[seat] is None:
        return Refusal("NOBODY_THERE", "Nobody sits there.")
    # After the end, a player who gave up may still want a rematch.
    if seat in match.gone and match.phase == "playing":
        return Refusal("ALREADY_LEFT", f"{seat_name(seat).capitalize()} has left the match.")
    return None


def _draw_refusal(match: Match, seat: Seat, matter: Matter) -> Refusal | None:
    """A draw needs everybody, and a bot always plays on. A tournament may forbid it."""
    rules = match.setup.tournament
    if matter == "draw" and rules is not None and not rules.draws:
        return Refusal("NO_DRAWS", "In this tournament players cannot agree to a draw. Play on.")
    bots = [other for other in match.opponents(seat) if not match.is_person(other)]
    if matter != "draw" or not bots:
        return None
    name = seat_name(bots[0]).capitalize()
    return Refusal("BOT_PLAYS_ON", f"{name} is a computer and always plays on: no draw.")


def _phase_refusal(match: Match, matter: Matter) -> Refusal | None:
    if match.state is None:
        return Refusal("NOT_STARTED", "The match has not started yet.")
    if matter == "draw" and match.phase == "over":
        return Refusal("MATCH_OVER", "The match is over.")
    if matter == "rematch" and match.phase != "over":
        return Refusal("STILL_PLAYING", "A rematch can be proposed only after the match.")
    if match.rematch:
        return Refusal("REMATCH_OPEN", "The rematch is already open.")
    return None


def _link(match: Match, command: Link, now: int) -> Outcome | Refusal:
    if not is_rematch_agreed(match):
        return Refusal("NO_REMATCH", "No rematch is agreed, or it is already open.")
    return apply_facts(match, Rematched(now, command.match))
