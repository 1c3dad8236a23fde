"""From a view to a random state that fits it.

To guess a side's cards, we draft and shuffle a deck that has every face the side has shown and
replay the turns so far. The guess fits if each revealed card was a legal choice at its time. For
example, a side that showed an unaffordable card had nothing cheaper in hand. If a few random tries
find no guess that fits, a search through all decks and orders does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, permutations, product
from math import prod

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
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
from meadhall.games.elemental_clash.rules import combat, draft
from meadhall.games.elemental_clash.rules.selection import choices
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
"""Random tries before the search. About 2 % of the views of a standard match need the search, and
10 % of an endless one."""

# For a replay it only matters that a wall or a miner stands, not which.
_ANY_WALL = Wall(1, "fire", 1)
_ANY_MINER = Miner("deflection_miner", 0, 1)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What everybody knows of a side's cards: what it showed, turn by turn.

    `unfilled`: the match ended in the last turn, before the hand was refilled.
    """

    options: Options
    shown: tuple[Shown | None, ...]
    unfilled: bool


@dataclass(frozen=True, slots=True)
class Guess:
    """Cards that a side may have: its picks, and where they are now."""

    picks: tuple[Card, ...]
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    under: tuple[Card, ...] = ()


def resample(view: View, rng: Rng) -> State:
    """A random state that gives its viewer this view."""
    rng = rng.fork("resample")
    guess_all = _guess_battle if view.round > DRAFT_ROUNDS else _guess_draft
    wild, guesses, rng = guess_all(view, rng)
    sides = tuple(_side(view, seat, guesses[seat]) for seat in SEATS)
    state = State(
        options=view.options,
        # The true generator is secret, so later draws are sampled too.
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
    return replace(state, sealed=_sealed_choices(view, state, rng))


def _side(view: View, seat: Seat, guess: Guess) -> Side:
    public = view.sides[seat]
    side = Side(public.hp, public.energy, public.wall, public.miner)
    return replace(side, hand=guess.hand, deck=guess.deck, under=guess.under)


def _sealed_choices(view: View, state: State, rng: Rng) -> Sealed[Card]:
    sealed = NOTHING_SEALED
    for seat in SEATS:
        if view.own is not None and view.own.seat == seat:
            sealed = sealed.put(seat, view.own.choice)
        elif view.sides[seat].locked:
            drafting = state.stage == "draft"
            offers = draft.offers(state.round, state.wildcards) if drafting else ()
            card, rng = rng.choice(offers or choices(state.sides[seat]))
            sealed = sealed.put(seat, card)
    return sealed


def _guess_draft(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    wild, rng = draft.draw_wildcards(rng)
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


def _guess_battle(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    if view.own is None:
        return _guess_for_spectator(view, rng)
    own, other = view.own, 1 - view.own.seat
    mine, rng = _own_cards(own, rng)
    theirs = guess(evidence(view, other), own.wildcards, rng)
    assert theirs is not None, "no cards fit this view"  # noqa: S101 - the true cards do
    pair = (mine, theirs) if own.seat == 0 else (theirs, mine)
    return own.wildcards, pair, rng


def _own_cards(own: Own, rng: Rng) -> tuple[Guess, Rng]:
    deck, rng = rng.shuffle(own.unseen)
    return Guess(own.picks, own.hand, deck, own.under), rng


def _guess_for_spectator(view: View, rng: Rng) -> tuple[tuple[Face, ...], tuple[Guess, ...], Rng]:
    """Guesses for both sides. A spectator does not know the wildcards: both must fit the same."""
    first, second = (evidence(view, seat) for seat in SEATS)
    for one in _possible_wildcards(first, rng):
        mine = guess(first, (one,), rng.fork("first"))
        theirs = guess(second, _compatible(one), rng.fork("second")) if mine is not None else None
        if mine is not None and theirs is not None:
            wild, rng = _complete_wildcards((one, theirs.picks[WILDCARD_ROUND - 1].face), rng)
            return wild, (mine, theirs), rng
    raise ValueError("no cards fit this view")


def _possible_wildcards(known: Evidence, rng: Rng) -> Iterator[Face]:
    """The wildcard of a deck that fits, then all faces; nothing if no deck fits."""
    likely = guess(known, FACES, rng.fork("likely"))
    if likely is not None:
        yield likely.picks[WILDCARD_ROUND - 1].face
        yield from rng.shuffle(FACES)[0]


def _compatible(one: Face) -> tuple[Face, ...]:
    """The faces that can be among the same four wildcards as this one."""
    # Both seats may take the same wildcard; different ones are of different subtypes.
    return tuple(face for face in FACES if face == one or face.subtype != one.subtype)


def _complete_wildcards(taken: tuple[Face, ...], rng: Rng) -> tuple[tuple[Face, ...], Rng]:
    """Four wildcards that include the taken ones."""
    shuffled, rng = rng.shuffle(FACES)
    # By subtype: each of the four has its own. Both seats may have taken the same card.
    wild: dict[str, Face] = {face.subtype: face for face in taken}
    for face in shuffled:
        if len(wild) < OPTIONS_PER_ROUND:
            wild.setdefault(face.subtype, face)
    return tuple(sorted(wild.values(), key=FACES.index)), rng


def evidence(view: View, seat: Seat) -> Evidence:
    """What everybody knows of the seat's cards."""
    shown = tuple(turn[seat] for turn in view.history)
    # A decided battle stops in this phase, before the one that refills the hands.
    return Evidence(view.options, shown, unfilled=view.phase == "victory_check")


def guess(known: Evidence, wild: tuple[Face, ...], rng: Rng) -> Guess | None:
    """Cards that fit the evidence, with one of these wildcards; `None` if there are none."""
    weights = {face: weight for face in wild if (weight := _count_decks(known, face))}
    # Rejection sampling. The weights count decks, so every deck with the faces shown is equally
    # likely, and so is every order of it.
    for _ in range(TRIES if weights else 0):
        wildcard, rng = _choose_weighted(weights, rng)
        picks, rng = _draw_picks(known, wildcard, rng)
        order, rng = rng.shuffle(picks)
        fit = replay_deal(known, picks, order)
        if fit is not None:
            return fit
    return search(known, weights, rng)


def _choose_weighted(weights: Mapping[Face, int], rng: Rng) -> tuple[Face, Rng]:
    """A random face, each with a probability in proportion to its weight."""
    drawn, rng = rng.below(sum(weights.values()))
    sums = accumulate(weights.values())
    return next(face for face, reached in zip(weights, sums, strict=True) if drawn < reached), rng


def search(known: Evidence, wild: Iterable[Face], rng: Rng) -> Guess | None:
    """The first cards that fit the evidence, among all decks and orders that make a difference."""
    for wildcard in wild:
        picks, rng = _draw_picks(known, wildcard, rng)
        for deck in _all_decks(known, picks):
            for order in orders(deck):
                fit = replay_deal(known, deck, order)
                if fit is not None:
                    return fit
    return None


def orders(deck: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The orders of a deck that make a difference.

    The order within the first hand matters only among cards of the same cost, where the first of
    the cheapest is shown. So we keep the orders whose first hand is sorted by cost, which are fewer
    than a quarter of all.
    """
    for order in permutations(deck):
        costs = [card.cost for card in order[:HAND_SIZE]]
        if costs == sorted(costs):
            yield order


def replay_deal(known: Evidence, picks: tuple[Card, ...], order: tuple[Card, ...]) -> Guess | None:
    """Where the cards are now if the deck was in this order; `None` if that does not fit."""
    side = Side(hand=order[:HAND_SIZE], deck=order[HAND_SIZE:])
    last = len(known.shown) - 1
    for turn, shown in enumerate(known.shown):
        if shown is None:
            continue
        side = replace(
            side,
            energy=shown.energy,
            wall=_ANY_WALL if shown.walled else None,
            miner=_ANY_MINER if shown.mined else None,
        )
        # Cards with the same face play the same, so it does not matter which of them was shown.
        card = next((card for card in choices(side) if card.face == shown.face), None)
        if card is None:
            return None
        paid = shown.verdict != "unaffordable"
        side = combat.spend(side, card, known.options, affordable=paid)
        if turn < last or not known.unfilled:
            side = combat.refill(side)
    return Guess(picks, side.hand, side.deck, side.under)


# `|` takes the larger count. A card that could not be paid for stays in hand, so showing it twice
# does not prove a second one.
def _required_faces(known: Evidence) -> Counter[Face]:
    """How many cards of each face the side must have; a card that came back counts once."""
    shown = [shown for shown in known.shown if shown is not None]
    gone = [card.face for card in shown if card.verdict != "unaffordable" or known.options.strict]
    once = Counter(dict.fromkeys((card.face for card in shown), 1))
    return once if known.options.endless else once | Counter(gone)


def _possible_picks(known: Evidence, wildcard: Face) -> list[tuple[Face, ...]]:
    """For each fixed round, the faces that the side may have picked, given its wildcard."""
    required = list((_required_faces(known) - Counter((wildcard,))).elements())
    fixed = map(faces_in, CATEGORIES[:-1])
    return [tuple(face for face in required if face in faces) or faces for faces in fixed]


def _count_decks(known: Evidence, wildcard: Face) -> int:
    """The number of decks with this wildcard that have every card that was shown."""
    required = (_required_faces(known) - Counter((wildcard,))).elements()
    # A fixed round gives one card, so two required faces of the same round do not fit.
    crowded = max(Counter(_round_of(face) for face in required).values(), default=0) > 1
    return 0 if crowded else prod(map(len, _possible_picks(known, wildcard)))


def _round_of(face: Face) -> int:
    return FACES.index(face) // OPTIONS_PER_ROUND


def _draw_picks(known: Evidence, wildcard: Face, rng: Rng) -> tuple[tuple[Card, ...], Rng]:
    picks = []
    for round_, faces in enumerate(_possible_picks(known, wildcard), 1):
        face, rng = rng.choice(faces)
        picks.append(Card(face, round_))
    return (*picks, Card(wildcard, WILDCARD_ROUND)), rng


def _all_decks(known: Evidence, picks: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The deck in all versions that make a difference.

    Elements do not, so only the miner varies, and the pick of the round that the wildcard's face
    belongs to: there it may be a second card with that face.
    """
    wildcard = picks[-1].face
    rounds = [
        faces if picks[i].is_miner or wildcard in faces else (picks[i].face,)
        for i, faces in enumerate(_possible_picks(known, wildcard))
    ]
    for faces in product(*rounds):
        yield (*(Card(face, round_) for round_, face in enumerate(faces, 1)), picks[-1])
