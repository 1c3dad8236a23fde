"""What waits at one match for each person who plays there."""

from collections.abc import Iterator

from meadhall.core.seats import Seat
from meadhall.match import clock
from meadhall.match.decide.proposals import seats_to_agree
from meadhall.match.decide.talk import hears
from meadhall.match.match import Match
from meadhall.server.broadcast.channel import Channel
from meadhall.store.inbox.stored_inbox import InboxEntry

LONGEST_TEXT = 300


def entries_of(channel: Channel) -> Iterator[InboxEntry]:
    """What waits for each person, with the time of day at which their clock runs out."""
    match = channel.match
    rule = match.setup.clock
    if match.setup.guided:
        return
    people = _people(match)
    if len(people) < 2:  # noqa: PLR2004 - a match against computers waits for nobody else
        return
    for holder, seats in people.items():
        asked = [seat for seat in seats if seat in match.asked]
        ends = [clock.expires_at(match.clock_state, seat) for seat in asked]
        yield InboxEntry(
            holder=holder,
            match=match.setup.id,
            version=match.version,
            asked=bool(asked),
            due=min((end for end in ends if end is not None), default=None),
            at=match.at,
            plies=len(match.plies),
            messages=_readable(channel, seats),
            over=match.phase == "over",
            wants=_request(match, seats),
            last=_last_move(channel, seats[0]),
            days=rule.days if isinstance(rule, clock.Daily) else 0,
        )


def _people(match: Match) -> dict[str, list[Seat]]:
    people: dict[str, list[Seat]] = {}
    for seat, player in enumerate(match.players):
        if player is not None and player.holder and not player.bot:
            people.setdefault(player.holder, []).append(seat)
    return people


def _readable(channel: Channel, seats: list[Seat]) -> int:
    """How many messages of others the person may read."""
    match = channel.match
    return sum(
        one.said.seat not in seats and any(hears(match, one.said, seat) for seat in seats)
        for one in channel.chat
    )


def _request(match: Match, seats: list[Seat]) -> str:
    """What the person is asked to agree to: a proposal, or to begin."""
    if match.phase == "lobby":
        is_full = None not in match.players
        return "start" if is_full and not all(match.ready[seat] for seat in seats) else ""
    proposal = match.proposal
    is_mine = proposal is not None and any(seat in seats for seat in seats_to_agree(match))
    return proposal.matter if proposal is not None and is_mine else ""


def _last_move(channel: Channel, seat: Seat) -> str:
    """The last move in words, as the seat may know it."""
    entries = channel.log(max(0, len(channel.match.plies) - 1))
    lines = channel.encoder.log_lines(channel.match, entries, seat)
    return " ".join(lines[-1].told)[:LONGEST_TEXT] if lines else ""
