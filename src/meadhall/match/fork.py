"""New matches from old ones: a rematch, or a match that starts from any position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from meadhall.core.codec import encode
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, last_step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import with_generator
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished
from meadhall.match.decide.handle import create
from meadhall.match.decide.lobby import share_refusal
from meadhall.match.decide.rated import seating_refusal
from meadhall.match.evolve import apply_facts
from meadhall.match.facts import (
    Fact,
    Origin,
    Player,
    Readied,
    Reserved,
    Seated,
    Setup,
    Shown,
    Started,
)
from meadhall.match.match import Match, Outcome
from meadhall.match.records import record_of

NO_SHARES: Mapping[Seat, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a new match starts: after `ply` plies, and what becomes of the secrets there.

    `revealed` keeps the position as it was; `resampled` keeps what the viewer knew of it. Later
    dice are new in both cases.
    """

    ply: int
    shown: Shown = "revealed"
    viewer: Viewer = None


def open_match(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Player | None],
    now: int,
    shares: Mapping[Seat, str] = NO_SHARES,
) -> Outcome | Refusal:
    """A match with these players, and what they add to the seed; `None` leaves a seat open.

    The people are ready, so if no seat is open, it starts at once.
    """
    refused = next(filter(None, map(share_refusal, shares.values())), None)
    made = refused or create(game, setup, now)
    if isinstance(made, Refusal):
        return made
    taken = [(seat, player) for seat, player in enumerate(players) if player is not None]
    facts: list[Fact] = [Seated(now, seat, one, shares.get(seat, "")) for seat, one in taken]
    facts += (Readied(now, seat, ready=True) for seat, player in taken if not player.bot)
    unfit = seating_refusal(made.match, players)
    if unfit is not None:
        return unfit
    if len(taken) == len(players):
        facts.append(Started(now))
    after = apply_facts(made.match, *facts)
    return replace(after, facts=(*made.facts, *after.facts))


def setup_after(match: Match, reserved: Reserved, code: str) -> Setup:
    """The setup of the next match of the same people. It begins at the start of the game."""
    return replace(
        match.setup, id=reserved.match, seed="", secret=reserved.secret, drawn_for="", code=code,
        follows=match.setup.id, origin=None, tournament=None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a new match, and what seats add to the seed."""

    players: tuple[Player | None, ...]
    shares: Mapping[Seat, str]


def rematch_seating(match: Match) -> Seating:
    """Everybody moves to the next seat, and adds what they sent when they agreed to a rematch."""
    proposal, seats = match.proposal, match.setup.seats
    given = zip(proposal.agreed, proposal.shares, strict=True) if proposal else ()
    shares = {(seat + 1) % seats: share for seat, share in given}
    return Seating((*match.players[-1:], *match.players[:-1]), shares)


def origin_of(match: Match, cut: Cut, rng: Rng) -> Origin:
    """The starting position for a new match, from a match that is over."""
    if match.phase != "over":
        raise Refused.because(
            "STILL_PLAYING", "A new match can start from here once this one is over."
        )
    return replace(origin_in(match.game, record_of(match), cut, rng), match=match.setup.id)


def origin_in(game: AnyGame, record: Record, cut: Cut, rng: Rng) -> Origin:
    """The starting position for a new match, from a record."""
    if not 0 <= cut.ply <= len(record.plies):
        raise Refused.because("NO_SUCH_PLY", f"The match has {len(record.plies)} plies.", "ply")
    last = last_step(game, replace(record, plies=record.plies[: cut.ply]))
    if isinstance(game.status(last.state), Finished):
        raise Refused.because("NOTHING_TO_PLAY", "The match is over at that point.", "ply")
    return Origin(_starting_state(game, last.state, cut, rng), ply=cut.ply, shown=cut.shown)


def _starting_state(game: AnyGame, state: object, cut: Cut, rng: Rng) -> str:
    if cut.shown == "resampled":
        return encode(game.resample(game.view(state, cut.viewer), rng)).decode()
    return encode(with_generator(state, rng)).decode()  # everybody may know the old dice by now
