"""`meadhall puzzles`: solve the puzzle of the day, or others about as hard as you like."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.text import Text

from meadhall import registry
from meadhall.cli.terminal.action_from_text import read_action
from meadhall.cli.terminal.board import board, seat_look
from meadhall.cli.terminal.draw import scene_parts
from meadhall.cli.terminal.prompt import Prompt, open_prompt
from meadhall.cli.terminal.screen import SCREEN, refusal_text
from meadhall.core.game import AnyGame, to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import seat_name
from meadhall.puzzles.attempt import JudgedTry, PlayedStep, judge_attempt, solution
from meadhall.puzzles.puzzle import Puzzle, first_state
from meadhall.puzzles.puzzle_set import PuzzleSet, has_puzzles, puzzle_set
from meadhall.ratings.scale import MIDDLE

DAY = 86_400 * 1_000_000_000
"""In nanoseconds."""
POINTS = Parameter(validator=Number(gte=0, lte=5000))
QUESTION = "Your move, or solution, next, quit: "
FRAME = 4
"""Columns beside a board."""


def solve_puzzles(
    game: str = "", *, puzzle: str = "", points: Annotated[int | None, POINTS] = None
) -> None:
    """Solve puzzles of a game: first the one of the day. Without a game, list those that have some.

    Args:
        game: The game, for example: jarls.
        puzzle: Begin with the puzzle of this id.
        points: Begin with a puzzle of about this difficulty; somebody new has 1000.
    """
    if not game:
        _list_sets()
        return
    chosen, puzzles = registry.game(game), puzzle_set(game)
    if puzzle:
        first: Puzzle | None = puzzles.find(puzzle)
    elif points is None:
        first = puzzles.of_day(time.time_ns() // DAY)
    else:
        first = puzzles.near(points, {}, (), Rng(str(time.time_ns())))
    evening = _Evening(
        chosen, puzzles, MIDDLE if points is None else points, open_prompt(timed=False)
    )
    while first is not None and evening.solve(first):
        first = evening.next()


def _list_sets() -> None:
    for game in filter(has_puzzles, registry.games()):
        count = len(puzzle_set(game.spec.slug).puzzles)
        SCREEN.print(f"{game.spec.slug}: {count} puzzles", soft_wrap=True)


@dataclass(slots=True)
class _Evening:
    """A person who solves one puzzle after the other."""

    game: AnyGame
    puzzles: PuzzleSet
    points: int
    prompt: Prompt
    seen: set[str] = field(default_factory=set)

    def next(self) -> Puzzle | None:
        """Another puzzle; `None` if there is none that was not shown."""
        return self.puzzles.near(self.points, {}, self.seen, Rng(str(time.time_ns())))

    def solve(self, puzzle: Puzzle) -> bool:
        """One puzzle, until it is solved or given up; returns whether the person wants more."""
        self.seen.add(puzzle.id)
        tried: list[str] = []
        _show(self.game, first_state(self.game, puzzle))
        SCREEN.print(_task(self.game, puzzle), style="bold", soft_wrap=True)
        while True:
            try:
                line = self.prompt.ask(QUESTION).strip()
            except EOFError:
                return False
            if line in {"quit", "next", "solution", "skip"}:
                if line == "solution":
                    _tell(self.game, solution(self.game, puzzle))
                return line != "quit"
            if self._try(puzzle, tried, line):
                return True

    def _try(self, puzzle: Puzzle, tried: list[str], line: str) -> bool:
        """One move; returns whether it solved the puzzle. A wrong one is taken back."""
        before = judge_attempt(self.game, puzzle, tried)
        state = _last_state(self.game, puzzle, before)
        try:
            legal = self.game.legal_actions(state, to_act(self.game, state)[0])
            action = read_action(self.game, line, legal, ())
            after = judge_attempt(self.game, puzzle, [*tried, self.game.notation.write(action)])
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal), soft_wrap=True)
            return False
        if after.stand == "wrong":
            SCREEN.print("That does not win in time. Try again, or type: solution")
            return False
        tried.append(self.game.notation.write(action))
        _tell(self.game, after.steps[len(before.steps) :])
        _show(self.game, _last_state(self.game, puzzle, after))
        if after.stand == "solved":
            SCREEN.print("Solved. Here is another one.", style="bold green")
        return after.stand == "solved"


def _task(game: AnyGame, puzzle: Puzzle) -> str:
    (seat,) = to_act(game, first_state(game, puzzle))
    moves = f"{puzzle.moves} move{'' if puzzle.moves == 1 else 's'}"
    who = f"{seat_look(game).mark(seat)} {seat_name(seat)}".strip()
    task = "Only one move wins" if puzzle.decisive else "Find the first"
    return f"Puzzle {puzzle.id}, {puzzle.difficulty} points: {who} wins in {moves}. {task}."


def _last_state(game: AnyGame, puzzle: Puzzle, attempt: JudgedTry) -> object:
    return attempt.steps[-1].after if attempt.steps else first_state(game, puzzle)


def _tell(game: AnyGame, steps: Sequence[PlayedStep]) -> None:
    """Say what was played."""
    for step in steps:
        who = f"{seat_look(game).mark(step.seat)} {seat_name(step.seat)}".strip()
        SCREEN.print(Text(f"{who}: {step.text}"))


def _show(game: AnyGame, state: object) -> None:
    """Draw the position."""
    view = game.view(state, None)
    if game.present is None:
        SCREEN.print(Text(game.notation.diagram(view)))
        return
    scene, look = game.present.scene(view), seat_look(game)
    for part in scene_parts(scene, look, board(scene, look, SCREEN.width - FRAME)):
        SCREEN.print(part)
