"""`meadhall solve`: who wins a position by force."""

import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Annotated

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots.bot import Budget
from meadhall.bots.deadline import Deadline
from meadhall.bots.solve.solver import SolveLimits, Solver, Verdict, check_solvable
from meadhall.cli.arguments import AT_LEAST_ONE, OptionWords, check_seed, options_from_words
from meadhall.cli.terminal.board import seat_look
from meadhall.cli.terminal.screen import ERRORS, SCREEN, refusal_text
from meadhall.core.game import AnyGame, action_phrase, start, to_act
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import seat_name

REFUSED = 2
_POLL_SECONDS = 0.1
_USUAL = SolveLimits()


def solve(  # noqa: PLR0913 - each is a flag of the command
    game: str,
    *,
    board: Path | None = None,
    seed: str = "1",
    option: OptionWords = (),
    plies: Annotated[int, AT_LEAST_ONE] = _USUAL.plies,
    nodes: Annotated[int, AT_LEAST_ONE] = _USUAL.nodes,
    memory: Annotated[int, AT_LEAST_ONE] = _USUAL.memory,
) -> None:
    """Find out who wins by force: won, lost, drawn or open for the player to move, with a line.

    Ctrl-C stops the search; then what is known so far is printed.

    Args:
        game: A game without chance and secrets, for example: meadhall solve jarls --seed 7.
        board: A file with the diagram of a position; without it, the first position of a match of
            two players is solved.
        seed: The seed of the first position.
        option: An option of the game, as NAME=VALUE; may be given several times.
        plies: How many plies to look ahead at most.
        nodes: How many positions to visit at most; repeats give the same answer.
        memory: The size of the table of positions, in megabytes.
    """
    cancel = Event()
    try:
        chosen = registry.game(game)
        state = _position(chosen, board, seed, option)
        solver = _solver(chosen, state, SolveLimits(nodes, plies, memory), cancel)
    except Refused as error:
        ERRORS.print(refusal_text(error.refusal), soft_wrap=True)
        sys.exit(REFUSED)
    began = perf_counter()
    verdict = _solve(solver, cancel)
    SCREEN.print(_sentence(verdict, seat_name(to_act(chosen, state)[0])), soft_wrap=True)
    if verdict.line:
        SCREEN.print(_line_grid(chosen, verdict))
    seconds = perf_counter() - began
    ERRORS.print(f"{verdict.nodes:,} positions in {seconds:.1f} s", style="dim")


def _position(game: AnyGame, board: Path | None, seed: str, words: OptionWords) -> object:
    """The position to solve. One about which nothing can be proved is refused."""
    options, seats = options_from_words(game, words), min(game.spec.players)
    if board is None:
        state = start(game, options, seats, Rng(check_seed(seed)))
    else:
        state = _read_position(game, board)
        # The states of games that can be set up in several ways say how they were.
        options, seats = getattr(state, "options", options), getattr(state, "seats", seats)
    check_solvable(game, state, game.traits(options, seats), seats)
    if not to_act(game, state):
        raise Refused.because("GAME_OVER", "The match is over in this position.", "board")
    return state


def _read_position(game: AnyGame, board: Path) -> object:
    if game.notation.position is None:
        text = f"{game.spec.title} cannot read positions; choose one by --seed and --option."
        raise Refused.because("NO_POSITIONS", text, "board")
    state: object = game.notation.position(_read(board))
    broken = game.invariant(state)
    if broken:
        text = f"This position is impossible: {'; '.join(broken)}."
        raise Refused.because("BAD_POSITION", text, "board")
    return state


def _read(board: Path) -> str:
    try:
        return board.read_text("utf-8")
    except OSError as error:
        text = f"{board} cannot be read: {error.strerror}."
    except UnicodeDecodeError:
        text = f"{board} is not a text."
    raise Refused.because("CANNOT_READ", text, "board")


def _solver(game: AnyGame, state: object, limits: SolveLimits, cancel: Event) -> Solver:
    try:
        return Solver(game, state, limits, Deadline(Budget(cancel=cancel)))
    except MemoryError:
        text = f"This machine has no {limits.memory:,} megabytes to spare."
        raise Refused.because("NO_MEMORY", text, "memory") from None


def _solve(solver: Solver, cancel: Event) -> Verdict:
    """The verdict. The search runs in a thread, so that Ctrl-C is noticed meanwhile."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with (
        Progress(*columns, console=ERRORS, transient=True) as bar,
        ThreadPoolExecutor(1) as executor,
    ):
        task, running = bar.add_task("Beginning"), executor.submit(solver.verdict)
        try:
            while not is_done(running, cancel):
                text = f"Looking {solver.ahead} plies ahead: {solver.nodes:,} positions"
                bar.update(task, description=text)
        finally:
            cancel.set()  # else the executor would wait for the search if something goes wrong here
        return running.result()


def is_done(running: Future[Verdict], cancel: Event) -> bool:
    """Wait a moment for the verdict. Ctrl-C asks for what is known by now."""
    try:
        running.exception(_POLL_SECONDS)
    except TimeoutError:
        return False
    except KeyboardInterrupt:
        cancel.set()
        return False
    return True


def _sentence(verdict: Verdict, mover: str) -> str:
    """The verdict in a word, and what it means."""
    plies = f"{verdict.plies} {'ply' if verdict.plies == 1 else 'plies'}"
    if verdict.outcome == "open":
        return f"open: nobody wins by force within {plies}. Further ahead nothing is known."
    if verdict.winner is None:
        return "drawn: nobody can force a win."
    return f"{verdict.outcome}: {mover} is to move and {verdict.words()} ({plies})."


def _line_grid(game: AnyGame, verdict: Verdict) -> Grid:
    """The line, a row for each move: who, in notation, and in words where they say more."""
    grid = Grid.grid(padding=(0, 2))
    for number, (seat, action) in enumerate(verdict.line, 1):
        written, words = game.notation.write(action), action_phrase(game, action)
        who = f"{seat_look(game).mark(seat)} {seat_name(seat)}".strip()
        grid.add_row(f"{number:>3}", Text(who), written, Text(words if words != written else ""))
    return grid
