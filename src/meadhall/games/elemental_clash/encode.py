"""Actions and views as numbers, for learning agents."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from meadhall.core.capabilities import Learn
from meadhall.core.seats import Viewer
from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    DRAFT_ROUNDS,
    FACES,
    HAND_SIZE,
    INTERVAL,
    MINERS,
    SUBTYPES,
    WALL_HP,
    Card,
)
from meadhall.games.elemental_clash.notation import CARDS
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    ENDLESS_TURNS,
    MAX_ENERGY,
    SIEGE_TURNS,
    Action,
    Options,
    Own,
    Pick,
    Play,
    SideView,
    View,
)

ALL_CARDS: Final = tuple(CARDS.values())
_NUMBER: Final = {card: number for number, card in enumerate(ALL_CARDS)}
_SIDE: Final = 8 + len(MINERS)
"""The numbers of one side."""
# Three flags for the stage, then round, turn and siege; for each side its numbers and the cards it
# has shown by subtype; five groups of own cards (see `_own_numbers`); the wildcards.
_SIZE: Final = 6 + 2 * (_SIDE + len(SUBTYPES)) + 5 * len(ALL_CARDS) + len(FACES)


def action_count(options: Options, seats: int) -> int:
    """The number of actions: every card can be picked, and every card can be played."""
    return 2 * len(ALL_CARDS)


def index(options: Options, seats: int, action: Action) -> int:
    """The number of the action: picks come first, then plays."""
    return _NUMBER[action.card] + (0 if isinstance(action, Pick) else len(ALL_CARDS))


def action(options: Options, seats: int, number: int) -> Action:
    """The action with that number."""
    verb, card = divmod(number, len(ALL_CARDS))
    return (Play if verb else Pick)(ALL_CARDS[card])


def shape(options: Options, seats: int) -> tuple[int, ...]:
    """The shape of an observation: one row of numbers."""
    return (_SIZE,)


def observe(view: View, viewer: Viewer) -> tuple[int, ...]:
    """The view as numbers: stage and turn, both sides (own first), cards shown, own cards."""
    order = (1, 0) if viewer == 1 else (0, 1)
    stages = (view.stage == "draft", view.stage == "battle", view.stage == "game_over")
    shown = [_shown_counts(view, seat) for seat in order]
    return (
        *map(int, stages),
        view.round,
        view.turn,
        view.siege,
        *(number for seat in order for number in _side_numbers(view.sides[seat])),
        *(number for row in shown for number in row),
        *_own_numbers(view.own),
    )


def _side_numbers(side: SideView) -> tuple[int, ...]:
    miner = side.miner
    return (
        side.hp,
        side.energy,
        side.wall.hp if side.wall else 0,
        miner.countdown if miner else 0,
        side.hand_size,
        side.deck_size,
        int(side.locked),
        int(miner is not None),
        *(int(miner is not None and miner.type == type_) for type_ in MINERS),
    )


def _shown_counts(view: View, seat: int) -> tuple[int, ...]:
    record = (turn[seat] for turn in view.history)
    counts = Counter(shown.face.subtype for shown in record if shown is not None)
    return tuple(counts[subtype] for subtype in SUBTYPES)


def _own_numbers(own: Own | None) -> tuple[int, ...]:
    if own is None:
        return (0,) * (5 * len(ALL_CARDS) + len(FACES))  # a spectator's, of the same length
    groups = (own.offers, own.picks, own.hand, own.unseen, (own.choice,) if own.choice else ())
    wild = tuple(int(face in own.wildcards) for face in FACES)
    return (*(number for group in groups for number in _card_flags(group)), *wild)


def _card_flags(cards: Iterable[Card]) -> tuple[int, ...]:
    """One number per card of the game: 1 if it is among these."""
    row = [0] * len(ALL_CARDS)
    for card in cards:
        row[_NUMBER[card]] = 1
    return tuple(row)


def bounds(options: Options, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The least and the greatest value of each number; a base can fall below 0."""
    turns = ENDLESS_TURNS + SIEGE_TURNS + 1
    countdown = max(INTERVAL.values())
    flags = 1 + 1 + len(MINERS)
    side = (BASE_HP, MAX_ENERGY, WALL_HP, countdown, HAND_SIZE, DECK_SIZE, *(1,) * flags)
    high = (1, 1, 1, DRAFT_ROUNDS + 1, turns, SIEGE_TURNS, *side, *side)
    high += (turns,) * (2 * len(SUBTYPES))
    lowest_side = (-BASE_HP, *(0,) * (len(side) - 1))
    low = (*(0,) * 6, *lowest_side, *lowest_side)
    return low + (0,) * (_SIZE - len(low)), high + (1,) * (_SIZE - len(high))


LEARN: Learn[Options, Action, View] = Learn(
    action_count=action_count,
    index=index,
    action=action,
    shape=shape,
    observe=observe,
    bounds=bounds,
)
