"""How a match begins: its traits, what is refused, and the first state."""

from meadhall.core.game import Step, Traits
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules import fixed_board, layout
from meadhall.games.jarls.rules.optional import shield_draft
from meadhall.games.jarls.rules.scales import group_size, hexes, hole_count, scale
from meadhall.games.jarls.rules.turns import skip_stuck_seats
from meadhall.games.jarls.types import State

_TEAM_MATCHES = (4, 6)
_DUEL = 2


def traits(options: Options, seats: int) -> Traits:
    """Fog hides pieces. With Shields, seats choose at the same time and in secret who starves."""
    famine = options.ruleset == "shields"
    return Traits(simultaneous=famine, hidden=famine or options.fog, teams=2 * options.teams)


def check_setup(options: Options, seats: int) -> None:
    """Refuse options that do not fit the players or each other."""
    if options.teams and seats not in _TEAM_MATCHES:
        raise _bad(f"A team match is for 4 or 6 players, not {seats}.", "teams")
    if options.first_move == "swap" and seats != _DUEL:
        raise _bad(f"Sides can be swapped by 2 players, not by {seats}.", "first_move")
    if options.board is not None:
        fixed_board.check_board(options.board, options.ruleset, seats)
    elif options.ruleset == "shields":
        _check_shields(options, seats)
    _check_room(options, seats)


def _check_shields(options: Options, seats: int) -> None:
    chosen, room = scale(options, seats), layout.shield_room(seats, scale(options, seats))
    if chosen.shields > room:
        raise _bad(
            f"This board has room for {room} Shields, not for {chosen.shields}.", "shield_count"
        )
    size = group_size(seats)
    if chosen.symmetry and chosen.shields % size:
        sentence = f"A symmetric board for {seats} players has Shields in groups of {size}."
        raise _bad(sentence, "shield_count")


def _check_room(options: Options, seats: int) -> None:
    """Refuse more Warriors than the board has hexes for."""
    if options.warriors is None or options.board is not None:
        return
    chosen, holes = scale(options, seats), options.ruleset == "holes"
    obstacles = hole_count(chosen.terrain, chosen.radius) if holes else chosen.shields
    free = hexes(chosen.radius) - 1 - obstacles - group_size(seats)
    if seats * (chosen.warriors + 1) > free:
        sentence = f"{chosen.radius} rings have no room for {chosen.warriors} Warriors each."
        raise _bad(sentence, "warriors")


def _bad(sentence: str, option: str) -> Refused:
    return Refused.because("BAD_SETUP", sentence, option, "seats")


def initial(options: Options, seats: int, rng: Rng) -> State:
    """The first state; with a Shield draft, the Shields are still to be placed."""
    drafted = options.shield_draft and options.board is None
    if drafted and options.ruleset == "shields" and scale(options, seats).shields:
        first = shield_draft.first_position(options, seats)
    else:
        first = layout.first_position(options, seats, rng)
    return skip_stuck_seats(Step(first, ())).state
