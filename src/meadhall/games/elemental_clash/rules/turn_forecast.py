"""What a turn would bring if both sides played these cards, as far as the table shows it."""

from collections.abc import Mapping

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import FACES, SUBTYPES, Card, Face, Subtype
from meadhall.games.elemental_clash.rules.phases import STEPS
from meadhall.games.elemental_clash.rules.selection import faults
from meadhall.games.elemental_clash.rules.transitions import PHASES
from meadhall.games.elemental_clash.types import SEATS, Side, SideView, State, View
from meadhall.kit.sealed import Sealed

_RESOLVING = PHASES[PHASES.index("reveal") : PHASES.index("victory_check")]
"""From the chosen cards to what is left of both sides. Hands are refilled later, from unknown
decks."""
_FACE_OF: Mapping[Subtype, Face] = {
    subtype: next(face for face in FACES if face.subtype == subtype) for subtype in SUBTYPES
}
"""A card of each kind. Elements make no difference."""


def possible_answers(view: View, seat: Seat) -> list[Subtype]:
    """The kinds of cards that would work for the seat now, whether it holds them or not.

    None if its hand is empty. In the draft, hands are still to come, and all work.
    """
    public = view.sides[seat]
    if view.stage != "draft" and not public.hand_size:
        return []
    cards = [Card(face, 1) for face in _FACE_OF.values()]
    return [card.subtype for card in cards if not faults(side_with(public, card), card)]


def forecast_turn(
    view: View, seat: Seat, face: Face | None, answer: Subtype | None
) -> tuple[Side, ...]:
    """Both sides at the end of the turn if the seat plays the card and the other side an answer.

    `None` stands for no card. The phases of the rules play the turn.
    """
    faces = {seat: face, 1 - seat: _FACE_OF[answer] if answer else None}
    cards = {s: Card(one, 1) if (one := faces[s]) else None for s in SEATS}
    state = State(
        view.options,
        Rng("forecast"),
        wildcards=(),
        stage="battle",
        sealed=Sealed(tuple(cards[s] for s in SEATS)),
        turn=view.turn,
        phase="selection",
        turn_state="locked",
        sides=tuple(side_with(view.sides[s], cards[s]) for s in SEATS),
        siege=view.siege,
    )
    for phase in _RESOLVING:
        state = STEPS[phase](state).state
    return state.sides


def side_with(public: SideView, card: Card | None) -> Side:
    """The side as everybody sees it, with the card as its hand."""
    return Side(public.hp, public.energy, public.wall, public.miner, hand=(card,) if card else ())
