"""Events and endings as sentences. They name seats; the page replaces `seat 1` by the player."""

from functools import singledispatch
from typing import Final

from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import WIN, Finished
from meadhall.games.elemental_clash.cards import CATEGORIES, KINDS, Category, MinerType, faces_in
from meadhall.games.elemental_clash.rules.events import (
    CardsDrawn,
    Changed,
    Chosen,
    Decayed,
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
from meadhall.games.elemental_clash.types import ENDLESS_TURNS, Action, Pick, Result

AUTO: Final = "AUTO-SELECTED!"
"""The author's words for what the clock chose."""

_OFFERS: Final[dict[Category, str]] = {
    "wall": "a Shield",
    "deflection": "a Dodge",
    "continuous": "a Blast",
    "projectile": "a Shot",
    "miner": "a Bot",
    "wildcard": "a wildcard",
}
_BY_HP: Final = {
    "exhaustion": "all cards are played",
    "turnLimit": f"{ENDLESS_TURNS} turns are over",
}
"""The endings in which HP decide."""


def capital(seat: Seat) -> str:
    """The seat's name at the start of a sentence."""
    return seat_name(seat).capitalize()


def offer_name(round_: int) -> str:
    """What the draft round offers."""
    return _OFFERS[CATEGORIES[round_ - 1]]


def offer_note(round_: int) -> str:
    """That the choice does not matter, in rounds whose cards all have the same effect."""
    category = CATEGORIES[round_ - 1]
    if category == "wildcard" or len({face.subtype for face in faces_in(category)}) > 1:
        return ""
    return "All four do the same. Only their looks differ."


def countdown(miner: MinerType, turns: int) -> str:
    """What the bot does in this number of turns; 0 is now."""
    verb = "repairs" if miner == "repair_miner" else "fires"
    return f"{verb} in {turns} turn{'' if turns == 1 else 's'}" if turns else verb


def result_sentence(outcome: Result) -> str:
    """How the match ended; in the author's words where both bases fell or somebody left."""
    if outcome.reason in ("doubleLoss", "left"):
        return outcome.message
    return ending(Finished(outcome.payoffs, outcome.reason))


def ending(result: Finished) -> str:
    """How the match ended, and why."""
    if result.reason == "doubleLoss":
        return "Nobody wins: both bases fell in the same turn."
    if WIN not in result.payoffs:
        return f"Draw: {_BY_HP[result.reason]}, and both bases have the same HP."
    winner = result.payoffs.index(WIN)
    if result.reason == "base":
        return f"{capital(winner)} wins: the base of {seat_name(1 - winner)} has fallen."
    return f"{capital(winner)} wins: {_BY_HP[result.reason]}, and their base has more HP."


def phrase(action: Action) -> str:
    """The action in a few words: `pick Fire Shield`."""
    return f"{'pick' if isinstance(action, Pick) else 'play'} {action.card.face.name}"


@singledispatch
def sentence(event: Event) -> str:
    """The event as a sentence for the log."""
    raise TypeError(f"no sentence for {event!r}")


@sentence.register
def _(event: Picked) -> str:
    what = event.card.face.name if event.card else "a card"
    return f"{capital(event.seat)} picks {what}.{f' {AUTO}' if event.auto else ''}"


@sentence.register
def _(event: Offered) -> str:
    return f"Draft round {event.round}: pick {offer_name(event.round)}."


@sentence.register
def _(event: CardsDrawn) -> str:
    names = ", ".join(card.face.name for card in event.cards or ())
    count = "a card" if event.count == 1 else f"{event.count} cards"
    return f"{capital(event.seat)} draws {names or count}."


@sentence.register
def _(event: TurnBegan) -> str:
    energies = " and ".join(map(str, event.energy))
    what = f"Siege turn {event.siege}" if event.siege else f"Turn {event.turn}"
    return f"{what}: energy {energies}."


@sentence.register
def _(event: Chosen) -> str:
    what = event.card.face.name if event.card else "a card"
    return f"{capital(event.seat)} chooses {what}.{f' {AUTO}' if event.auto else ''}"


@sentence.register
def _(event: Changed) -> str:
    return f"{capital(event.seat)} switches to {event.card.face.name}."


@sentence.register
def _(event: Revealed) -> str:
    return f"{capital(event.seat)} reveals {event.face.name}."


@sentence.register
def _(event: Judged) -> str:
    who, name = capital(event.seat), event.face.name
    if event.reason == "NOT_ENOUGH_ENERGY":
        return f"{who} cannot pay for {name} and {'loses' if event.lost else 'keeps'} it."
    what = "shield" if event.reason == "WALL_STANDS" else "bot"
    return f"{who} wastes {name}: their {what} is still there."


@sentence.register
def _(event: Paid) -> str:
    return f"{capital(event.seat)} pays {event.cost} energy and has {event.energy} left."


@sentence.register
def _(event: Placed) -> str:
    verb = "is ready to dodge with" if event.face.subtype == "deflection" else "puts up"
    return f"{capital(event.seat)} {verb} {event.face.name}."


@sentence.register
def _(event: Struck) -> str:
    attacker, target = seat_name(1 - event.seat), seat_name(event.seat)
    weapon = KINDS[event.attack].noun + (" Bot" if event.source == "miner" else "")
    if event.stopped_by:
        shelter = KINDS[event.stopped_by].noun
        return f"{capital(event.seat)}'s {shelter} stops {attacker}'s {weapon}."
    parts = [f"{event.reduced} dodged"] if event.reduced else []
    parts += [f"{event.absorbed} absorbed by the shield"] if event.absorbed else []
    parts += ["the shield breaks"] if event.wall_destroyed else []
    parts += [f"{event.damage} to the base, {max(0, event.hp)} HP left"] if event.damage else []
    parts += ["the bot is destroyed"] if event.miner_killed else []
    return f"{attacker.capitalize()}'s {weapon} hits {target}: {', '.join(parts)}."


@sentence.register
def _(event: Ticked) -> str:
    turns = 0 if event.paid else event.countdown
    name = KINDS[event.miner].noun
    return f"{capital(event.seat)}'s {name} {countdown(event.miner, turns)}."


@sentence.register
def _(event: Repaired) -> str:
    owner = f"{capital(event.seat)}'s"
    if not event.hp:
        return f"{owner} Repair Bot has no shield to repair."
    return f"{owner} shield is back to {event.hp} HP."


@sentence.register
def _(event: Decayed) -> str:
    return f"{capital(event.seat)}'s shield wears down to {event.hp} HP."


@sentence.register
def _(event: WallFell) -> str:
    return f"{capital(event.seat)}'s shield is gone."


@sentence.register
def _(event: Ended) -> str:
    return result_sentence(event.outcome)
