"""What is seen and said of each event: a card flips, a blow lands, a shield falls."""

from functools import singledispatch
from typing import Final

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat, seat_name
from meadhall.games.elemental_clash.cards import CATEGORIES, KINDS
from meadhall.games.elemental_clash.events import (
    Changed,
    Chosen,
    Decayed,
    Drew,
    Ended,
    Event,
    Judged,
    Offered,
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

AUTO: Final = "AUTO-SELECTED!"
_WHY: Final = {
    "NOT_ENOUGH_ENERGY": "cannot be paid",
    "WALL_STANDS": "is wasted: a shield stands already",
    "MINER_STANDS": "is wasted: a bot is at work already",
}


@singledispatch
def motions(event: Event) -> tuple[Motion, ...]:
    """What moves; most bookkeeping moves nothing."""
    return ()


@singledispatch
def tell(event: Event) -> str:
    """The event as a sentence."""
    raise TypeError(f"no words for {event!r}")


def _who(seat: Seat) -> str:
    return seat_name(seat).capitalize()


@motions.register
def _(event: Picked) -> tuple[Motion, ...]:
    target = event.card.id if event.card else f"slot-{event.seat + 1}"
    gone = (Motion("vanish", target),) if event.card else ()
    return (*gone, Motion("say", target, text=AUTO)) if event.auto else gone


@tell.register
def _(event: Picked) -> str:
    what = event.card.face.name if event.card else "a card"
    return f"{_who(event.seat)} takes {what}.{f' {AUTO}' if event.auto else ''}"


@tell.register
def _(event: Offered) -> str:
    return f"Draft round {event.round}: {CATEGORIES[event.round - 1]}."


@motions.register
def _(event: Drew) -> tuple[Motion, ...]:
    cards = event.cards or ()
    return tuple(Motion("appear", card.id, beat=beat) for beat, card in enumerate(cards))


@tell.register
def _(event: Drew) -> str:
    named = ", ".join(card.face.name for card in event.cards or ())
    plain = "a card" if event.count == 1 else f"{event.count} cards"
    return f"{_who(event.seat)} draws {named or plain}."


@motions.register
def _(event: TurnBegan) -> tuple[Motion, ...]:
    text = f"Siege {event.siege}" if event.siege else f"Turn {event.turn}"
    return (Motion("say", "base-1", text=text),)


@tell.register
def _(event: TurnBegan) -> str:
    energies = " and ".join(map(str, event.energy))
    what = f"Siege turn {event.siege}" if event.siege else f"Turn {event.turn}"
    return f"{what}: energy {energies}."


@motions.register
def _(event: Chosen) -> tuple[Motion, ...]:
    target = event.card.id if event.card else f"table-{event.seat + 1}"
    laid = Motion("slide", target, (f"table-{event.seat + 1}",))
    return (laid, Motion("say", target, text=AUTO)) if event.auto else (laid,)


@tell.register
def _(event: Chosen) -> str:
    what = event.card.face.name if event.card else "a card"
    return f"{_who(event.seat)} lays {what} face down.{f' {AUTO}' if event.auto else ''}"


@motions.register
def _(event: Changed) -> tuple[Motion, ...]:
    return (Motion("slide", event.card.id, (f"table-{event.seat + 1}",)),)


@tell.register
def _(event: Changed) -> str:
    return f"{_who(event.seat)} changes to {event.card.face.name}."


@motions.register
def _(event: Revealed) -> tuple[Motion, ...]:
    return (Motion("flip", f"revealed-{event.seat + 1}", text=event.face.name),)


@tell.register
def _(event: Revealed) -> str:
    return f"{_who(event.seat)} reveals {event.face.name}."


@motions.register
def _(event: Judged) -> tuple[Motion, ...]:
    return (Motion("shake", f"revealed-{event.seat + 1}", text=event.reason),)


@tell.register
def _(event: Judged) -> str:
    stays = "" if event.lost else " and stays in hand"
    return f"{event.face.name} of {seat_name(event.seat)} {_WHY[event.reason]}{stays}."


@tell.register
def _(event: Paid) -> str:
    return f"{_who(event.seat)} pays {event.cost}; {event.energy} energy left."


@motions.register
def _(event: Placed) -> tuple[Motion, ...]:
    places = {"wall": "wall-token", "deflection": "base-token"}
    place = places.get(event.face.subtype, "bot-token")
    return (Motion("appear", f"{place}-{event.seat + 1}", text=event.face.name),)


@tell.register
def _(event: Placed) -> str:
    verb = "is ready to dodge with" if event.face.subtype == "deflection" else "puts up"
    return f"{_who(event.seat)} {verb} {event.face.name}."


@motions.register
def _(event: Struck) -> tuple[Motion, ...]:
    """First the shield takes its share, then the base, then what dies is gone."""
    number, found = event.seat + 1, [_leap(event)]
    if event.stopped_by:
        found.append(Motion("say", f"base-token-{number}", text="Dodged!", beat=1))
    if event.absorbed:
        found.append(Motion("hit", f"wall-token-{number}", text=f"-{event.absorbed}", beat=1))
    if event.wall_destroyed:
        found.append(Motion("vanish", f"wall-token-{number}", beat=2))
    if event.damage:
        found.append(Motion("hit", f"base-token-{number}", text=f"-{event.damage}", beat=2))
    if event.miner_killed:
        found.append(Motion("vanish", f"bot-token-{number}", beat=3))
    return tuple(found)


def _leap(event: Struck) -> Motion:
    """The card or bot that strikes leaps at what stands before it, and back."""
    mine, theirs = 2 - event.seat, event.seat + 1
    token, place = ("revealed", "table") if event.source == "card" else ("bot-token", "bot")
    goal = f"{'wall' if event.absorbed else 'base'}-{theirs}"
    return Motion("slide", f"{token}-{mine}", (f"{place}-{mine}", goal, f"{place}-{mine}"))


@tell.register
def _(event: Struck) -> str:
    whose = "bot" if event.source == "miner" else "card"
    noun = KINDS[event.attack].noun
    name = seat_name(event.seat)
    if event.stopped_by:
        by = "bot" if event.stopped_by == "deflection_miner" else "dodge"
        return f"{noun} from a {whose} at {name}: stopped by a {by}."
    parts = [f"{event.reduced} dodged"] if event.reduced else []
    parts += [f"{event.absorbed} taken by the shield"] if event.absorbed else []
    parts += ["the shield breaks"] if event.wall_destroyed else []
    parts += [f"{event.damage} to the base, {max(0, event.hp)} HP left"] if event.damage else []
    parts += ["the bot dies"] if event.miner_killed else []
    return f"{noun} from a {whose} at {name}: {', '.join(parts)}."


@motions.register
def _(event: Ticked) -> tuple[Motion, ...]:
    text = "!" if event.paid else str(event.countdown)
    return (Motion("say", f"bot-token-{event.seat + 1}", text=text),)


@tell.register
def _(event: Ticked) -> str:
    name = f"{KINDS[event.miner].noun} of {seat_name(event.seat)}"
    return f"{name} pays out." if event.paid else f"{name} pays in {event.countdown}."


@motions.register
def _(event: Repaired) -> tuple[Motion, ...]:
    mended = (Motion("say", f"wall-token-{event.seat + 1}", text=f"+ {event.hp}"),)
    return mended if event.hp else ()


@tell.register
def _(event: Repaired) -> str:
    done = f"shield is back to {event.hp}" if event.hp else "bot finds no shield to repair"
    return f"{_who(event.seat)}'s {done}."


@motions.register
def _(event: Decayed) -> tuple[Motion, ...]:
    return (Motion("say", f"wall-token-{event.seat + 1}", text=str(event.hp)),)


@tell.register
def _(event: Decayed) -> str:
    return f"The shield of {seat_name(event.seat)} wears down to {event.hp}."


@motions.register
def _(event: WallFell) -> tuple[Motion, ...]:
    return (Motion("vanish", f"wall-token-{event.seat + 1}"),)


@tell.register
def _(event: WallFell) -> str:
    return f"The shield of {seat_name(event.seat)} is gone."


@motions.register
def _(event: Ended) -> tuple[Motion, ...]:
    lost = [seat for seat, payoff in enumerate(event.outcome.payoffs) if payoff < 0]
    falls = tuple(Motion("fall", f"base-token-{seat + 1}") for seat in lost)
    return (*falls, Motion("say", "base-1", text=event.outcome.message, beat=1))


@tell.register
def _(event: Ended) -> str:
    return event.outcome.message
