"""How the game is written: `take 2` for an action, a row of stones for a position."""

import re

from meadhall.cli.new_game.template.types import State, Take, View
from meadhall.core.game import Notation
from meadhall.core.refusal import Refused

_TAKE = re.compile(r"take +([0-9]{1,9})")


def write(action: Take) -> str:
    """The action as text: `take 2`."""
    return f"take {action.count}"


def parse(text: str) -> Take:
    """The action that the text names; raises `Refused` where it names none."""
    found = _TAKE.fullmatch(text.strip().lower())
    if found is None:
        raise Refused.because("BAD_NOTATION", f"{text!r} is no move; write, for example: take 2.")
    return Take(int(found[1]))


def diagram(view: View) -> str:
    """One `o` for every stone, and whose turn it is."""
    return f"{'o' * view.stones or '-'}  seat {view.turn + 1} to move"


NOTATION: Notation[State, Take, View] = Notation(
    write=write,
    parse=parse,
    diagram=diagram,
    help="take N: take one to three stones, for example: take 2",
)
