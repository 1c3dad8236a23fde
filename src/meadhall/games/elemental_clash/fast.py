"""Random play in bulk: from states to rows of integers, and back to payoffs."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.simulate import MatchSummary
from meadhall.core.status import DRAW, LOSS, WIN
from meadhall.games.elemental_clash import kernels
from meadhall.games.elemental_clash.cards import DECK_SIZE, KINDS, SUBTYPES, Card
from meadhall.games.elemental_clash.kernels import Numbers
from meadhall.games.elemental_clash.types import SEATS, Action, Options, Side, State

PAYOFFS: Final[Mapping[int, tuple[int, int]]] = {
    kernels.ONE: (WIN, LOSS),
    kernels.TWO: (LOSS, WIN),
    kernels.BOTH_LOSE: (LOSS, LOSS),
    kernels.DRAWN: (DRAW, DRAW),
}
_SEEDS: Final = 2147483646  # what the kernels' generator takes: 1 to this


def rules_of(options: Options) -> int:
    """The options as the kernels read them: a bit for strict and a bit for endless."""
    return int(options.strict) | int(options.endless) << 1


def row_of(state: State) -> Numbers:
    """A battle at rest as a row."""
    row = _numbers(kernels.ROW)
    for seat in SEATS:
        _fill(row, seat * kernels.SIDE, state.sides[seat])
        choice = state.sealed.choice(seat)
        place = kernels.NONE if choice is None else state.sides[seat].hand.index(choice)
        row[seat * kernels.SIDE + kernels.CHOICE] = place
    row[kernels.TURN], row[kernels.SIEGE] = state.turn, state.siege
    return row


def _fill(row: Numbers, at: int, side: Side) -> None:
    pile = (*side.deck, *side.under)
    row[at + kernels.HP], row[at + kernels.ENERGY] = side.hp, side.energy
    row[at + kernels.WALL] = side.wall.hp if side.wall else 0
    row[at + kernels.MINER] = kernels.CODE[side.miner.type] if side.miner else kernels.NONE
    row[at + kernels.COUNTDOWN] = side.miner.countdown if side.miner else 0
    row[at + kernels.HAND_COUNT], row[at + kernels.PILE_COUNT] = len(side.hand), len(pile)
    for start, cards in ((kernels.HAND, side.hand), (kernels.PILE, pile)):
        for place, card in enumerate(cards):
            row[at + start + place] = kernels.CODE[card.subtype]


def _numbers(count: int) -> Numbers:
    return array("q", bytes(8 * count))


class FastBattles:
    """Random play at full speed, from any state of a match."""

    def playouts(
        self, state: State, plies: Sequence[tuple[Seat, Action]], count: int, rng: Rng
    ) -> tuple[int, ...]:
        """The payoffs of the seats after these actions, summed over so many random matches."""
        if state.outcome is not None:
            return tuple(count * payoff for payoff in state.outcome.payoffs)
        for seat, action in plies:
            state = replace(state, sealed=state.sealed.put(seat, action.card))
        drawn, _ = rng.below(_SEEDS)
        seed, tally = drawn + 1, _numbers(len(PAYOFFS) + 1)
        if state.stage == "draft":
            _draft_playouts(state, tally, count, seed)
        else:
            options = (count, rules_of(state.options), seed)
            kernels.play_outs(row_of(state), _numbers(kernels.ROW), tally, options)
        return _summed(tally)

    def matches(self, options: Options, count: int, rng: Rng) -> Counter[MatchSummary]:
        """Whole matches of random picks and cards, counted by what they were like."""
        seed, _ = rng.below(_SEEDS)
        out, row = _numbers(count * kernels.RECORD), _numbers(kernels.ROW)
        decks = (_numbers(len(SUBTYPES)), _numbers(DECK_SIZE), _numbers(DECK_SIZE))
        kernels.battles(out, row, decks, (count, rules_of(options), seed + 1))
        records = (out[i : i + kernels.RECORD] for i in range(0, len(out), kernels.RECORD))
        counted = Counter(tuple(record) for record in records)
        return Counter({_summary(record, options): times for record, times in counted.items()})


def _summary(record: tuple[int, ...], options: Options) -> MatchSummary:
    stands, fallen, turns, *picks = record
    undecided = "turnLimit" if options.endless else "exhaustion"
    reason = "base" if fallen else undecided
    names = [KINDS[SUBTYPES[code]].noun for code in picks]
    features = tuple(
        (("bot", names[2 * seat]), ("wildcard", names[2 * seat + 1])) for seat in SEATS
    )
    reason = "doubleLoss" if stands == kernels.BOTH_LOSE else reason
    return MatchSummary(PAYOFFS[stands], reason, turns, features)


def _summed(tally: Numbers) -> tuple[int, ...]:
    return tuple(
        sum(tally[stands] * payoffs[seat] for stands, payoffs in PAYOFFS.items()) for seat in SEATS
    )


def _draft_playouts(state: State, tally: Numbers, count: int, seed: int) -> None:
    """Playouts of a state in which cards are still to be drafted."""
    picks = [_codes((*state.picks[seat], *_sealed(state, seat))) for seat in SEATS]
    wild = array("q", [kernels.CODE[face.subtype] for face in state.wildcards])
    decks = [array("q", [*codes, *[0] * (DECK_SIZE - len(codes))]) for codes in picks]
    kernels.draft_play_outs(
        (wild, decks[0], decks[1]),
        _numbers(kernels.ROW),
        tally,
        (count, rules_of(state.options), seed, len(picks[0]), len(picks[1])),
    )


def _sealed(state: State, seat: Seat) -> tuple[Card, ...]:
    card = state.sealed.choice(seat)
    return () if card is None else (card,)


def _codes(cards: Iterable[Card]) -> list[int]:
    return [kernels.CODE[card.subtype] for card in cards]
