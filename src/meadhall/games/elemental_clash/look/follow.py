"""A turn event by event: how the table looks after each event, with a caption per phase."""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import groupby
from typing import Final

from meadhall.core.scene import Scene, SceneDiff
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Card
from meadhall.games.elemental_clash.look.motions import phase_of
from meadhall.games.elemental_clash.look.scene import scene
from meadhall.games.elemental_clash.look.words import sentence
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Changed,
    Chosen,
    Decayed,
    Ended,
    Event,
    Judged,
    Paid,
    Placed,
    Repaired,
    Revealed,
    Struck,
    Ticked,
    TurnBegan,
    WallFell,
)
from meadhall.games.elemental_clash.types import (
    SEATS,
    Phase,
    Shown,
    Side,
    SideView,
    TurnRecord,
    Verdict,
    View,
    Wall,
)

_CAPTIONS: Final[dict[Phase, str]] = {
    "energy": "A new turn",
    "selection": "Cards are chosen",
    "reveal": "Cards are turned over",
    "validation": "Not every card counts",
    "deduction": "Energy is paid",
    "placement": "Shields and bots are put up",
    "resolution": "Attacks land",
    "payouts": "Bots act",
    "decay": "Shields wear down",
    "death_check": "Worn-out shields fall",
    "victory_check": "The end",
    "cleanup": "Hands are refilled",
}


def follow(view: View, events: Sequence[Event]) -> list[SceneDiff | None]:
    """For each event, what it changed. A draft has nothing to watch, and hides what comes next."""
    if view.stage == "draft":
        return [None] * len(events)
    diffs, shown = list[SceneDiff | None](), scene(view)
    for phase, group in groupby(events, phase_of):
        in_phase = [*group]
        for event in in_phase:
            view = _after(event, view)
            told = (event,) if phase in ("resolution", "payouts") else in_phase
            before, shown = shown, _with_caption(scene(view), phase, told)
            diffs.append(SceneDiff(before, shown))
    return diffs


def _with_caption(picture: Scene, phase: Phase, told: Sequence[Event]) -> Scene:
    return replace(picture, headline=f"{_CAPTIONS[phase]} · {' '.join(map(sentence, told))}")


@singledispatch
def _after(event: Event, view: View) -> View:
    """The view after the event, as far as a scene shows it."""
    raise TypeError(f"{event!r} does not happen in a battle")


@_after.register
def _(event: Chosen, view: View) -> View:
    locked = _with_side(view, event.seat, replace(view.sides[event.seat], locked=True))
    return _with_choice(locked, event.seat, event.card)


@_after.register
def _(event: Changed, view: View) -> View:
    return _with_choice(view, event.seat, event.card)


@_after.register
def _(event: Revealed, view: View) -> View:
    side = view.sides[event.seat]
    turned = Shown(event.face, "shown", side.energy, side.wall is not None, side.miner is not None)
    # The first card of a turn begins the turn's record. Until then both cards lie face down.
    begins = all(side.locked for side in view.sides if side.hand_size)
    history = (*view.history, (None, None)) if begins else view.history
    open_ = _with_side(view, event.seat, replace(side, locked=False))
    return _with_record(replace(open_, history=history), event.seat, turned)


@_after.register
def _(event: Judged, view: View) -> View:
    if event.reason != "NOT_ENOUGH_ENERGY":
        return _with_verdict(view, event.seat, "wasted")
    judged = _with_verdict(view, event.seat, "unaffordable")
    return _without_choice(judged, event.seat, leaves=event.lost)


@_after.register
def _(event: Paid, view: View) -> View:
    shown = view.history[-1][event.seat]
    if shown is not None and shown.verdict == "shown":
        view = _with_verdict(view, event.seat, "played")
    side = view.sides[event.seat]
    # In an endless game the card goes under the deck.
    under = side.deck_size + view.options.endless
    paid = replace(side, energy=event.energy, deck_size=under)
    return _without_choice(_with_side(view, event.seat, paid), event.seat, leaves=True)


