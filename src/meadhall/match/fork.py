"""The next match, made out of one that is over: a rematch, or going on from any position."""

from dataclasses import dataclass, replace

from meadhall.core.codec import encode
from meadhall.core.dice import with_dice
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, replay
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.core.status import Finished
from meadhall.match.evolve import carried
from meadhall.match.facts import Fact, Origin, Player, Readied, Seated, Setup, Shown, Started
from meadhall.match.judge import create
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.records import record_of


@dataclass(frozen=True, slots=True)
class Cut:
    """Where to go on from: after so many plies, and what becomes of the secrets there.

    `revealed` keeps the position as it was; `resampled` keeps what the viewer knew of it. The dice
    to come are new either way.
    """

    ply: int
    shown: Shown = "revealed"
    viewer: Viewer = None


def opened(
    game: AnyGame, setup: Setup, players: tuple[Player, ...], now: int
) -> Outcome | Rejected:
    """A match that starts at once, with everybody seated: hot-seat, against bots, a rematch."""
    made = create(game, setup, now)
    if isinstance(made, Rejected):
        return made
    seated: list[Fact] = [Seated(now, seat, player) for seat, player in enumerate(players)]
    people = [seat for seat, player in enumerate(players) if not player.bot]
    ready: list[Fact] = [Readied(now, seat, ready=True) for seat in people]
    begun = carried(made.match, *seated, *ready, Started(now))
    return replace(begun, facts=(*made.facts, *begun.facts))


def rematch_of(match: Match, id_: str, seed: str) -> tuple[Setup, tuple[Player, ...]]:
    """The same match again, everybody one seat further: set-up and players."""
    setup = replace(match.setup, id=id_, seed=seed, code="", follows=match.setup.id)
    players = tuple(player for player in match.players if player is not None)
    return setup, (*players[-1:], *players[:-1])


def origin_of(match: Match, cut: Cut, rng: Rng) -> Origin:
    """The position to go on from, of a match that is over."""
    if match.phase != "over":
        raise Refused.because("STILL_PLAYING", "One goes on from a match when it is over.")
    return replace(origin_in(match.game, record_of(match), cut, rng), match=match.setup.id)


def origin_in(game: AnyGame, record: Record, cut: Cut, rng: Rng) -> Origin:
    """The position to go on from, of a record."""
    if not 0 <= cut.ply <= len(record.plies):
        raise Refused.because("NO_SUCH_PLY", f"The match has {len(record.plies)} plies.", "ply")
    *_, last = replay(game, replace(record, plies=record.plies[: cut.ply]))
    if isinstance(game.status(last.state), Finished):
        raise Refused.because("NOTHING_TO_PLAY", "The match is over at that point.", "ply")
    return Origin(_dealt(game, last.state, cut, rng), ply=cut.ply, shown=cut.shown)


def _dealt(game: AnyGame, state: object, cut: Cut, rng: Rng) -> str:
    if cut.shown == "resampled":
        return encode(game.resample(game.view(state, cut.viewer), rng)).decode()
    return encode(with_dice(state, rng)).decode()  # the old dice may be known
