"""Kernels: sampling what a viewer cannot see."""

from meadhall.games.secret_toaster.fast.alliances import bit_count
from meadhall.games.secret_toaster.fast.ending import met_count
from meadhall.games.secret_toaster.fast.odds import below
from meadhall.games.secret_toaster.fast.tables import (
    BY_OBJECTIVES,
    KINGMAKER,
    KINGMAKERS,
    LEFT,
    OBJECTIVE,
    SEATS,
    STYLE,
    STYLE_NAMES,
    STYLE_TABLE,
    THREAT_MEMBERS,
    THREATS,
    Numbers,
)
from meadhall.games.secret_toaster.rules.objectives import MOST_DEALS, OTHERS
from meadhall.kit.compiled import kernel

OTHER_KINDS = len(OTHERS)
COURTIER = STYLE_NAMES.index("courtier")
RANDOM_ONE_IN = 4  # one player in four is sampled with any style,
COURTIER_ONE_IN = 2  # and every other one of the rest as a courtier
PAIRS = 4  # with up to this many players, where an alliance is a pair and must be made early


@kernel
def shuffle(state: Numbers, first: int, many: int) -> None:
    """Shuffle a part of the array."""
    for last in range(many - 1, 0, -1):
        pick = below(state, last + 1)
        state[first + last], state[first + pick] = state[first + pick], state[first + last]


@kernel
def fits_threats(state: Numbers) -> bool:
    """Whether all members of the alliances that threaten to win meet the sampled objectives."""
    for number in range(state[THREATS]):
        group = state[THREAT_MEMBERS + number]
        if met_count(state, group) < bit_count(group):
            return False
    return True


@kernel
def deal(state: Numbers, viewer: int) -> None:
    """A deal of objectives that agrees with what the viewer knows."""
    known, deals = state[OBJECTIVE + viewer], 0
    while True:
        deals += 1
        # Dealt for six seats; with fewer, only the first objectives are shuffled and used.
        for seat in range(state[KINGMAKERS]):
            state[OBJECTIVE + seat] = KINGMAKER
        others = OBJECTIVE + state[KINGMAKERS]
        for kind in range(OTHER_KINDS):
            state[others + kind] = LEFT + kind
        shuffle(state, others, OTHER_KINDS)
        # The last seats repeat any kinds, because the three are used up; two never the same.
        again = below(state, OTHER_KINDS)
        state[others + OTHER_KINDS] = LEFT + again
        if state[KINGMAKERS] == 1:
            again += 1 + below(state, OTHER_KINDS - 1)
            state[others + OTHER_KINDS + 1] = LEFT + again % OTHER_KINDS
        shuffle(state, OBJECTIVE, state[SEATS])
        # The viewer's objective must agree; for the threats there may be no explanation.
        if state[OBJECTIVE + viewer] == known and (deals > MOST_DEALS or fits_threats(state)):
            return


@kernel
def sample_hidden(state: Numbers, viewer: int) -> None:
    """Sample the other seats' styles and objectives.

    Their orders are written later, by policies with these styles.
    """
    for seat in range(state[SEATS]):
        if seat != viewer and below(state, RANDOM_ONE_IN) == 0:
            state[STYLE + seat] = below(state, len(STYLE_TABLE))
        elif seat != viewer and state[SEATS] <= PAIRS and below(state, COURTIER_ONE_IN) == 0:
            state[STYLE + seat] = COURTIER
    if state[BY_OBJECTIVES]:
        deal(state, viewer)
