"""From a view to a state that could be behind it.

A side's cards are guessed by drafting and shuffling a deck that has every face the side has shown,
and playing it through the turns so far: the guess holds if each card that was revealed could have
been chosen at its moment. So a guess knows that who showed an unaffordable card had nothing
cheaper. When chance finds no guess in a few tries, a search through all orders does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, permutations, product
from math import prod

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash import combat, draft
from meadhall.games.elemental_clash.cards import (
    CATEGORIES,
    DRAFT_ROUNDS,
    FACES,
    HAND_SIZE,
    OPTIONS_PER_ROUND,
    WILDCARD_ROUND,
    Card,
    Face,
    faces_in,
)
from meadhall.games.elemental_clash.selection import choices
from meadhall.games.elemental_clash.types import (
    NOTHING_SEALED,
    SEATS,
    Miner,
    Options,
    Own,
    Shown,
    Side,
    State,
    View,
    Wall,
)
from meadhall.kit.sealed import Sealed

TRIES = 40
_SOME_WALL = Wall(1, "fire", 1)
_SOME_MINER = Miner("deflection_miner", 0, 1)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is publicly known of a side's cards: what it showed, turn by turn.

    `unfilled`: the hand was not refilled after the last turn, because the match ended there.
    """

    options: Options
    shown: tuple[Shown | None, ...]
    unfilled: bool


@dataclass(frozen=True, slots=True)
class Guess:
    """Cards that a side could have: its deck as drafted, and where the cards are now."""

    picks: tuple[Card, ...]
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    under: tuple[Card, ...] = ()


def resample(view: View, rng: Rng) -> State:
    """A state that looks like this view to its viewer."""
    rng = rng.fork("resample")
    drafted = view.round > DRAFT_ROUNDS
    wild, guesses, rng = _battling(view, rng) if drafted else _drafting(view, rng)
    sides = tuple(_side(view, seat, guesses[seat]) for seat in SEATS)
    state = State(
        options=view.options,
        rng=rng.fork("future"),
        wildcards=wild,
        stage=view.stage,
        picks=tuple(guess.picks for guess in guesses),
        turn=view.turn,
        phase=view.phase,
        turn_state=view.turn_state,
        sides=sides,
        history=view.history,
        siege=view.siege,
        outcome=view.outcome,
    )
    return replace(state, sealed=_envelopes(view, state, rng))


def _side(view: View, seat: Seat, guess: Guess) -> Side:
    seen = view.sides[seat]
    side = Side(seen.hp, seen.energy, seen.wall, seen.miner)
    return replace(side, hand=guess.hand, deck=guess.deck, under=guess.under)


def _envelopes(view: View, state: State, rng: Rng) -> Sealed[Card]:
    sealed = NOTHING_SEALED
    for seat in SEATS:
        if view.own is not None and view.own.seat == seat:
            sealed = sealed.put(seat, view.own.choice)
        elif view.sides[seat].locked:
            drafting = state.stage == "draft"
            offered = draft.offers(state.round, state.wildcards) if drafting else ()
            card, rng = rng.choice(offered or choices(state.sides[seat]))
            sealed = sealed.put(seat, card)
    return sealed


