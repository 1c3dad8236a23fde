"""What the moves that somebody tries in a puzzle lead to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.game import AnyGame, to_act
from meadhall.core.refusal import Refused
from meadhall.core.status import Finished
from meadhall.puzzles.puzzle import Puzzle, first_state, solving_seat

Stand: TypeAlias = Literal["open", "solved", "wrong"]


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A move in a puzzle with the position before it, its events and the position after it."""

    seat: int
    text: str
    before: object
    events: tuple[object, ...]
    after: object


@dataclass(frozen=True, slots=True)
class JudgedTry:
    """How a try of a puzzle stands, and all that was played, the opponent's replies included.

    `open`: right so far. `solved`: won, or certain to be won in time. `wrong`: the last move throws
    the win away, or takes too long.
    """

    stand: Stand
    steps: tuple[PlayedStep, ...]


def judge_attempt(game: AnyGame, puzzle: Puzzle, tried: Sequence[str]) -> JudgedTry:
    """Play the tried moves of the solving seat, and the replies of the line between them.

    Moves after one that is wrong or that solves the puzzle are refused, and so are illegal ones.
    """
    state = first_state(game, puzzle)
    seat = solving_seat(game, state)
    steps: list[PlayedStep] = []
    for number, text in enumerate(tried):
        action: object = game.notation.parse(text)
        steps.append(_play(game, state, seat, action))
        state = steps[-1].after
        stand = _stand_after(game, puzzle, steps, number)
        if stand != "open":
            if number + 1 < len(tried):
                raise Refused.because("PUZZLE_OVER", "This try has ended. Begin a new one.")
            return JudgedTry(stand, tuple(steps))
        for reply in _replies(game, puzzle, steps, seat):
            steps.append(reply)
            state = reply.after
    return JudgedTry("open", tuple(steps))


def solution(game: AnyGame, puzzle: Puzzle) -> tuple[PlayedStep, ...]:
    """The whole line."""
    state = first_state(game, puzzle)
    steps: list[PlayedStep] = []
    for text in puzzle.line:
        action: object = game.notation.parse(text)
        steps.append(_play(game, state, to_act(game, state)[0], action))
        state = steps[-1].after
    return tuple(steps)


def _play(game: AnyGame, state: object, seat: int, action: object) -> PlayedStep:
    step = game.apply(state, seat, action)
    return PlayedStep(seat, game.notation.write(action), state, step.events, step.state)


def _stand_after(game: AnyGame, puzzle: Puzzle, steps: Sequence[PlayedStep], number: int) -> Stand:
    """How it stands after the solving seat's move of that number, which is the last step."""
    last = steps[-1]
    status = game.status(last.after)
    if isinstance(status, Finished):
        return "solved" if status.payoffs[last.seat] > 0 else "wrong"
    if last.text == puzzle.line[len(steps) - 1]:
        return "open"
    # A last move that wins would have ended the match.
    also = puzzle.also[number] if number < len(puzzle.also) else ()
    return "solved" if last.text in also else "wrong"


def _replies(
    game: AnyGame, puzzle: Puzzle, steps: Sequence[PlayedStep], seat: int
) -> list[PlayedStep]:
    """The moves of the line until the solving seat is to move again."""
    state, replies = steps[-1].after, list[PlayedStep]()
    while to_act(game, state) and (mover := to_act(game, state)[0]) != seat:
        text = puzzle.line[len(steps) + len(replies)]
        replies.append(_play(game, state, mover, game.notation.parse(text)))
        state = replies[-1].after
    return replies
