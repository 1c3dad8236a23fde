"""Which cards a player may choose in a turn, and what is chosen when the time is up."""

from operator import attrgetter
from typing import Literal, TypeAlias

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Card
from meadhall.games.elemental_clash.types import SEATS, Side, State

Fault: TypeAlias = Literal["NOT_IN_HAND", "NOT_ENOUGH_ENERGY", "WALL_STANDS", "MINER_STANDS"]
"""A reason why a card would have no effect."""


def choosers(state: State) -> tuple[Seat, ...]:
    """The seats that choose this time: both in the draft, in a battle those that hold cards."""
    if state.stage == "draft":
        return SEATS
    return tuple(seat for seat in SEATS if state.sides[seat].hand)


def faults(side: Side, card: Card) -> tuple[Fault, ...]:
    """Every reason why the card would have no effect for this side now."""
    reasons: list[Fault] = []
    if card not in side.hand:
        reasons.append("NOT_IN_HAND")
    if card.cost > side.energy:
        reasons.append("NOT_ENOUGH_ENERGY")
    if card.subtype == "wall" and side.wall is not None:
        reasons.append("WALL_STANDS")
    if card.is_miner and side.miner is not None:
        reasons.append("MINER_STANDS")
    return tuple(reasons)


def explain(fault: Fault, card: Card, energy: int) -> str:
    """The fault as a sentence for the player."""
    name = card.face.name
    return {
        "NOT_IN_HAND": f"{name} is not in your hand.",
        "NOT_ENOUGH_ENERGY": f"{name} costs {card.cost} and you have {energy} energy.",
        "WALL_STANDS": f"{name} would be wasted: you already have a shield.",
        "MINER_STANDS": f"{name} would be wasted: you already have a bot.",
    }[fault]


def choices(side: Side) -> tuple[Card, ...]:
    """The cards that the side may choose, in hand order; none from an empty hand.

    These are the cards that work. If none works, they are the cards that can be paid for, although
    they are wasted. If none can be paid for, it is the cheapest card, shown without effect.
    """
    affordable = tuple(card for card in side.hand if card.cost <= side.energy)
    if affordable:
        return tuple(card for card in affordable if not faults(side, card)) or affordable
    # `min` returns the first of equals, as the rules ask (E3).
    return (min(side.hand, key=attrgetter("cost")),) if side.hand else ()


def substitute(side: Side, selected: Card | None, rng: Rng) -> Card:
    """What counts at the deadline: the selected card if it is legal, else a random legal one."""
    legal = choices(side)
    if not legal:
        raise ValueError("a seat with an empty hand has nothing to choose")
    if selected in legal:
        return selected
    card, _ = rng.choice(legal)
    return card
