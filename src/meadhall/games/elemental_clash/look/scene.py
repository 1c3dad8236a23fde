"""The scene: two sides of a table, cards, gauges and notes."""

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from meadhall.core.scene import LAYERS, Cell, Gauge, Scene, Token
from meadhall.core.scene import Card as SceneCard
from meadhall.core.seats import Seat, seat_name
from meadhall.games.elemental_clash.cards import (
    DRAFT_ROUNDS,
    INTERVAL,
    KINDS,
    WALL_HP,
    Card,
    Face,
)
from meadhall.games.elemental_clash.look.words import (
    capital,
    countdown,
    offer_name,
    offer_note,
    result_sentence,
)
from meadhall.games.elemental_clash.rules.selection import choices, explain, faults
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    ENDLESS_TURNS,
    MAX_ENERGY,
    SEATS,
    SIEGE_TURNS,
    Miner,
    Own,
    Side,
    Verdict,
    View,
    Wall,
)
from meadhall.kit.identity_cache import identity_cache

GOAL: Final = "Bring the enemy base down to 0 HP before your own falls."
LOW_HP: Final = 6
"""At this HP and below, the scene warns the player."""

_VERBS: Final[dict[Verdict, str]] = {
    "shown": "showed",
    "played": "played",
    "wasted": "wasted",
    "unaffordable": "could not pay for",
}
_PLACES: Final = (("base", "base"), ("wall", "shield"), ("bot", "bot"), ("table", "revealed card"))


def scene(view: View) -> Scene:
    """The table for one viewer."""
    return draw(view, _headline(view))


def draw(view: View, headline: str) -> Scene:
    """The table for one viewer, under this headline."""
    # Not by stage: a match that was left in the draft is over, but it has no battle to show.
    drafting = view.round <= DRAFT_ROUNDS
    return Scene(
        headline=headline,
        # In the draft there is no field yet. A spectator sees it from seat 1.
        cells=() if drafting else _cells(view.viewer or 0),
        tokens=() if drafting else _tokens(view),
        cards=_draft_cards(view.own) if drafting else _battle_cards(view),
        gauges=(_length(view),) if drafting else (_length(view), *_gauges(view)),
        notes=_notes(view),
        task=_task(view),
        goal=GOAL,
        homes=_homes(view.viewer or 0),
    )


def _headline(view: View) -> str:
    if view.outcome is not None:
        return result_sentence(view.outcome)
    if view.stage == "draft":
        picked = view.own is not None and view.own.choice is not None
        doing = "you have picked" if picked else f"pick {offer_name(view.round)}"
        return f"Draft, round {view.round} of {DRAFT_ROUNDS}: {doing}"
    return f"Turn {view.turn}: {_doing(view)}"


def _task(view: View) -> str:
    """What a player who is to act does."""
    if view.stage == "draft":
        return f"Pick {offer_name(view.round)} for your deck. {offer_note(view.round)}".rstrip()
    choose = f"Turn {view.turn}: choose a card to play face down."
    return f"{choose} Both players reveal at once."


def _doing(view: View) -> str:
    """What the viewer does in this turn."""
    if view.viewer is None:
        return "both players choose in secret"
    if view.sides[view.viewer].locked:
        return "your card is face down; you can still change it"
    if not view.sides[view.viewer].hand_size:
        return "you have no cards left"
    return "choose a card"


def _notes(view: View) -> tuple[str, ...]:
    low = [
        f"Low HP: {seat_name(seat)} has {max(0, side.hp)} left."
        for seat, side in enumerate(view.sides)
        if side.hp <= LOW_HP
    ]
    siege = [f"Siege, turn {view.siege} of {SIEGE_TURNS}: only bots fight."] if view.siege else []
    locked = [f"{capital(seat)} has chosen." for seat, side in enumerate(view.sides) if side.locked]
    return (*_last_turn(view), *siege, *low, *locked)


def _last_turn(view: View) -> tuple[str, ...]:
    shown = enumerate(view.history[-1]) if view.history else ()
    return tuple([_card_note(seat, card.verdict, card.face) for seat, card in shown if card])


@lru_cache(LAYERS)
def _card_note(seat: Seat, verdict: Verdict, face: Face) -> str:
    return f"{capital(seat)} {_VERBS[verdict]} {face.name}."


