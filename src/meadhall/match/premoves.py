"""Premoves: what a seat answers if the others play what it expects. Pure.

They are no facts: a fact would tell the others that there are some. They belong to a position, and
hold for as long as the match follows one of their lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.game import AnyGame, Traits
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.core.status import ToAct
from meadhall.match.facts import Left
from meadhall.match.match import Match

MOST_LINES, LONGEST_LINE = 20, 20
Line: TypeAlias = tuple[str, ...]
"""Moves in notation, one after the other: those of others that are expected, and one's own."""


@dataclass(frozen=True, slots=True)
class Premoves:
    """The lines of a seat, from the position that had that many plies in that turn."""

    seat: Seat
    turn: int
    plies: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """The move in notation to play now."""

    text: str


Verdict: TypeAlias = Reply | Literal["wait", "drop"]
"""What premoves say to a position: play, wait for the others, or nothing any more."""


def are_possible(traits: Traits) -> bool:
    """Whether everybody knows the position after any move: only then lines can be followed."""
    return not (traits.hidden or traits.simultaneous or traits.chance)


def open_lines(premoves: Premoves, match: Match) -> tuple[Line, ...]:
    """What is left of the lines that the match has followed so far."""
    played = len(match.plies) - premoves.plies
    # Every ply asks a new question. An undo does too, and takes plies back, so the two differ.
    if match.phase != "playing" or played < 0 or match.turn - premoves.turn != played:
        return ()
    plies = match.plies.after(premoves.plies)
    texts = tuple("" if isinstance(ply, Left) else ply.action for ply in plies)
    rest = (line[played:] for line in premoves.lines if line[:played] == texts)
    return tuple(line for line in rest if line)


def read_verdict(premoves: Premoves, match: Match) -> Verdict:
    """What the premoves say to the present position."""
    lines = open_lines(premoves, match)
    if not lines:
        return "drop"
    # Lines that share their beginning also share the answer: `check_lines` has seen to that.
    return Reply(lines[0][0]) if premoves.seat in match.asked else "wait"


@dataclass(frozen=True, slots=True)
class Followed:
    """A line as the game writes it, the seat and events of each move, and the state at its end."""

    texts: Line
    seats: tuple[Seat, ...]
    events: tuple[tuple[object, ...], ...]
    state: object


def follow_line(match: Match, line: Sequence[str]) -> Followed:
    """Play a line from the present position; raises `Refused` where it cannot be played."""
    game, followed = match.game, Followed((), (), (), match.state)
    for text in line:
        seat = next_seat(game, followed.state)
        if seat is None:
            raise _refusal("The match would be over before that move.")
        action = game.notation.parse(text)
        step = game.apply(followed.state, seat, action)
        followed = Followed(
            (*followed.texts, game.notation.write(action)), (*followed.seats, seat),
            (*followed.events, step.events), step.state,
        )  # fmt: skip
    return followed


def next_seat(game: AnyGame, state: object) -> Seat | None:
    """The seat that moves next where one moves at a time; `None` after the end."""
    status = game.status(state)
    return status.seats[0] if isinstance(status, ToAct) else None


def check_match(match: Match) -> None:
    """Raise `Refused` if nothing can be chosen ahead in this match."""
    if match.phase != "playing" or not are_possible(match.traits):
        raise _refusal("Moves can be chosen ahead only in open games without dice, during play.")


def check_lines(match: Match, seat: Seat, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines as the game writes them; raises `Refused` where one cannot be played so."""
    check_match(match)
    if seat in match.asked:
        raise _refusal("It is your turn: play, and then choose answers to what may follow.")
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        raise _refusal(f"Choose at most {MOST_LINES} lines of {LONGEST_LINE} moves.")
    answers: dict[Line, str] = {}
    written: dict[Line, None] = {}
    for line in lines:
        followed = follow_line(match, line)
        if not line or followed.seats[-1] != seat:
            raise _refusal("Every line ends with a move of yours.")
        for number, (mover, text) in enumerate(zip(followed.seats, followed.texts, strict=True)):
            if mover == seat and answers.setdefault(followed.texts[:number], text) != text:
                raise _refusal("Choose one answer to each move.")
        written[followed.texts] = None
    return tuple(written)


def _refusal(sentence: str) -> Refused:
    return Refused.because("BAD_PREMOVE", sentence, "lines")
