"""The entry to mixed strategies: from a seat's view to a probability for each legal action."""

from array import array
from collections.abc import Sequence
from functools import cache

from meadhall.core.bulk_play import MixedChoice
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.bots.duel_knowledge import knowledge
from meadhall.games.elemental_clash.cards import WILDCARD_ROUND
from meadhall.games.elemental_clash.fast.draft_values import draft_mixes, find_prior
from meadhall.games.elemental_clash.fast.equilibrium import TABLE, WIDE
from meadhall.games.elemental_clash.fast.guesses import HISTORY, PRIOR, SHOWN
from meadhall.games.elemental_clash.fast.lane import SEEDS, pack, rule_bits
from meadhall.games.elemental_clash.fast.network import flat_weights
from meadhall.games.elemental_clash.fast.tables import (
    CODE,
    COMPILED,
    DM,
    NONE,
    ROW,
    SIDE,
    Numbers,
)
from meadhall.games.elemental_clash.fast.thinking import MOST_TYPES, PROUD, Desk, new_desk, think
from meadhall.games.elemental_clash.resample import resample
from meadhall.games.elemental_clash.types import Action, Own, View

EVEN = 20
"""The percentage of drafts that are taken to be made without thinking."""
_PLAIN_GUESSES, _PLAIN_ROUNDS = 3, 30
"""The most guesses and rounds where nothing is compiled; they take a second."""
_BOT_ROUND = WILDCARD_ROUND - 1
_PARTS = 1 << 16


@cache
def _weights() -> Numbers:
    return flat_weights(knowledge().network)


def _desk() -> Desk:
    return new_desk(knowledge().network.hidden)


def mix_choice(
    view: View, seat: Seat, legal: Sequence[Action], thinking: tuple[int, int], rng: Rng
) -> MixedChoice:
    """A mixed strategy for the seat. `thinking`: guesses for each side, rounds of learning.

    Without rounds all replies count as equally likely, and the best answer to them is certain.
    """
    own = view.own
    assert own is not None and own.seat == seat, "the view of another seat"  # noqa: S101, PT018 - the caller's mistake
    if view.stage == "draft":
        return _draft_choice(view, own, legal)
    return _battle_choice(view, own, legal, thinking, rng)


def _draft_choice(view: View, own: Own, legal: Sequence[Action]) -> MixedChoice:
    rules = rule_bits(view.options)
    bots, codes = knowledge().bots[rules], [CODE[action.card.subtype] for action in legal]
    if view.round < _BOT_ROUND:
        return MixedChoice((1,) * len(legal), 0, (0,) * len(legal), 1)
    if view.round == _BOT_ROUND:
        return MixedChoice(tuple(bots[code - DM] for code in codes), 0, (0,) * len(legal), 1)
    desk, wild = _desk(), _wildcards(own)
    draft_mixes(desk, knowledge().worth[rules], bots, wild)
    bot = CODE[own.picks[-1].subtype] - DM
    likely = [share / 100 for share in bots]
    return _choice(desk, bot, [wild.index(code) for code in codes], likely)


def _battle_choice(
    view: View, own: Own, legal: Sequence[Action], thinking: tuple[int, int], rng: Rng
) -> MixedChoice:
    state, rules = resample(view, rng.fork("first guess")), rule_bits(view.options)
    row, wild, prior = pack(state), _wildcards(own), array("q", bytes(8 * PRIOR))
    if own.seat:
        row = row[SIDE : 2 * SIDE] + row[:SIDE] + row[2 * SIDE : ROW]
    guesses, rounds = thinking if COMPILED else map(min, thinking, (_PLAIN_GUESSES, _PLAIN_ROUNDS))
    guesses = min(guesses, MOST_TYPES)
    desk, seed = _desk(), rng.fork("guesses").below(SEEDS)[0] + 1
    find_prior(desk, knowledge().worth[rules], knowledge().bots[rules], wild, prior, EVEN)
    public = (wild, prior, shown_so_far(view, own.seat))
    # With an equilibrium in mind, what one side gains the other loses: a double loss is even then.
    rules |= 0 if rounds else PROUD
    think(desk, row, public, _weights(), (rules, guesses, 1, rounds), seed)
    places = [own.hand.index(action.card) for action in legal]
    found = _choice(desk, 0, places, [1 / guesses] * guesses)
    return found if rounds else _best_answer(found)


def _best_answer(found: MixedChoice) -> MixedChoice:
    """The best rows alone."""
    best = max(found.rows)
    weights = tuple(int(row == best) for row in found.rows)
    return MixedChoice(weights, best, found.rows, found.tables)


def _wildcards(own: Own) -> Numbers:
    return array("q", [CODE[face.subtype] for face in own.wildcards])


def shown_so_far(view: View, seat: Seat) -> Numbers:
    """What both sides have shown, the seat's own first."""
    history = array("q", [NONE] * (2 * HISTORY))
    for number, record in enumerate(view.history):
        for side, shown in enumerate((record[seat], record[1 - seat])):
            at = side * HISTORY + number * SHOWN
            if shown is not None:
                bot = DM if shown.mined else NONE
                known = (CODE[shown.face.subtype], shown.energy, int(shown.walled), bot)
                history[at : at + SHOWN] = array("q", known)
    return history


def _choice(desk: Desk, kind: int, places: Sequence[int], likely: Sequence[float]) -> MixedChoice:
    """The mix of one type of the first side, and the value of each of its choices."""
    _, sizes, cells, ((mine, _, _), (theirs, _, _)), _, _, _, _, _, _ = desk
    rows = []
    for place in places:
        worth = 0.0
        for other, weight in enumerate(likely):
            at = (kind * sizes[1] + other) * TABLE + place * WIDE
            mix = theirs[other * WIDE : (other + 1) * WIDE]
            line = zip(mix, cells[at : at + WIDE], strict=True)
            worth += weight * sum(p * cell for p, cell in line)
        rows.append(int(worth))
    weights = tuple(int(_PARTS * mine[kind * WIDE + place]) for place in places)
    value = sum(p * row for p, row in zip(weights, rows, strict=True)) // (sum(weights) or 1)
    return MixedChoice(weights, value, tuple(rows), sizes[0] * sizes[1])
