"""What each viewer may know: the public table and, for a seat, its own cards."""

from dataclasses import replace

from meadhall.core.seats import Seat, Viewer
from meadhall.games.elemental_clash.cards import WILDCARD_ROUND
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.events import CardsDrawn, Changed, Chosen, Event, Picked
from meadhall.games.elemental_clash.types import SEATS, Action, Own, SideView, State, View


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know of the state."""
    return View(
        options=state.options,
        stage=state.stage,
        round=state.round,
        turn=state.turn,
        phase=state.phase,
        turn_state=state.turn_state,
        sides=tuple(_public_side(state, seat) for seat in SEATS),
        history=state.history,
        siege=state.siege,
        outcome=state.outcome,
        own=None if viewer is None else _own_cards(state, viewer),
    )


def _public_side(state: State, seat: Seat) -> SideView:
    side = state.sides[seat]
    return SideView(
        hp=side.hp,
        energy=side.energy,
        wall=side.wall,
        miner=side.miner,
        hand_size=len(side.hand),
        deck_size=side.deck_size,
        locked=state.sealed.have_chosen()[seat],
    )


def _own_cards(state: State, seat: Seat) -> Own:
    side, drafting = state.sides[seat], state.stage == "draft"
    return Own(
        seat=seat,
        offers=draft.offers(state.round, state.wildcards) if drafting else (),
        wildcards=state.wildcards if state.round >= WILDCARD_ROUND else (),
        picks=state.picks[seat],
        choice=state.sealed.choice(seat),
        hand=side.hand,
        # Listed in draft order: the order of `side.deck` would give away the next cards.
        unseen=tuple(card for card in state.picks[seat] if card in side.deck),
        under=side.under,
    )


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """The event without what only its seat may know; `None` if the viewer may not know of it."""
    match event:
        case Picked() | Chosen() if event.seat != viewer:
            return replace(event, card=None)
        case CardsDrawn() if event.seat != viewer:
            return replace(event, cards=None)
        # Others know that a choice was made, but never that it was changed (E3).
        case Changed() if event.seat != viewer:
            return None
        case _:
            return event


def view_sealed(action: Action) -> None:
    """What others may know of a choice before it is revealed: nothing."""