@_after.register
def _(event: Placed, view: View) -> View:
    side = view.sides[event.seat]
    placed = combat.place(Side(wall=side.wall, miner=side.miner), event.face, view.turn)
    return _with_side(view, event.seat, replace(side, wall=placed.wall, miner=placed.miner))


@_after.register
def _(event: Struck, view: View) -> View:
    side = view.sides[event.seat]
    miner = None if event.miner_killed else side.miner
    hit = replace(side, hp=event.hp, wall=_wall(side, event.wall), miner=miner)
    return _with_side(view, event.seat, hit)


@_after.register
def _(event: Ticked, view: View) -> View:
    side = view.sides[event.seat]
    miner = side.miner and replace(side.miner, countdown=event.countdown)
    return _with_side(view, event.seat, replace(side, miner=miner))


@_after.register(Repaired | Decayed)
def _(event: Repaired | Decayed, view: View) -> View:
    side = view.sides[event.seat]
    return _with_side(view, event.seat, replace(side, wall=_wall(side, event.hp)))


@_after.register
def _(event: WallFell, view: View) -> View:
    return _with_side(view, event.seat, replace(view.sides[event.seat], wall=None))


@_after.register
def _(event: Ended, view: View) -> View:
    sides = tuple(replace(side, locked=False) for side in view.sides)
    ended = replace(view, stage="game_over", outcome=event.outcome, sides=sides)
    return ended if view.own is None else _with_choice(ended, view.own.seat, None)


@_after.register
def _(event: CardsDrawn, view: View) -> View:
    side, count = view.sides[event.seat], event.count
    drawn = replace(side, hand_size=side.hand_size + count, deck_size=side.deck_size - count)
    after = _with_side(view, event.seat, drawn)
    if after.own is None or event.cards is None:
        return after
    return replace(after, own=replace(after.own, hand=(*after.own.hand, *event.cards)))


@_after.register
def _(event: TurnBegan, view: View) -> View:
    pairs = zip(view.sides, event.energy, strict=True)
    sides = tuple(replace(side, energy=energy) for side, energy in pairs)
    # In a siege nobody has a card to turn over.
    history = (*view.history, (None, None)) if event.siege else view.history
    return replace(view, turn=event.turn, siege=event.siege, sides=sides, history=history)


def _wall(side: SideView, hp: int | None) -> Wall | None:
    """The side's shield with this HP."""
    return None if side.wall is None or hp is None else replace(side.wall, hp=hp)


def _with_side(view: View, seat: Seat, side: SideView) -> View:
    return replace(view, sides=tuple(side if s == seat else view.sides[s] for s in SEATS))


def _with_choice(view: View, seat: Seat, card: Card | None) -> View:
    """The view with the seat's choice, which only the seat itself knows."""
    if view.own is None or view.own.seat != seat:
        return view
    return replace(view, own=replace(view.own, choice=card))


def _without_choice(view: View, seat: Seat, *, leaves: bool) -> View:
    """The view after the chosen card has gone back to the hand, or has left it."""
    side = view.sides[seat]
    after = _with_side(view, seat, replace(side, hand_size=side.hand_size - leaves))
    own = after.own
    if own is None or own.seat != seat:
        return after
    hand = tuple(card for card in own.hand if not (leaves and card == own.choice))
    return replace(after, own=replace(own, hand=hand, choice=None))


def _with_record(view: View, seat: Seat, shown: Shown) -> View:
    """The view with what the seat shows in this turn."""
    record: TurnRecord = tuple(shown if s == seat else view.history[-1][s] for s in SEATS)
    return replace(view, history=(*view.history[:-1], record))


def _with_verdict(view: View, seat: Seat, verdict: Verdict) -> View:
    shown = view.history[-1][seat]
    return view if shown is None else _with_record(view, seat, replace(shown, verdict=verdict))
