"""How the game looks: two sides of a table, cards in hand, gauges, and what moves when."""

from typing import Final

from meadhall.core.game import Present
from meadhall.core.scene import Card as SceneCard
from meadhall.core.scene import Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat, seat_name
from meadhall.games.elemental_clash.cards import (
    CATEGORIES,
    DRAFT_ROUNDS,
    INTERVAL,
    KINDS,
    WALL_HP,
    Card,
    Category,
)
from meadhall.games.elemental_clash.events import Event
from meadhall.games.elemental_clash.motions import motions, tell
from meadhall.games.elemental_clash.notation import CARDS
from meadhall.games.elemental_clash.selection import choices, explain, faults
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    MAX_ENERGY,
    SEATS,
    SIEGE_TURNS,
    Action,
    Own,
    Pick,
    Play,
    Side,
    SideView,
    View,
)

LOW_HP: Final = 6
_PLACES: Final = (("base", "base"), ("wall", "shield"), ("bot", "bot"), ("table", "revealed card"))
_TITLES: Final[dict[Category, str]] = {
    "wall": "a Shield",
    "deflection": "a Dodge",
    "continuous": "a Blast",
    "projectile": "a Shot",
    "miner": "a Bot",
    "wildcard": "a wildcard",
}


def scene(view: View) -> Scene:
    """The whole table for one viewer."""
    drafting = view.round <= DRAFT_ROUNDS
    return Scene(
        headline=_headline(view),
        cells=tuple(cell for seat in SEATS for cell in _cells(view, seat)),
        tokens=() if drafting else tuple(t for seat in SEATS for t in _tokens(view, seat)),
        cards=_draft_cards(view) if drafting else _battle_cards(view),
        gauges=() if drafting else tuple(g for seat in SEATS for g in _gauges(view, seat)),
        notes=_notes(view),
    )


def gesture(action: Action) -> tuple[str, ...]:
    """One click on the card."""
    return (action.card.id,)


def reading(view: View, clicks: tuple[str, ...]) -> Action | None:
    """The card is meant to be taken in the draft and to be played in the battle."""
    card = CARDS.get(clicks[0])
    if card is None:
        return None
    return Pick(card) if view.stage == "draft" else Play(card)


def _headline(view: View) -> str:
    if view.outcome is not None:
        return view.outcome.message
    if view.stage == "draft":
        title = _TITLES[CATEGORIES[view.round - 1]]
        return f"Draft, round {view.round} of {DRAFT_ROUNDS}: take {title}"
    return f"Turn {view.turn}: {_waiting(view)}"


def _waiting(view: View) -> str:
    if view.viewer is None:
        return "both choose in secret"
    if view.sides[view.viewer].locked:
        return "your card lies face down; you may still change it"
    if not view.sides[view.viewer].hand_size:
        return "you have no cards left"
    return "choose a card"


def _notes(view: View) -> tuple[str, ...]:
    low = [
        f"Low HP: {seat_name(seat)} has {max(0, side.hp)} left."
        for seat, side in enumerate(view.sides)
        if side.hp <= LOW_HP
    ]
    siege = (
        [f"Siege, turn {view.siege} of {SIEGE_TURNS}: only bots fight on."] if view.siege else []
    )
    locked = [
        f"{seat_name(seat).capitalize()} has chosen."
        for seat, side in enumerate(view.sides)
        if side.locked
    ]
    return (*_last_turn(view), *siege, *low, *locked)


def _last_turn(view: View) -> tuple[str, ...]:
    words = {"played": "", "wasted": ", wasted", "unaffordable": ", not paid", "shown": ""}
    shown = enumerate(view.history[-1]) if view.history else ()
    return tuple(
        f"{seat_name(seat).capitalize()} showed {card.face.name}{words[card.verdict]}."
        for seat, card in shown
        if card is not None
    )


def _cells(view: View, seat: Seat) -> tuple[Cell, ...]:
    """A row of places for each side, the viewer's own nearer."""
    near = seat == (view.viewer or 0)
    return tuple(
        Cell(
            id=f"{place}-{seat + 1}",
            label=f"{label} of {seat_name(seat)}",
            x=1500 * column,
            y=1500 if near else 0,
            shape="square",
            kind=place,
            seat=seat,
        )
        for column, (place, label) in enumerate(_PLACES)
    )


