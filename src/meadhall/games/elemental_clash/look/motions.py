"""What moves when events happen: a card flips, a blow lands, a shield falls.

A turn is watched phase by phase. After each phase there is a pause, to look at what has changed.
"""

from collections.abc import Sequence
from functools import singledispatch
from itertools import groupby
from typing import Final

from meadhall.core.scene import Motion, beat_count, delay
from meadhall.core.status import WIN
from meadhall.games.elemental_clash.look.words import AUTO
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Changed,
    Chosen,
    Decayed,
    Ended,
    Event,
    Judged,
    Paid,
    Picked,
    Placed,
    Repaired,
    Revealed,
    Struck,
    Ticked,
    TurnBegan,
    WallFell,
)
from meadhall.games.elemental_clash.types import Phase

_FAILURE: Final = {
    "NOT_ENOUGH_ENERGY": "Not enough energy",
    "WALL_STANDS": "Already a shield",
    "MINER_STANDS": "Already a bot",
}
_PHASES: Final[dict[type[Event], Phase]] = {
    Revealed: "reveal",
    Judged: "validation",
    Paid: "deduction",
    Placed: "placement",
    Ticked: "payouts",
    Repaired: "payouts",
    Decayed: "decay",
    WallFell: "death_check",
    Ended: "victory_check",
    CardsDrawn: "cleanup",
    TurnBegan: "energy",
}
_IN_TURN: Final[frozenset[Phase]] = frozenset({"selection", "resolution", "payouts"})
"""The phases whose events are watched one after the other. In the others all happens at once."""
_PAUSES: Final[dict[Phase, int]] = {
    "reveal": 1_500,
    "validation": 900,
    "deduction": 300,
    "placement": 600,
    "resolution": 600,
    "payouts": 500,
    "decay": 500,
    "death_check": 300,
    "victory_check": 600,
    "energy": 300,
}
"""Milliseconds to look at what a phase has changed."""


def phase_of(event: Event) -> Phase:
    """The phase in which the event happens; drafting counts as selection."""
    if isinstance(event, Struck):
        return "resolution" if event.source == "card" else "payouts"
    return _PHASES.get(type(event), "selection")


def turn_motions(events: Sequence[Event]) -> list[tuple[Motion, ...]]:
    """For each event, what moves, phase by phase."""
    moving, start = list[tuple[Motion, ...]](), 0
    for phase, group in groupby(events, phase_of):
        end = start
        for event in group:
            moving.append(delay(motions(event), end if phase in _IN_TURN else start))
            end = max(end, beat_count(moving[-1]))
        if phase in _PAUSES and end > start:
            moving[-1] += (Motion("pause", "", beat=end, milliseconds=_PAUSES[phase]),)
            end += 1
        start = end
    return moving


@singledispatch
def motions(event: Event) -> tuple[Motion, ...]:
    """What moves; nothing for events that only count."""
    return ()


@motions.register
def _(event: Picked) -> tuple[Motion, ...]:
    target = event.card.id if event.card else f"slot-{event.seat + 1}"
    vanish = (Motion("vanish", target),) if event.card else ()
    return (*vanish, Motion("say", target, text=AUTO)) if event.auto else vanish


@motions.register
def _(event: CardsDrawn) -> tuple[Motion, ...]:
    cards = event.cards or ()
    return tuple(Motion("appear", card.id, beat=beat) for beat, card in enumerate(cards))


@motions.register
def _(event: TurnBegan) -> tuple[Motion, ...]:
    text = f"Siege {event.siege}" if event.siege else f"Turn {event.turn}"
    return (Motion("say", "base-1", text=text),)


@motions.register
def _(event: Chosen) -> tuple[Motion, ...]:
    card = f"revealed-{event.seat + 1}"
    appear = Motion("appear", card)
    return (appear, Motion("say", card, text=AUTO)) if event.auto else (appear,)


@motions.register
def _(event: Changed) -> tuple[Motion, ...]:
    return (Motion("appear", f"revealed-{event.seat + 1}"),)


@motions.register
def _(event: Revealed) -> tuple[Motion, ...]:
    return (Motion("flip", f"revealed-{event.seat + 1}", text=event.face.name),)


@motions.register
def _(event: Judged) -> tuple[Motion, ...]:
    return (Motion("shake", f"revealed-{event.seat + 1}", text=_FAILURE[event.reason]),)


@motions.register
def _(event: Placed) -> tuple[Motion, ...]:
    number, name = event.seat + 1, event.face.name
    if event.face.subtype == "deflection":
        return (Motion("say", f"base-token-{number}", text=name),)
    place = "wall-token" if event.face.subtype == "wall" else "bot-token"
    return (Motion("appear", f"{place}-{number}", text=name),)


@motions.register
def _(event: Paid) -> tuple[Motion, ...]:
    return (Motion("say", f"energy-{event.seat + 1}", text=f"-{event.cost}"),)


@motions.register
def _(event: Struck) -> tuple[Motion, ...]:
    """First the shield is hit, then the base; then the bot is gone."""
    number, blows = event.seat + 1, [_leap(event)]
    if event.stopped_by:
        blows.append(Motion("say", f"base-token-{number}", text="Dodged!", beat=1))
    if event.absorbed:
        blows.append(Motion("hit", f"wall-token-{number}", text=f"-{event.absorbed}", beat=1))
    if event.wall_destroyed:
        blows.append(Motion("vanish", f"wall-token-{number}", beat=2))
    if event.damage:
        blows.append(Motion("hit", f"base-token-{number}", text=f"-{event.damage}", beat=2))
    if event.miner_killed:
        blows.append(Motion("vanish", f"bot-token-{number}", beat=3))
    return tuple(blows)


def _leap(event: Struck) -> Motion:
    """The attacking card or bot leaps at the shield or base that it hits, and back."""
    mine, theirs = 2 - event.seat, event.seat + 1  # ids count from 1; `seat` is the one hit
    token, place = ("revealed", "table") if event.source == "card" else ("bot-token", "bot")
    goal = f"{'wall' if event.absorbed else 'base'}-{theirs}"
    return Motion("slide", f"{token}-{mine}", (f"{place}-{mine}", goal, f"{place}-{mine}"))


@motions.register
def _(event: Ticked) -> tuple[Motion, ...]:
    text = "!" if event.paid else str(event.countdown)
    return (Motion("say", f"bot-token-{event.seat + 1}", text=text),)


@motions.register
def _(event: Repaired) -> tuple[Motion, ...]:
    say = Motion("say", f"wall-token-{event.seat + 1}", text=f"+ {event.hp}")
    return (say,) if event.hp else ()


@motions.register
def _(event: Decayed) -> tuple[Motion, ...]:
    return (Motion("say", f"wall-token-{event.seat + 1}", text=str(event.hp)),)


@motions.register
def _(event: WallFell) -> tuple[Motion, ...]:
    return (Motion("vanish", f"wall-token-{event.seat + 1}"),)


@motions.register
def _(event: Ended) -> tuple[Motion, ...]:
    payoffs = event.outcome.payoffs
    losers = [seat for seat, payoff in enumerate(payoffs) if payoff < 0]
    falls = tuple(Motion("fall", f"base-token-{seat + 1}") for seat in losers)
    # At the winner's base and without a seat: the page puts names into sentences, not into motions.
    base = f"base-{payoffs.index(WIN) + 1}" if WIN in payoffs else "base-1"
    text = "Victory!" if WIN in payoffs else event.outcome.message
    return (*falls, Motion("say", base, text=text, beat=1))
