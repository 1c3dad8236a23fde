"""The entry to random play in bulk: from states to rows of integers, and back to payoffs."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meadhall.core.bulk_play import MatchSummary
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import DRAW, LOSS, WIN
from meadhall.games.elemental_clash.cards import DECK_SIZE, KINDS, SUBTYPES, Card
from meadhall.games.elemental_clash.fast import playouts, tables
from meadhall.games.elemental_clash.fast.tables import Numbers
from meadhall.games.elemental_clash.types import SEATS, Action, Options, Side, State

PAYOFFS: Final[Mapping[int, tuple[int, int]]] = {
    tables.ONE: (WIN, LOSS),
    tables.TWO: (LOSS, WIN),
    tables.BOTH_LOSE: (LOSS, LOSS),
    tables.DRAWN: (DRAW, DRAW),
}
# Not 0, which a Lehmer generator would repeat for ever.
SEEDS: Final = 2147483646
"""The seeds of the kernels' generator are 1 to this number."""


def rule_bits(options: Options) -> int:
    """The options as the kernels read them: bit 0 is strict, bit 1 is endless."""
    return int(options.strict) | int(options.endless) << 1


def pack(state: State) -> Numbers:
    """A battle that waits for choices, as a row."""
    row = zeros(tables.ROW)
    for seat in SEATS:
        _pack_side(row, seat * tables.SIDE, state.sides[seat])
        choice = state.sealed.choice(seat)
        place = tables.NONE if choice is None else state.sides[seat].hand.index(choice)
        row[seat * tables.SIDE + tables.CHOICE] = place
    row[tables.TURN], row[tables.SIEGE] = state.turn, state.siege
    return row


def _pack_side(row: Numbers, at: int, side: Side) -> None:
    pile = (*side.deck, *side.under)
    row[at + tables.HP], row[at + tables.ENERGY] = side.hp, side.energy
    row[at + tables.WALL] = side.wall.hp if side.wall else 0
    row[at + tables.MINER] = tables.CODE[side.miner.type] if side.miner else tables.NONE
    row[at + tables.COUNTDOWN] = side.miner.countdown if side.miner else 0
    row[at + tables.HAND_COUNT], row[at + tables.PILE_COUNT] = len(side.hand), len(pile)
    for start, cards in ((tables.HAND, side.hand), (tables.PILE, pile)):
        for place, card in enumerate(cards):
            row[at + start + place] = tables.CODE[card.subtype]


def zeros(count: int) -> Numbers:
    """An array of zeros."""
    # `array` instead of numpy: the kernels also run without Numba, where numpy may be missing too,
    # and plain Python reads single elements of an array faster.
    return array("q", bytes(8 * count))


class ClashSimulator:
    """Plays at random from any state of a match, thousands of matches at a time."""

    def playouts(
        self, state: State, plies: Sequence[tuple[Seat, Action]], count: int, rng: Rng
    ) -> tuple[int, ...]:
        """The payoffs of the seats after these actions, summed over `count` random matches."""
        if state.outcome is not None:
            return tuple(count * payoff for payoff in state.outcome.payoffs)
        for seat, action in plies:
            # Only sealed, not applied: the kernel plays the turn, and draws the missing choices.
            state = replace(state, sealed=state.sealed.put(seat, action.card))
        drawn, _ = rng.below(SEEDS)
        seed, tally = drawn + 1, zeros(len(PAYOFFS) + 1)
        if state.stage == "draft":
            _draft_playouts(state, tally, count, seed)
        else:
            options = (count, rule_bits(state.options), seed)
            playouts.play_outs(pack(state), zeros(tables.ROW), tally, options)
        return _sum_payoffs(tally)

    def matches(self, options: Options, count: int, rng: Rng) -> Counter[MatchSummary]:
        """Whole matches of random picks and cards; equal summaries are counted together."""
        seed, _ = rng.below(SEEDS)
        out, row = zeros(count * tables.RECORD), zeros(tables.ROW)
        decks = (zeros(len(SUBTYPES)), zeros(DECK_SIZE), zeros(DECK_SIZE))
        playouts.battles(out, row, decks, (count, rule_bits(options), seed + 1))
        records = (out[i : i + tables.RECORD] for i in range(0, len(out), tables.RECORD))
        # Counted as tuples first: few differ, so few summaries have to be made.
        counted = Counter(tuple(record) for record in records)
        return Counter({_summary(record, options): times for record, times in counted.items()})


def _summary(record: tuple[int, ...], options: Options) -> MatchSummary:
    result, fallen, turns, *picks = record
    undecided = "turnLimit" if options.endless else "exhaustion"
    reason = "base" if fallen else undecided
    names = [KINDS[SUBTYPES[code]].noun for code in picks]
    features = tuple(
        (("bot", names[2 * seat]), ("wildcard", names[2 * seat + 1])) for seat in SEATS
    )
    reason = "doubleLoss" if result == tables.BOTH_LOSE else reason
    return MatchSummary(PAYOFFS[result], reason, turns, features)


def _sum_payoffs(tally: Numbers) -> tuple[int, ...]:
    return tuple(
        sum(tally[result] * payoffs[seat] for result, payoffs in PAYOFFS.items()) for seat in SEATS
    )


def _draft_playouts(state: State, tally: Numbers, count: int, seed: int) -> None:
    """Count the playouts of a state in which cards are still to be drafted."""
    picks = [_codes((*state.picks[seat], *_sealed_pick(state, seat))) for seat in SEATS]
    wild = array("q", [tables.CODE[face.subtype] for face in state.wildcards])
    decks = [array("q", [*codes, *[0] * (DECK_SIZE - len(codes))]) for codes in picks]
    playouts.draft_play_outs(
        (wild, decks[0], decks[1]),
        zeros(tables.ROW),
        tally,
        (count, rule_bits(state.options), seed, len(picks[0]), len(picks[1])),
    )


def _sealed_pick(state: State, seat: Seat) -> tuple[Card, ...]:
    card = state.sealed.choice(seat)
    return () if card is None else (card,)


def _codes(cards: Iterable[Card]) -> list[int]:
    return [tables.CODE[card.subtype] for card in cards]
