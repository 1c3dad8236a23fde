"""The recorder's lines: where they are, and how they and our own values are written in each other.

The format is described beside the recorded games (`jarls-FORMAT.md`).
"""

import gzip
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from meadhall.games.jarls.options import Options, Ruleset
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.combat import Breakdown
from meadhall.games.jarls.rules.pieces import BY_NAME, EMPTY, HOLE, NAMES
from meadhall.games.jarls.rules.previews import MovePreview
from meadhall.games.jarls.types import (
    Eliminated,
    Event,
    GameEnded,
    Moved,
    Pushed,
    Result,
    State,
    TurnEnded,
    TurnState,
)

ROOT = Path(__file__).parents[2]
FOLDER = Path(os.environ.get("MEADHALL_VECTORS", ROOT / ".." / "shared" / "vectors"))
RULESETS: tuple[Ruleset, ...] = ("holes", "shields")
NEVER = 10**9  # so that hunger and draws, which the recorder kept apart, never strike in a ply
SEATS = {f"p{seat + 1}": seat for seat in range(6)}
NOBODY = -1

Line = dict[str, Any]


@cache
def recorded(ruleset: Ruleset) -> tuple[Line, ...]:
    """All lines of the ruleset."""
    path = FOLDER / f"jarls-{ruleset}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no recorded games: {path} does not exist (see MEADHALL_VECTORS)")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(text) for text in lines)


def of_kind(ruleset: Ruleset, *kinds: str) -> Iterator[Line]:
    """The lines of these kinds."""
    return (entry for entry in recorded(ruleset) if entry["k"] in kinds)


def where(entry: Line) -> str:
    """How to find the line again."""
    return " ".join(f"{k} {entry[k]}" for k in ("k", "game", "ply", "attempt", "id") if k in entry)


def seat_of(player: str | None) -> int:
    """The seat; `None` for somebody who does not play in this match, or for nobody."""
    return NOBODY if player is None else SEATS.get(player, NOBODY)


def id_of(seat: int) -> str:
    """The player in the seat."""
    return f"p{seat + 1}"


def state_of(ruleset: Ruleset, S: Line) -> State:  # noqa: N803 - the format's own name
    """The position that a line begins with; where it is not being played, it is over."""
    options = Options(
        ruleset=ruleset,
        radius=S["cfg"]["boardRadius"],
        terrain=S["cfg"].get("terrain", "calm"),
        starvation_rounds=NEVER,
        draw_after_rounds=NEVER,
    )
    table = grid(S["cfg"]["boardRadius"])
    cells = {(q, r): BY_NAME[name] for name, _, _, q, r in S["pieces"]}
    cells |= {tuple(hex_): HOLE for hex_ in S.get("holes", ())}
    turn = TurnState(S["turn"], S["round"], S["first"], seat_of(S["cur"]), S["rse"])
    board = tuple(cells.get(hex_, EMPTY) for hex_ in table.hexes)
    over = None if S["phase"] == "playing" else Result((), "quiet")
    return State(options, S["cfg"]["playerCount"], table.radius, board, turn, result=over)


def places(state: State) -> dict[str, tuple[int, int]]:
    """Where each piece stands."""
    hexes = grid(state.radius).hexes
    return {NAMES[c]: hexes[i] for i, c in enumerate(state.board) if c not in (EMPTY, HOLE)}


def move_line(preview: MovePreview) -> tuple[object, ...]:
    """A move as the recorder writes it."""
    move, combat = preview.move, preview.combat
    worked_out = combat and {
        "def": combat.defender,
        "a": _parts(combat.attack),
        "d": _parts(combat.defense),
        "out": combat.outcome,
        "dir": combat.push_direction,
    }
    momentum = int(preview.momentum)
    return move.piece, *move.to, preview.type, momentum, json.dumps(worked_out)


def _parts(strength: Breakdown) -> list[int]:
    return [strength.base, strength.momentum, strength.support, strength.total]


def event_line(event: Event) -> Line:
    """An event as the recorder writes it."""
    match event:
        case Moved():
            facts: Line = {"pieceId": event.piece, "hasMomentum": event.momentum}
            facts |= {"from": _at(event.start), "to": _at(event.end)}
        case Pushed(piece, start, end, direction, depth):
            facts = {"pieceId": piece, "from": _at(start), "to": _at(end)}
            facts |= {"pushDirection": direction, "depth": depth}
        case Eliminated(piece, seat, at, cause):
            facts = {"pieceId": piece, "playerId": id_of(seat), "position": _at(at), "cause": cause}
        case TurnEnded(seat, following, turn):
            facts = {"playerId": id_of(seat), "nextPlayerId": id_of(following), "turnNumber": turn}
        case GameEnded(winners, reason):
            facts = {"winnerId": id_of(winners[0]), "winCondition": reason}
        case _:
            raise AssertionError(f"the recorder has nothing like {event}")
    return {"type": event.kind, **facts}


def _at(hex_: tuple[int, int]) -> Line:
    return {"q": hex_[0], "r": hex_[1]}
