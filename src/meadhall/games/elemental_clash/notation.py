"""Actions as text, such as `pick fire-wall-1` and `play ice-continuous-3`; the table as text."""

from collections.abc import Mapping
from typing import Final

from meadhall.core.game import Notation
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat, seat_name
from meadhall.games.elemental_clash.cards import (
    CATEGORIES,
    DRAFT_ROUNDS,
    WALL_HP,
    WILDCARD_ROUND,
    Card,
    faces_in,
)
from meadhall.games.elemental_clash.types import (
    BASE_HP,
    MAX_ENERGY,
    Action,
    Auto,
    Pick,
    Play,
    State,
    View,
)

VERBS: Final[Mapping[str, type[Pick | Play | Auto]]] = {"pick": Pick, "play": Play, "auto": Auto}
CARDS: Final[Mapping[str, Card]] = {
    card.id: card
    for round_ in range(1, DRAFT_ROUNDS + 1)
    for card in (Card(face, round_) for face in faces_in(CATEGORIES[round_ - 1]))
}
"""Every card of the game by its id."""

HELP: Final = (
    "pick CARD: pick a card in the draft, for example: pick fire-wall-1\n"
    "play CARD: choose a card for this turn, for example: play ice-continuous-3\n"
    f"CARD is ELEMENT-SUBTYPE-ROUND: the round is that of the draft ({WILDCARD_ROUND}: wildcard)."
)


def write(action: Action) -> str:
    """The action as a verb and a card."""
    return f"{action.kind} {action.card.id}"


def parse(text: str) -> Action:
    """The action that the text names."""
    verb, _, name = " ".join(text.lower().split()).partition(" ")
    card = CARDS.get(name.replace(" ", "-"))
    if verb not in VERBS or card is None:
        raise Refused.because(
            "BAD_NOTATION", f"{text!r} is not a move. An example of a move: play fire-wall-1.", text
        )
    return VERBS[verb](card)


def diagram(view: View) -> str:
    """Both sides of the table, one line each, then the viewer's cards."""
    head = f"turn {view.turn}" if view.round > DRAFT_ROUNDS else f"draft round {view.round}"
    lines = [f"{head}, {view.stage}", *(_side_line(view, seat) for seat in range(len(view.sides)))]
    if view.own is not None:
        # A match that was left in the draft has neither offers nor a hand.
        drafting = view.round <= DRAFT_ROUNDS
        cards = view.own.offers or (view.own.picks if drafting else view.own.hand)
        choice = view.own.choice
        lines.append(" ".join(card.id for card in cards) or "no cards")
        lines.append(f"chosen: {choice.id if choice else '-'}")
    return "\n".join(lines)


def _side_line(view: View, seat: Seat) -> str:
    side = view.sides[seat]
    shown = view.history[-1][seat] if view.history else None
    parts = [
        f"{seat_name(seat)}: HP {max(0, side.hp)}/{BASE_HP}",
        f"energy {side.energy}/{MAX_ENERGY}",
        f"shield {side.wall.hp}/{WALL_HP}" if side.wall else "no shield",
        f"{side.miner.type} {side.miner.countdown}" if side.miner else "no bot",
        f"hand {side.hand_size}, deck {side.deck_size}",
        f"last {shown.face.name} ({shown.verdict})" if shown else "",
        "locked" if side.locked else "",
    ]
    return ", ".join(part for part in parts if part)


NOTATION: Notation[State, Action, View] = Notation(
    write=write, parse=parse, diagram=diagram, help=HELP
)