# Parts are kept by what they show. So a scene has the same objects as the one before it wherever
# nothing has changed.
@cache
def _cells(near: Seat) -> tuple[Cell, ...]:
    """A row of places for each side; the row of the seat `near` is the near one."""
    return tuple(
        Cell(
            id=f"{place}-{seat + 1}",
            label=f"{label} of {seat_name(seat)}",
            x=1500 * column,
            y=_row(seat, near),
            shape="square",
            kind=place,
            seat=seat,
        )
        for seat in SEATS
        for column, (place, label) in enumerate(_PLACES)
    )


def _row(seat: Seat, near: Seat) -> int:
    return 1500 if seat == near else 0


@cache
def _homes(near: Seat) -> tuple[tuple[int, int], ...]:
    return tuple((2250, _row(seat, near)) for seat in SEATS)


def _tokens(view: View) -> tuple[Token, ...]:
    tokens: list[Token] = []
    for seat, side in enumerate(view.sides):
        tokens += _side_tokens(seat, max(0, side.hp), side.wall, side.miner)
        shown = view.history[-1][seat] if view.history else None
        if side.locked:
            tokens.append(_face_down(seat))
        elif shown is not None:
            tokens.append(_table_token(seat, shown.face))
    return tuple(tokens)


@lru_cache(LAYERS)
def _side_tokens(seat: Seat, hp: int, wall: Wall | None, miner: Miner | None) -> tuple[Token, ...]:
    tokens = [
        _token(seat, "base", f"base of {seat_name(seat)}, {hp} HP", "Ba", badge=str(hp)),
    ]
    if wall is not None:
        label = f"shield of {seat_name(seat)}, {wall.hp} HP"
        tokens.append(_token(seat, "wall", label, "Wa", badge=str(wall.hp)))
    if miner is not None:
        kind, due = KINDS[miner.type], miner.countdown
        doing = countdown(miner.type, due) if due else "on guard"
        label = f"{kind.noun} of {seat_name(seat)}, {doing}"
        tokens.append(_token(seat, "bot", label, kind.glyph, badge=str(due or "")))
    return tuple(tokens)


@cache
def _face_down(seat: Seat) -> Token:
    label, number = f"chosen card of {seat_name(seat)}, face down", seat + 1
    return Token(f"revealed-{number}", label, f"table-{number}", "?", "back", seat)


@lru_cache(LAYERS)
def _table_token(seat: Seat, face: Face) -> Token:
    label, cell = f"{face.name}, shown by {seat_name(seat)}", f"table-{seat + 1}"
    return Token(f"revealed-{seat + 1}", label, cell, face.kind.glyph, face.subtype, seat)


@lru_cache(LAYERS)
def _token(seat: Seat, place: str, label: str, glyph: str, badge: str) -> Token:
    number = seat + 1
    return Token(f"{place}-token-{number}", label, f"{place}-{number}", glyph, place, seat, badge)


def _length(view: View) -> Gauge:
    """How far the match is, and what comes when that part of it is over."""
    if view.round <= DRAFT_ROUNDS:
        return _gauge(
            "length", "Draft round", view.round, DRAFT_ROUNDS, "round", then="then battle"
        )
    if view.siege:
        return _gauge("length", "Siege turn", view.siege, SIEGE_TURNS, "round", then=_MORE_HP)
    if view.options.endless:
        return _gauge("length", "Turn", view.turn, ENDLESS_TURNS, "round", then=_MORE_HP)
    cards = len(SEATS) * DRAFT_ROUNDS
    held = sum(side.hand_size + side.deck_size for side in view.sides)
    return _gauge("length", "Cards played", cards - held, cards, "round", then=_MORE_HP)


_MORE_HP: Final = "then the base with more HP wins"


def _gauges(view: View) -> tuple[Gauge, ...]:
    gauges: list[Gauge] = []
    for seat, side in enumerate(view.sides):
        gauges += _side_gauges(seat, max(0, side.hp), side.energy, side.wall, side.miner)
    return tuple(gauges)


