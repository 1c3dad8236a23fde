"""What attacks, repairs and time do to one side. Nothing here knows whose side it is."""

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
    """What became of one attack."""

    attack: Attack
    reduced: int = 0
    absorbed: int = 0
    damage: int = 0
    wall_destroyed: bool = False
    miner_killed: bool = False
    stopped_by: Literal["", "deflection", "deflection_miner"] = ""


def strike(side: Side, attack: Attack) -> tuple[Side, Blow]:
    """The side after the attack has landed on it."""
    return _blast(side) if attack == "continuous" else _shot(side)


def _blast(side: Side) -> tuple[Side, Blow]:
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
    if side.miner is not None and side.miner.type == "deflection_miner":
        return side, Blow("projectile", reduced=power, stopped_by="deflection_miner")
    if side.dodging and not side.dodged:
        return replace(side, dodged=True), Blow(
            "projectile", reduced=power, stopped_by="deflection"
        )
    after, killed = hurt(side, power)
    return after, Blow("projectile", damage=power, miner_killed=killed)


def hurt(side: Side, damage: int) -> tuple[Side, bool]:
    """The side after damage to its base, and whether that killed its miner: any damage does."""
    if damage == 0:
        return side, False
    return replace(side, hp=side.hp - damage, miner=None), side.miner is not None


def place(side: Side, face: Face, turn: int) -> Side:
    """The side with the card in effect; where a wall or miner stands already, nothing changes."""
    if face.subtype == "wall":
        return side if side.wall else replace(side, wall=Wall(WALL_HP, face.element, turn))
    if face.subtype == "deflection":
        return replace(side, dodging=True)
    if face.subtype == "continuous" or face.subtype == "projectile" or side.miner:  # noqa: PLR1714 - this way it narrows the type
        return side
    return replace(side, miner=Miner(face.subtype, INTERVAL[face.subtype], turn))


def tick(side: Side) -> tuple[Side, MinerType | None]:
    """The side after its miner has counted down, and the miner's type if it pays out now."""
    miner = side.miner
    if miner is None or INTERVAL[miner.type] == 0:
        return side, None
    due = miner.countdown <= 1
    countdown = INTERVAL[miner.type] if due else miner.countdown - 1
    return replace(side, miner=replace(miner, countdown=countdown)), miner.type if due else None


def repair(side: Side) -> Side:
    """The side with its wall, if it has one, as good as new."""
    return side if side.wall is None else replace(side, wall=replace(side.wall, hp=WALL_HP))


def decay(side: Side) -> Side:
    """The side with its wall worn down, never below nothing."""
    if side.wall is None:
        return side
    return replace(side, wall=replace(side.wall, hp=max(0, side.wall.hp - WALL_DECAY)))


def remove_dead(side: Side) -> Side:
    """The side without a wall that has nothing left."""
    return replace(side, wall=None) if side.wall is not None and side.wall.hp <= 0 else side


def spend(side: Side, card: Card, options: Options, *, affordable: bool) -> Side:
    """The side after the card was shown: it stays in hand only where it could not be paid."""
    if not affordable and not options.strict:
        return side
    hand = tuple(held for held in side.hand if held != card)
    kept = affordable and options.endless
    return replace(side, hand=hand, under=(*side.under, card) if kept else side.under)


def stand(side: Side) -> Side:
    """The side with its dodge over."""
    return replace(side, dodging=False, dodged=False) if side.dodging else side


def refill(side: Side) -> Side:
    """The side with its hand drawn up to four, from the deck and then from under it."""
    count = min(HAND_SIZE - len(side.hand), side.deck_size)
    if count <= 0:
        return side
    from_under = max(0, count - len(side.deck))
    return replace(
        side,
        hand=(*side.hand, *side.deck[:count], *side.under[:from_under]),
        deck=side.deck[count:],
        under=side.under[from_under:],
    )
