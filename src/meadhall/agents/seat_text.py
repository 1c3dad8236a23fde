"""What a seat sees and may do, in words and as data, for agents."""

from typing import Any

from meadhall import registry
from meadhall.agents.table_seat import TableSeat
from meadhall.core.codec import from_plain
from meadhall.core.refusal import Refused
from meadhall.core.seats import seat_name

LAST = 12
"""How many of the last plies are told."""
PAGE = 40
"""How many moves a page has, unless the agent says."""


def position_text(slug: str, view: object) -> str:
    """The position as text; empty for a game that is not installed here."""
    try:
        game = registry.game(slug)
        return game.notation.diagram(from_plain(game.types.view, view))
    except Refused:
        return ""


def situation(seat: TableSeat) -> dict[str, Any]:
    """Everything that the seat knows now, as text and as JSON."""
    table = seat.table
    return {
        "match": seat.match,
        "code": table["code"],
        "game": table["game"],
        "you": seat.seat,
        "players": [card["name"] or "(open)" for card in table["seats"]],
        "phase": table["phase"],
        "turn": table["turn"],
        "to_act": table["to_act"],
        "your_turn": seat.is_asked,
        "moves": len(seat.moves),
        "letters": len(seat.letters),
        "text": "" if seat.view is None else position_text(table["game"], seat.view),
        "view": seat.view,
        "log": [log_line(entry) for entry in seat.log[-LAST:]],
        "result": seat.result,
    }


def log_line(entry: dict[str, Any]) -> str:
    """A ply in a line: who, what, and what came of it."""
    told = " ".join(entry.get("told", ()))
    text = entry.get("text") or "(secret)"
    who = seat_name(entry["seat"])
    return f"{entry['ply']}. {who}: {text}{f' — {told}' if told else ''}"


def page_of_moves(seat: TableSeat, page: int, size: int, contains: str) -> dict[str, Any]:
    """A page of the legal moves that contain the text. Pages are counted from 1."""
    if page < 1 or size < 1:
        raise Refused.because("BAD_PAGE", "Pages are counted from 1 and have at least one move.")
    fitting = [move for move in seat.moves if contains in move]
    start = (page - 1) * size
    return {
        "moves": fitting[start : start + size],
        "page": page,
        "pages": -(-len(fitting) // size),
        "all": len(fitting),
        "turn": seat.table["turn"],
    }


def letter(line: dict[str, Any]) -> dict[str, Any]:
    """A message as an agent reads it."""
    return {
        "number": line["number"],
        "from": line["name"],
        "seat": line["seat"],
        "to": line["label"] or line["audience"],
        "seats": line["seats"],
        "turn": line["turn"],
        "text": line["text"],
    }