@lru_cache(LAYERS)
def _side_gauges(
    seat: Seat, hp: int, energy: int, wall: Wall | None, miner: Miner | None
) -> tuple[Gauge, ...]:
    name, number = seat_name(seat), seat + 1
    life = "hp-low" if hp <= LOW_HP else "hp"
    gauges = [
        _gauge(f"hp-{number}", f"HP of {name}", hp, BASE_HP, life, seat),
        _gauge(f"energy-{number}", f"energy of {name}", energy, MAX_ENERGY, "energy", seat),
    ]
    if wall is not None:
        gauges.append(
            _gauge(f"shield-{number}", f"shield of {name}", wall.hp, WALL_HP, "wall", seat)
        )
    if miner is not None and miner.countdown:
        verb = countdown(miner.type, 0)
        label = f"{KINDS[miner.type].noun} of {name}: turns until it {verb}"
        most = INTERVAL[miner.type]
        gauges.append(
            _gauge(f"countdown-{number}", label, miner.countdown, most, "countdown", seat)
        )
    return tuple(gauges)


_gauge = lru_cache(LAYERS)(Gauge)


def _draft_cards(own: Own | None) -> tuple[SceneCard, ...]:
    """The offers, and six slots for the picks."""
    if own is None:
        return ()
    done = own.choice is not None
    picks = (*own.picks, *((own.choice,) if own.choice else ()))
    reason = "You have already picked a card." if done else ""
    offers = [_face_up(card, "offer", own.seat, reason, dimmed=done) for card in own.offers]
    filled = [_slot(own.seat, number, card) for number, card in enumerate(picks, 1)]
    empty = [_slot(own.seat, number, None) for number in range(len(picks) + 1, DRAFT_ROUNDS + 1)]
    return (*offers, *filled, *empty)


@lru_cache(LAYERS)
def _slot(seat: Seat, number: int, card: Card | None) -> SceneCard:
    label = card.face.name if card else f"slot {number}, empty"
    kind = card.subtype if card else ""
    return SceneCard(f"slot-{number}", label, zone="slots", kind=kind, seat=seat)


def _battle_cards(view: View) -> tuple[SceneCard, ...]:
    cards: list[SceneCard] = []
    for seat, side in enumerate(view.sides):
        if view.own is not None and view.own.seat == seat:
            own, walled, mined = view.own, side.wall is not None, side.miner is not None
            cards += _own_hand(seat, own.hand, own.choice, side.energy, walled, mined)
        else:
            cards += _backs(seat, "hand", side.hand_size)
        cards += _backs(seat, "deck", side.deck_size)
    return tuple(cards)


@cache
def _backs(seat: Seat, zone: str, count: int) -> tuple[SceneCard, ...]:
    return tuple(_back(seat, zone, place) for place in range(1, count + 1))


@cache
def _back(seat: Seat, zone: str, place: int) -> SceneCard:
    label = f"card in {zone} of {seat_name(seat)}"
    return SceneCard(f"{zone}-{seat + 1}-{place}", label, zone, "", seat)


# Which cards may be chosen depends on whether a shield and a bot stand, not on their HP and turns.
# So a hand is the same object as long as it shows the same.
_ANY_WALL: Final = Wall(WALL_HP, "earth", 1)
_ANY_MINER: Final = Miner("repair_miner", 1, 1)


@identity_cache(LAYERS)
def _own_hand(
    seat: Seat, hand: tuple[Card, ...], choice: Card | None, energy: int, *standing: bool
) -> tuple[SceneCard, ...]:
    """The viewer's hand; a card that may not be chosen is dimmed and says why."""
    walled, mined = standing
    wall, miner = _ANY_WALL if walled else None, _ANY_MINER if mined else None
    side = Side(energy=energy, wall=wall, miner=miner, hand=hand)
    legal = choices(side)
    cards = []
    for card in hand:
        reasons = " ".join(explain(fault, card, energy) for fault in faults(side, card))
        face_up = _face_up(card, "hand", seat, reasons, dimmed=card not in legal)
        cards.append(replace(face_up, chosen=True) if card == choice else face_up)
    return tuple(cards)


@lru_cache(LAYERS)
def _face_up(card: Card, zone: str, seat: Seat, reasons: str, *, dimmed: bool) -> SceneCard:
    kind = KINDS[card.subtype]
    effect = f"{kind.effect[0].upper()}{kind.effect[1:]}."
    return SceneCard(
        id=card.id,
        label=f"{card.face.name}, {kind.noun}"
        if kind.noun not in card.face.name
        else card.face.name,
        zone=zone,
        kind=card.subtype,
        seat=seat,
        detail=f"{effect} {reasons}".strip(),
        cost=kind.cost,
        dimmed=dimmed,
    )
