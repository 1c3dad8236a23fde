"""What people agree on at the table: draws, undo, rematches."""

from typing import assert_never

from meadhall.core.seats import Seat, seat_name
from meadhall.match.commands import Answer, Link, Propose
from meadhall.match.evolve import carried
from meadhall.match.facts import Agreed, Declined, Drew, Fact, Matter, Proposed, Rematched, Undone
from meadhall.match.match import Match, Outcome, Proposal, Rejected, no_such_seat
from meadhall.match.undo import undo_target


def judged(match: Match, command: Propose | Answer | Link, now: int) -> Outcome | Rejected:
    """What becomes of the command."""
    match command:
        case Propose():
            return _propose(match, command, now)
        case Answer():
            return _answer(match, command, now)
        case Link():
            return _link(match, command, now)
        case _:
            assert_never(command)


def still_to_agree(match: Match) -> tuple[Seat, ...]:
    """The seats whose consent the open proposal still needs. One person's seats count as one.

    A draw needs every opponent, bots too, and an undo the people among them. A rematch needs all
    people, for those who gave up would sit there again.
    """
    proposal = match.proposal
    if proposal is None:
        return ()
    return _missing(match, proposal)


def rematch_agreed(match: Match) -> bool:
    """Whether a rematch is wanted by all and has not been opened yet."""
    proposal = match.proposal
    wanted = proposal is not None and proposal.matter == "rematch"
    return wanted and not match.rematch and not still_to_agree(match)


def _propose(match: Match, command: Propose, now: int) -> Outcome | Rejected:
    seat, matter = command.seat, command.matter
    rejected = _no_voice(match, seat) or _untimely(match, matter)
    if rejected is not None:
        return rejected
    if match.proposal is not None:
        return _second(match, match.proposal, command, now)
    to_ply = undo_target(match, seat) if matter == "undo" else None
    if isinstance(to_ply, Rejected):
        return to_ply
    proposed = Proposed(now, seat, matter, to_ply)
    missing = _missing(match, Proposal(seat, matter, (seat,), to_ply))
    return carried(match, proposed, *(() if missing else _settled(matter, to_ply, now)))


def _second(match: Match, first: Proposal, command: Propose, now: int) -> Outcome | Rejected:
    """Proposing what is proposed already is saying yes."""
    if first.matter != command.matter:
        return Rejected("PROPOSAL_OPEN", f"First answer the proposed {first.matter}.")
    if command.seat not in _missing(match, first):
        return Rejected("ALREADY_PROPOSED", "You have already asked for that.")
    return _answer(match, Answer(command.seat, command.matter, agree=True), now)


def _answer(match: Match, command: Answer, now: int) -> Outcome | Rejected:
    proposal, seat = match.proposal, command.seat
    rejected = _no_voice(match, seat)
    if rejected is not None:
        return rejected
    if proposal is None or proposal.matter != command.matter:
        return Rejected("NOTHING_PROPOSED", f"No {command.matter} is proposed.")
    if not command.agree:
        return carried(match, Declined(now, seat))
    missing = _missing(match, proposal)
    if seat not in missing:
        return Rejected("ALREADY_AGREED", "Your consent is not needed, or given already.")
    last = all(match.same_person(seat, other) for other in missing)
    settled = _settled(proposal.matter, proposal.to_ply, now) if last else ()
    return carried(match, Agreed(now, seat), *settled)


def _settled(matter: Matter, to_ply: int | None, now: int) -> tuple[Fact, ...]:
    """What follows from everybody's consent; a rematch is opened by the hall."""
    if matter == "draw":
        return (Drew(now),)
    return () if to_ply is None else (Undone(now, to_ply),)


def _missing(match: Match, proposal: Proposal) -> tuple[Seat, ...]:
    asked = _asked(match, proposal)
    return tuple(
        seat for seat in asked if not any(match.same_person(seat, yes) for yes in proposal.agreed)
    )


def _asked(match: Match, proposal: Proposal) -> tuple[Seat, ...]:
    if proposal.matter == "rematch":
        return match.other_people(proposal.seat)
    opponents = match.opponents(proposal.seat)
    if proposal.matter == "draw":
        return opponents
    return tuple(seat for seat in opponents if match.is_person(seat))


def _no_voice(match: Match, seat: Seat) -> Rejected | None:
    if no_such_seat(match, seat) or match.players[seat] is None:
        return Rejected("NOBODY_THERE", "Nobody sits there.")
    if seat in match.gone and match.phase == "playing":
        return Rejected("ALREADY_LEFT", f"{seat_name(seat).capitalize()} has left the match.")
    return None


def _untimely(match: Match, matter: Matter) -> Rejected | None:
    if match.state is None:
        return Rejected("NOT_STARTED", "The match has not started.")
    if matter == "draw" and match.phase == "over":
        return Rejected("MATCH_OVER", "The match is over.")
    if matter == "rematch" and match.phase != "over":
        return Rejected("STILL_PLAYING", "A rematch comes after the match.")
    if match.rematch:
        return Rejected("REMATCH_OPEN", "The rematch has already been opened.")
    return None


def _link(match: Match, command: Link, now: int) -> Outcome | Rejected:
    if not rematch_agreed(match):
        return Rejected("NO_REMATCH", "No rematch has been agreed on, or it is open already.")
    return carried(match, Rematched(now, command.match))
