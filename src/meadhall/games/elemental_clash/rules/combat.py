"""What attacks, bots, decay and drawing do to one side. Nothing here depends on the seat."""

from dataclasses import dataclass, replace
from typing import Literal

from meadhall.games.elemental_clash.cards import (
    DEFLECTION_REDUCTION,
    HAND_SIZE,
    INTERVAL,
    POWER,
    WALL_DECAY,
    WALL_HP,
    Attack,
    Card,
    Face,
    MinerType,
)
from meadhall.games.elemental_clash.types import Miner, Options, Side, Wall


@dataclass(frozen=True, slots=True)
class Blow:
    """What one attack did."""

    attack: Attack
    reduced: int = 0
    absorbed: int = 0
    damage: int = 0
    wall_destroyed: bool = False
    miner_killed: bool = False
    stopped_by: Literal["", "deflection", "deflection_miner"] = ""


def strike(side: Side, attack: Attack) -> tuple[Side, Blow]:
    """The side after the attack, and what the attack did."""
    return _blast(side) if attack == "continuous" else _shot(side)


def _blast(side: Side) -> tuple[Side, Blow]:
    # For the whole turn, even after the dodge has stopped a shot (E5).
    reduced = DEFLECTION_REDUCTION if side.dodging else 0
    power = POWER["continuous"] - reduced
    absorbed = 0 if side.wall is None else min(power, side.wall.hp)
    broken = side.wall is not None and absorbed == side.wall.hp
    if side.wall is not None:
        wall = None if broken else replace(side.wall, hp=side.wall.hp - absorbed)
        side = replace(side, wall=wall)
    after, killed = hurt(side, power - absorbed)
    return after, Blow("continuous", reduced, absorbed, power - absorbed, broken, killed)


def _shot(side: Side) -> tuple[Side, Blow]:
    power = POWER["projectile"]
    # The bot comes first, so that the card is not used up (E5).
    if side.miner is not None and side.miner.type == "deflection_miner":
        return side, Blow("projectile", reduced=power, stopped_by="deflection_miner")
    if side.dodging and not side.dodged:
        return replace(side, dodged=True), Blow(
            "projectile", reduced=power, stopped_by="deflection"
        )
    after, killed = hurt(side, power)
    return after, Blow("projectile", damage=power, miner_killed=killed)


def hurt(side: Side, damage: int) -> tuple[Side, bool]:
    """The side after damage to its base, and whether its miner died: any damage kills it."""
    if damage == 0:
        return side, False
    # HP may become negative; texts and scenes show 0 then.
    return replace(side, hp=side.hp - damage, miner=None), side.miner is not None


def place(side: Side, face: Face, turn: int) -> Side:
    """The side with the card in effect; unchanged where a wall or miner already stands."""
    if face.subtype == "wall":
        return side if side.wall else replace(side, wall=Wall(WALL_HP, face.element, turn))
    if face.subtype == "deflection":
        return replace(side, dodging=True)
    if face.subtype == "continuous" or face.subtype == "projectile" or side.miner:  # noqa: PLR1714 - `in` would not narrow the type
        return side
    return replace(side, miner=Miner(face.subtype, INTERVAL[face.subtype], turn))


def tick(side: Side) -> tuple[Side, MinerType | None]:
    """The side after its miner has counted down, and the miner's type if it acts now."""
    miner = side.miner
    if miner is None or INTERVAL[miner.type] == 0:
        return side, None
    due = miner.countdown <= 1
    countdown = INTERVAL[miner.type] if due else miner.countdown - 1
    return replace(side, miner=replace(miner, countdown=countdown)), miner.type if due else None


def repair(side: Side) -> Side:
    """The side with its wall, if it has one, back to full HP."""
    return side if side.wall is None else replace(side, wall=replace(side.wall, hp=WALL_HP))


def decay(side: Side) -> Side:
    """The side with its wall worn down, to 0 at the lowest."""
    if side.wall is None:
        return side
    return replace(side, wall=replace(side.wall, hp=max(0, side.wall.hp - WALL_DECAY)))


def remove_dead(side: Side) -> Side:
    """The side without its wall if that has no HP left."""
    return replace(side, wall=None) if side.wall is not None and side.wall.hp <= 0 else side


def spend(side: Side, card: Card, options: Options, *, affordable: bool) -> Side:
    """The side after the card was shown. A card that could not be paid for stays in hand."""
    if not affordable and not options.strict:
        return side
    hand = tuple(held for held in side.hand if held != card)
    kept = affordable and options.endless
    return replace(side, hand=hand, under=(*side.under, card) if kept else side.under)


def end_dodge(side: Side) -> Side:
    """The side with its dodge ended."""
    return replace(side, dodging=False, dodged=False) if side.dodging else side


def refill(side: Side) -> Side:
    """The side with its hand refilled to four, from the deck and then from under it."""
    count = min(HAND_SIZE - len(side.hand), side.deck_size)
    if count <= 0:
        return side
    # New cards go to the end of the hand: `phases.cleanup` finds them there.
    from_under = max(0, count - len(side.deck))
    return replace(
        side,
        hand=(*side.hand, *side.deck[:count], *side.under[:from_under]),
        deck=side.deck[count:],
        under=side.under[from_under:],
    )
