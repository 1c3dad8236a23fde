"""How the game is written: `take 2`, and a row of stones."""

from meadhall.cli.template.types import State, Take, View
from meadhall.core.game import Notation
from meadhall.core.refusal import Refused


def write(action: Take) -> str:
    """`take 2`."""
    return f"take {action.count}"


def parse(text: str) -> Take:
    """The action that the text names."""
    words = text.lower().split()
    if len(words) != 2 or words[0] != "take" or not words[1].isdecimal():  # noqa: PLR2004 - two words
        raise Refused.because("BAD_NOTATION", f"{text!r} is no move; write, for example: take 2.")
    return Take(int(words[1]))


def diagram(view: View) -> str:
    """One `o` for every stone, and whose turn it is."""
    return f"{'o' * view.stones or '-'}  seat {view.turn + 1} to move"


NOTATION: Notation[State, Take, View] = Notation(
    write=write,
    parse=parse,
    diagram=diagram,
    help="take N: take one to three stones, for example: take 2",
)