def _tokens(view: View, seat: Seat) -> tuple[Token, ...]:
    side, number = view.sides[seat], seat + 1
    hp = max(0, side.hp)
    tokens = [
        _token(seat, "base", f"base of {seat_name(seat)}, {hp} HP", "Ba", badge=str(hp)),
    ]
    if side.wall is not None:
        label = f"shield of {seat_name(seat)}, {side.wall.hp} HP"
        tokens.append(_token(seat, "wall", label, "Wa", badge=str(side.wall.hp)))
    if side.miner is not None:
        kind, due = KINDS[side.miner.type], side.miner.countdown
        label = f"{kind.noun} of {seat_name(seat)}, {f'pays in {due}' if due else 'on guard'}"
        tokens.append(_token(seat, "bot", label, kind.glyph, badge=str(due or "")))
    shown = view.history[-1][seat] if view.history else None
    if shown is not None:
        kind = shown.face.kind
        label = f"{shown.face.name}, shown by {seat_name(seat)}"
        cell = f"table-{number}"
        tokens.append(
            Token(f"revealed-{number}", label, cell, kind.glyph, shown.face.subtype, seat)
        )
    return tuple(tokens)


def _token(seat: Seat, place: str, label: str, glyph: str, badge: str) -> Token:
    number = seat + 1
    return Token(f"{place}-token-{number}", label, f"{place}-{number}", glyph, place, seat, badge)


def _gauges(view: View, seat: Seat) -> tuple[Gauge, ...]:
    side, name, number = view.sides[seat], seat_name(seat), seat + 1
    low = side.hp <= LOW_HP
    gauges = [
        Gauge(
            f"hp-{number}",
            f"HP of {name}",
            max(0, side.hp),
            BASE_HP,
            "hp-low" if low else "hp",
            seat,
        ),
        Gauge(f"energy-{number}", f"energy of {name}", side.energy, MAX_ENERGY, "energy", seat),
    ]
    if side.wall is not None:
        label = f"shield of {name}"
        gauges.append(Gauge(f"shield-{number}", label, side.wall.hp, WALL_HP, "wall", seat))
    if side.miner is not None and side.miner.countdown:
        label = f"{KINDS[side.miner.type].noun} of {name}: turns to its payout"
        most = INTERVAL[side.miner.type]
        gauges.append(
            Gauge(f"countdown-{number}", label, side.miner.countdown, most, "countdown", seat)
        )
    return tuple(gauges)


def _draft_cards(view: View) -> tuple[SceneCard, ...]:
    """The offers, and six slots of which some are filled."""
    if view.own is None:
        return ()
    own = view.own
    done = own.choice is not None
    picked = (*own.picks, *((own.choice,) if own.choice else ()))
    offers = (
        _face_up(card, "offer", own.seat, "You have taken a card." if done else "", dimmed=done)
        for card in own.offers
    )
    slots = (
        SceneCard(
            id=f"slot-{number}",
            label=picked[number - 1].face.name
            if number <= len(picked)
            else f"slot {number}, empty",
            zone="slots",
            kind=picked[number - 1].subtype if number <= len(picked) else "",
            seat=own.seat,
        )
        for number in range(1, DRAFT_ROUNDS + 1)
    )
    return (*offers, *slots)


def _battle_cards(view: View) -> tuple[SceneCard, ...]:
    cards: list[SceneCard] = []
    for seat, side in enumerate(view.sides):
        if view.own is not None and view.own.seat == seat:
            cards += _own_hand(view.own, side)
        else:
            cards += _backs(seat, "hand", side.hand_size)
        cards += _backs(seat, "deck", side.deck_size)
    return tuple(cards)


def _backs(seat: Seat, zone: str, count: int) -> list[SceneCard]:
    return [
        SceneCard(
            f"{zone}-{seat + 1}-{place}", f"card in {zone} of {seat_name(seat)}", zone, "", seat
        )
        for place in range(1, count + 1)
    ]


def _own_hand(own: Own, seen: SideView) -> list[SceneCard]:
    """The own hand, each card that may not be chosen with the reasons why."""
    side = Side(seen.hp, seen.energy, seen.wall, seen.miner, hand=own.hand)
    legal = choices(side)
    cards = []
    for card in own.hand:
        reasons = " ".join(explain(fault, card, side.energy) for fault in faults(side, card))
        zone = "chosen" if card == own.choice else "hand"
        cards.append(_face_up(card, zone, own.seat, reasons, dimmed=card not in legal))
    return cards


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


PRESENT: Present[Action, Event, View] = Present(
    scene=scene,
    gesture=gesture,
    reading=reading,
    motions=motions,
    tell=tell,
    marks=("▲", "■"),
    colours=("#C62828", "#1565C0"),
)
