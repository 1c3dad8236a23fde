"""`meadhall puzzles`: solve the puzzles of a game at the terminal, and mine new ones."""

from cyclopts import App

from meadhall.cli.commands.puzzles.mining import mine
from meadhall.cli.commands.puzzles.solving import solve_puzzles
from meadhall.cli.examples import example_of

puzzles = App(
    name="puzzles",
    help="Solve puzzles: positions in which one move alone wins.",
    help_epilogue=example_of("puzzles"),
)
puzzles.default(solve_puzzles)
puzzles.command(mine, help_epilogue=example_of("puzzles mine"))
