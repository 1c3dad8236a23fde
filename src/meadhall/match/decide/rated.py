"""Which matches can be rated, and who may play in them.

A rated match has the same clock and one of the game's own presets for all seats, dice that nobody
knows, and one seat for each person. So nobody gets a rating by playing against oneself, by trying
again, or by waiting until others give up.
"""

from collections.abc import Sequence
from itertools import islice
from typing import cast

from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.match.clock import ByRules, Untimed
from meadhall.match.facts import Player, Setup, TimedOut
from meadhall.match.match import Match

MISSED_TURNS = 3
"""A seat whose clock has run out this often in a row gives up a match that counts."""


def setup_refusal(match: Match) -> Refusal | None:
    """Why a match that shall be rated cannot be."""
    game, setup = match.game, match.setup
    if not setup.rated:
        return None
    obstacles = {
        "A guided first match is not rated.": setup.guided,
        "A match that goes on from another one cannot be rated.": setup.origin is not None,
        "With a given seed the dice are known, so the match cannot be rated.": not setup.secret,
        "A rated match needs a clock: per turn, for the whole match, or of days.": isinstance(
            setup.clock, ByRules | Untimed
        ),
        "In a rated match no computer takes over the seat of a player who leaves.": bool(
            setup.takeover
        ),
        "Only the usual options and the game's own kinds of match are rated.": not _is_usual(
            game, setup
        ),
    }
    return next((_because(why) for why, stands in obstacles.items() if stands), None)


def seating_refusal(match: Match, players: Sequence[Player | None]) -> Refusal | None:
    """Why these players cannot begin at a rated table."""
    if not match.setup.rated:
        return None
    taken = [player for player in players if player is not None]
    if len(taken) == len(players) and all(player.bot for player in taken):
        return _because("A match of computers alone is not rated.")
    people = [player.holder for player in taken if not player.bot]
    if len(set(people)) < len(people):
        return _ONE_SEAT
    return next(filter(None, (_bot_refusal(match, player) for player in taken)), None)


def seat_refusal(match: Match, player: Player) -> Refusal | None:
    """Why the player cannot sit down at a rated table."""
    if not match.setup.rated:
        return None
    others = (other.holder for other in match.players if other and not other.bot)
    if not player.bot and player.holder in others:
        return _ONE_SEAT
    return _bot_refusal(match, player)


def is_absent(match: Match, seat: Seat) -> bool:
    """Whether the clock played the last turns of a seat that still plays."""
    if match.phase != "playing" or seat in match.gone:
        return False
    own = islice((ply for ply in match.plies.backwards() if ply.seat == seat), MISSED_TURNS)
    return [isinstance(ply, TimedOut) for ply in own] == [True] * MISSED_TURNS


def _bot_refusal(match: Match, player: Player) -> Refusal | None:
    levels = match.game.play.levels if match.game.play else ()
    if not player.bot or player.bot in (level.name for level in levels):
        return None
    return _because("Only the game's own levels play in rated matches, not other programs.")


def _is_usual(game: AnyGame, setup: Setup) -> bool:
    """Whether the options are the default ones or those of a preset."""
    presets = (dict(one.options) for one in game.spec.presets if one.seats == setup.seats)
    chosen = _all_options(game, dict(setup.options))
    return any(chosen == _all_options(game, given) for given in ({}, *presets))


def _all_options(game: AnyGame, given: dict[str, Value]) -> dict[str, Value]:
    return cast("dict[str, Value]", to_plain(parse_options(game.types.options, given)))


def _because(sentence: str) -> Refusal:
    return Refusal("NOT_RATEABLE", sentence)


_ONE_SEAT = _because("In a rated match everybody has one seat.")
