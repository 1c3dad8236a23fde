"""What may be chosen in a turn, and what is chosen for a player whose time is up."""

from dataclasses import dataclass

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.cards import Card
from meadhall.games.elemental_clash.types import Side


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a card cannot be used to effect."""

    code: str
    sentence: str


def selection_faults(side: Side, card: Card) -> tuple[Fault, ...]:
    """Every reason why the card would do nothing for this side now."""
    faults = []
    if card not in side.hand:
        faults.append(Fault("NOT_IN_HAND", f"{card.face.name} is not in your hand."))
    if card.cost > side.energy:
        faults.append(
            Fault(
                "NOT_ENOUGH_ENERGY",
                f"{card.face.name} costs {card.cost} and you have {side.energy} energy.",
            )
        )
    if card.subtype == "wall" and side.wall is not None:
        faults.append(Fault("WALL_STANDS", "Your shield still stands; there is only ever one."))
    if card.is_miner and side.miner is not None:
        faults.append(Fault("MINER_STANDS", "Your bot is still at work; there is only ever one."))
    return tuple(faults)


def affordable(side: Side) -> tuple[Card, ...]:
    """The cards in hand that the side can pay."""
    return tuple(card for card in side.hand if card.cost <= side.energy)


def choices(side: Side) -> tuple[Card, ...]:
    """The cards that may be chosen, in hand order; none from an empty hand.

    Cards that work come first. Only where none does may one be wasted, and only where none can be
    paid is the cheapest shown for nothing.
    """
    payable = affordable(side)
    working = tuple(card for card in payable if not selection_faults(side, card))
    if working or payable:
        return working or payable
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
