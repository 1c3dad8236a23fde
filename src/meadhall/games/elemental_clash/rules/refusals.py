"""Why a seat cannot do something, in words for its player."""

from typing import Final

from meadhall.core.refusal import NOT_AN_ACTION, Refusal
from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Card, Face
from meadhall.games.elemental_clash.rules import draft
from meadhall.games.elemental_clash.rules.selection import choices, explain, faults
from meadhall.games.elemental_clash.types import SEATS, Action, Auto, Pick, Play, State

NO_SUCH_SEAT: Final = Refusal("NO_SUCH_SEAT", f"This game has {len(SEATS)} seats.")


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can."""
    if not _is_action(action):
        return NOT_AN_ACTION
    if seat not in SEATS:  # -1 would silently mean the last seat
        return NO_SUCH_SEAT
    if state.stage == "game_over":
        return Refusal("GAME_OVER", "The match is over.", clause="The end")
    if isinstance(action, Auto) and state.sealed.choice(seat) is not None:
        return Refusal("ALREADY_CHOSEN", "You have already chosen a card.", clause="Choosing")
    if state.stage == "draft":
        return _draft_refusal(state, seat, action)
    return _battle_refusal(state, seat, action)


def _is_action(candidate: object) -> bool:
    """Whether it is one of the game's actions and holds a card."""
    if not isinstance(candidate, Pick | Play | Auto):
        return False
    card: object = candidate.card  # the annotation of the field promises nothing at run time
    return isinstance(card, Card) and isinstance(card.face, Face)


def _draft_refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if isinstance(action, Play):
        return Refusal("STILL_DRAFTING", "The battle has not begun yet.", clause="The draft")
    if state.sealed.choice(seat) is not None:
        return Refusal("ALREADY_PICKED", "You cannot take a pick back.", clause="The draft")
    if action.card not in draft.offers(state.round, state.wildcards):
        return Refusal(
            "NOT_OFFERED",
            f"{action.card.face.name} is not on offer in round {state.round}.",
            (action.card.id,),
            "The draft",
        )
    return None


def _battle_refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if isinstance(action, Pick):
        return Refusal("DRAFT_OVER", "The draft is over.", clause="The draft")
    side = state.sides[seat]
    if not side.hand:
        return Refusal("NO_CARDS", "You have no cards left.", clause="Choosing")
    legal = choices(side)
    if action.card in legal:
        return None
    # Never empty: a card in hand that can be paid for and works is legal.
    reasons = faults(side, action.card)
    sentences = [explain(fault, action.card, side.energy) for fault in reasons]
    # A legal card costs too much only when no card can be paid for.
    if legal[0].cost > side.energy:
        sentences.append(f"You cannot pay for any card, so you must show {legal[0].face.name}.")
    return Refusal(reasons[0], " ".join(sentences), (action.card.id,), "Choosing")
