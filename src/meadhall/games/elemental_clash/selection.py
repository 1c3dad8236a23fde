"""What may be chosen in a turn, and what is chosen for a player whose time is up."""

from typing import Literal, TypeAlias

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import Card
from meadhall.games.elemental_clash.types import Side

Fault: TypeAlias = Literal["NOT_IN_HAND", "NOT_ENOUGH_ENERGY", "WALL_STANDS", "MINER_STANDS"]
"""A reason why a card cannot be used to effect."""


def faults(side: Side, card: Card) -> tuple[Fault, ...]:
    """Every reason why the card would do nothing for this side now."""
    found: list[Fault] = []
    if card not in side.hand:
        found.append("NOT_IN_HAND")
    if card.cost > side.energy:
        found.append("NOT_ENOUGH_ENERGY")
    if card.subtype == "wall" and side.wall is not None:
        found.append("WALL_STANDS")
    if card.is_miner and side.miner is not None:
        found.append("MINER_STANDS")
    return tuple(found)


def explain(fault: Fault, card: Card, energy: int) -> str:
    """The fault in words, for a player."""
    name = card.face.name
    return {
        "NOT_IN_HAND": f"{name} is not in your hand.",
        "NOT_ENOUGH_ENERGY": f"{name} costs {card.cost} and you have {energy} energy.",
        "WALL_STANDS": f"{name} would be wasted: your shield still stands.",
        "MINER_STANDS": f"{name} would be wasted: your bot is still at work.",
    }[fault]


def choices(side: Side) -> tuple[Card, ...]:
    """The cards that may be chosen, in hand order; none from an empty hand.

    Cards that work come first. Only where none does may one be wasted, and only where none can be
    paid is the cheapest shown for nothing.
    """
    payable = tuple(card for card in side.hand if card.cost <= side.energy)
    if payable:
        return tuple(card for card in payable if not faults(side, card)) or payable
    return (min(side.hand, key=_cost),) if side.hand else ()


def substitute(side: Side, selected: Card | None, rng: Rng) -> Card:
    """What counts at the deadline: the selected card if it is legal, else a random legal one."""
    legal = choices(side)
    if not legal:
        raise ValueError("nobody may be asked for a card from an empty hand")
    if selected in legal:
        return selected
    card, _ = rng.choice(legal)
    return card


def _cost(card: Card) -> int:
    return card.cost
