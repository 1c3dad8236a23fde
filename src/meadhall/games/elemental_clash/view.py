"""What each seat may know: the public table, and of its own cards everything but the order."""

from dataclasses import replace

from meadhall.core.seats import Seat, Viewer
from meadhall.games.elemental_clash import draft
from meadhall.games.elemental_clash.cards import WILDCARD_ROUND
from meadhall.games.elemental_clash.events import Changed, Chosen, Drew, Event, Picked
from meadhall.games.elemental_clash.types import SEATS, Own, SideView, State, View


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know of the state."""
    return View(
        options=state.options,
        stage=state.stage,
        round=state.round,
        turn=state.turn,
        phase=state.phase,
        turn_state=state.turn_state,
        sides=tuple(_public(state, seat) for seat in SEATS),
        history=state.history,
        siege=state.siege,
        outcome=state.outcome,
        own=None if viewer is None else _own(state, viewer),
    )


def _public(state: State, seat: Seat) -> SideView:
    side = state.sides[seat]
    return SideView(
        hp=side.hp,
        energy=side.energy,
        wall=side.wall,
        miner=side.miner,
        hand_size=len(side.hand),
        deck_size=side.deck_size,
        locked=state.sealed.locked()[seat],
    )


def _own(state: State, seat: Seat) -> Own:
    side, drafting = state.sides[seat], state.stage == "draft"
    return Own(
        seat=seat,
        offers=draft.offers(state.round, state.wildcards) if drafting else (),
        wildcards=state.wildcards if state.round >= WILDCARD_ROUND else (),
        picks=state.picks[seat],
        choice=state.sealed.choice(seat),
        hand=side.hand,
        unseen=tuple(card for card in state.picks[seat] if card in side.deck),
        under=side.under,
    )


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """The event without what only its seat may know."""
    match event:
        case Picked() | Chosen() if event.seat != viewer:
            return replace(event, card=None)
        case Drew() if event.seat != viewer:
            return replace(event, cards=None)
        case Changed() if event.seat != viewer:
            return None
        case _:
            return event
