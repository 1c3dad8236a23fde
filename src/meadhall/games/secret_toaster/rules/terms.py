"""The terms of a match: numbers that options set, or else the standard that was chosen (T13)."""

from dataclasses import dataclass, replace
from functools import cache

from meadhall.games.secret_toaster.types import Mode, Options

DUEL = 2
LEAST_DEFENCE = 7
"""A homeland, which every Defender needs."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How large an alliance may be, and what objectives ask for.

    `expansion` and `defence` are numbers of hexes, `raid` of hexes in the neighbour's homeland.
    With `shared_castle` an ally may hold the castle for a Kingmaker.
    """

    alliance_size: int
    kingmakers: int = 2
    shared_castle: bool = False
    expansion: int = 12
    raid: int = 3
    defence: int = LEAST_DEFENCE


_FAIR = {
    3: Terms(2, shared_castle=True, defence=9),
    4: Terms(2, kingmakers=1, shared_castle=True, expansion=9, raid=2, defence=9),
    5: Terms(2, shared_castle=True, expansion=9, raid=2, defence=9),
    6: Terms(2, expansion=9, raid=2, defence=9),
}
"""By the number of players, what was measured to be fair (`docs/balance`)."""


def mode_of(options: Options, seats: int) -> Mode:
    """How the match is won. Legacy matches have no winner; two players fight for the castle."""
    if options.ruleset != "standard":
        return "none"
    if options.mode == "auto":
        return "objectives" if seats > DUEL else "crown"
    return options.mode


@cache  # options and seats of the matches that are played; few differ
def terms_of(options: Options, seats: int) -> Terms:
    """The terms that hold; an option that is set counts before the standard."""
    if options.ruleset != "standard":
        return Terms(seats)
    is_fair = options.standard == "fair" and mode_of(options, seats) == "objectives"
    half = Terms((seats + 1) // 2)
    terms = _FAIR.get(seats, half) if is_fair else half
    names = ("alliance_size", "kingmakers", "shared_castle", "expansion", "raid", "defence")
    given = {name: getattr(options, name) for name in names}
    chosen = replace(terms, **{name: v for name, v in given.items() if v is not None})
    # Somebody has to be left to fight against: nobody allies in a duel.
    return replace(chosen, alliance_size=min(chosen.alliance_size, seats - 1))