def _drafting(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    wild, rng = draft.wildcards(rng)
    if view.own is not None and view.own.wildcards:
        wild = view.own.wildcards
    guesses = []
    for seat in SEATS:
        picks: list[Card] = []
        for round_ in range(1, view.round):
            card, rng = rng.choice(draft.offers(round_, wild))
            picks.append(card)
        known = view.own.picks if view.own is not None and view.own.seat == seat else None
        guesses.append(Guess(tuple(picks) if known is None else known))
    return wild, tuple(guesses), rng


def _battling(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    if view.own is None:
        return _for_spectator(view, rng)
    own, other = view.own, 1 - view.own.seat
    mine, rng = _own_cards(own, rng)
    theirs = guess(evidence(view, other), own.wildcards, rng)
    assert theirs is not None, "a view that no cards fit"  # noqa: S101 - the truth always fits
    pair = (mine, theirs) if own.seat == 0 else (theirs, mine)
    return own.wildcards, pair, rng


def _own_cards(own: Own, rng: Rng) -> tuple[Guess, Rng]:
    deck, rng = rng.shuffled(own.unseen)
    return Guess(own.picks, own.hand, deck, own.under), rng


def _for_spectator(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    """A spectator does not know the wildcards either: both decks must fit the same four."""
    first, second = (evidence(view, seat) for seat in SEATS)
    for one in _wildcards_of(first, rng):
        mine = guess(first, (one,), rng.fork("first"))
        theirs = guess(second, _compatible(one), rng.fork("second")) if mine is not None else None
        if mine is not None and theirs is not None:
            wild, rng = _completed((one, theirs.picks[WILDCARD_ROUND - 1].face), rng)
            return wild, (mine, theirs), rng
    raise ValueError("a view that no cards fit")


def _wildcards_of(known: Evidence, rng: Rng) -> Iterator[Face]:
    """The wildcard of a likely deck, and then all there are."""
    likely = guess(known, FACES, rng.fork("likely"))
    if likely is not None:
        yield likely.picks[WILDCARD_ROUND - 1].face
        yield from rng.shuffled(FACES)[0]


def _compatible(one: Face) -> tuple[Face, ...]:
    """The faces that can be among the same four wildcards."""
    return tuple(face for face in FACES if face == one or face.subtype != one.subtype)


def _completed(taken: tuple[Face, ...], rng: Rng) -> tuple[tuple[Face, ...], Rng]:
    shuffled, rng = rng.shuffled(FACES)
    wild: dict[str, Face] = {face.subtype: face for face in taken}
    for face in shuffled:
        if len(wild) < OPTIONS_PER_ROUND:
            wild.setdefault(face.subtype, face)
    return tuple(sorted(wild.values(), key=FACES.index)), rng


def evidence(view: View, seat: Seat) -> Evidence:
    """What is known of the seat's cards."""
    shown = tuple(turn[seat] for turn in view.history)
    return Evidence(view.options, shown, unfilled=view.phase == "victory_check")


def guess(known: Evidence, wild: tuple[Face, ...], rng: Rng) -> Guess | None:
    """Cards that fit the evidence, if any do with a wildcard out of these."""
    weights = {face: weight for face in wild if (weight := _decks_with(known, face))}
    for _ in range(TRIES if weights else 0):
        wildcard, rng = _weighted(weights, rng)
        picks, rng = _draft(known, wildcard, rng)
        order, rng = rng.shuffled(picks)
        found = dealt(known, picks, order)
        if found is not None:
            return found
    return search(known, weights, rng)


def _weighted(weights: Mapping[Face, int], rng: Rng) -> tuple[Face, Rng]:
    """One of the faces, each as likely as its weight says."""
    drawn, rng = rng.below(sum(weights.values()))
    sums = accumulate(weights.values())
    return next(face for face, reached in zip(weights, sums, strict=True) if drawn < reached), rng


def search(known: Evidence, wild: Iterable[Face], rng: Rng) -> Guess | None:
    """The first cards that fit the evidence, among all decks and orders that can matter."""
    for wildcard in wild:
        picks, rng = _draft(known, wildcard, rng)
        for deck in _all_decks(known, picks):
            for order in orders(deck):
                found = dealt(known, deck, order)
                if found is not None:
                    return found
    return None


def orders(deck: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The orders that can matter: how cards of different cost lie in the first hand does not."""
    for order in permutations(deck):
        costs = [card.cost for card in order[:HAND_SIZE]]
        if costs == sorted(costs):
            yield order


def dealt(known: Evidence, picks: tuple[Card, ...], order: tuple[Card, ...]) -> Guess | None:
    """Where the cards are now if the deck lay in this order; `None` if it cannot have."""
    side = Side(hand=order[:HAND_SIZE], deck=order[HAND_SIZE:])
    last = len(known.shown) - 1
    for turn, shown in enumerate(known.shown):
        if shown is None:
            continue
        side = replace(
            side,
            energy=shown.energy,
            wall=_SOME_WALL if shown.walled else None,
            miner=_SOME_MINER if shown.mined else None,
        )
        card = next((card for card in choices(side) if card.face == shown.face), None)
        if card is None:
            return None
        paid = shown.verdict != "unaffordable"
        side = combat.spend(side, card, known.options, affordable=paid)
        if turn < last or not known.unfilled:
            side = combat.refill(side)
    return Guess(picks, side.hand, side.deck, side.under)


def _needed(known: Evidence) -> Counter[Face]:
    """How many cards of each face the side must have had; one that came back counts once."""
    shown = [shown for shown in known.shown if shown is not None]
    gone = [card.face for card in shown if card.verdict != "unaffordable" or known.options.strict]
    once = Counter(dict.fromkeys((card.face for card in shown), 1))
    return once if known.options.endless else once | Counter(gone)


def _open_picks(known: Evidence, wildcard: Face) -> list[tuple[Face, ...]]:
    """For each fixed round, the faces that may have been taken there, given the wildcard."""
    needed = list((_needed(known) - Counter((wildcard,))).elements())
    fixed = map(faces_in, CATEGORIES[:-1])
    return [tuple(face for face in needed if face in faces) or faces for faces in fixed]


def _decks_with(known: Evidence, wildcard: Face) -> int:
    """How many decks with this wildcard have every card that was shown."""
    needed = (_needed(known) - Counter((wildcard,))).elements()
    crowded = max(Counter(_round(face) for face in needed).values(), default=0) > 1
    return 0 if crowded else prod(map(len, _open_picks(known, wildcard)))


def _round(face: Face) -> int:
    return FACES.index(face) // OPTIONS_PER_ROUND


def _draft(known: Evidence, wildcard: Face, rng: Rng) -> tuple[tuple[Card, ...], Rng]:
    picks = []
    for round_, faces in enumerate(_open_picks(known, wildcard), 1):
        face, rng = rng.choice(faces)
        picks.append(Card(face, round_))
    return (*picks, Card(wildcard, WILDCARD_ROUND)), rng


def _all_decks(known: Evidence, picks: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The deck with every other pick that could matter: miners, and twins of the wildcard."""
    wildcard = picks[-1].face
    rounds = [
        open_ if picks[i].is_miner or wildcard in open_ else (picks[i].face,)
        for i, open_ in enumerate(_open_picks(known, wildcard))
    ]
    for faces in product(*rounds):
        yield (*(Card(face, round_) for round_, face in enumerate(faces, 1)), picks[-1])
