"""`meadhall arena`: bots among themselves."""

from pathlib import Path

from cyclopts import App
from rich.markdown import Markdown
from rich.progress import Progress

from meadhall import registry
from meadhall.arena.balance import Balance, measured
from meadhall.arena.plot import draw
from meadhall.arena.report import page
from meadhall.bots import roster
from meadhall.cli import contests
from meadhall.cli.screen import ERRORS, SCREEN
from meadhall.cli.setup import OptionWords, chosen_options, seats_or_fewest
from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

arena = App(name="arena", help="Bots among themselves: how fair a game is, and what wins it.")
for _contest in (contests.duel, contests.round_robin, contests.ladder):
    arena.command(_contest)


@arena.command
def balance(  # noqa: PLR0913 - every argument is a word of the command line
    game: str,
    *,
    matches: int = 1000,
    level: tuple[str, ...] = (),
    seats: int | None = None,
    option: OptionWords = (),
    seed: str = "balance",
    plot: Path | None = None,
) -> None:
    """Play many matches and report wins by seat, ends, lengths and what the game itself names.

    Args:
        game: The game's name.
        matches: How many matches to play.
        level: Who plays, one level for all seats or one for each; random play unless said.
        seats: How many seats; the fewest unless said.
        option: An option of the game, as NAME=VALUE.
        seed: The same seed gives the same report.
        plot: A file to draw the report into (.svg, .png or .pdf).
    """
    played = registry.game(game)
    count = seats_or_fewest(played, seats)
    options = chosen_options(played, option)
    start(played, options, count, Rng(seed))  # refuses what does not go together, before any work
    if matches < 1 or len(level) not in (0, 1, count):
        raise Refused.because(
            "BAD_ARENA", f"Name at least one match, and one level or {count}.", "matches", "level"
        )
    names = level or (roster.BASIC[0].name,)
    levels = [roster.level(played, name) for name in (names * count)[:count]]
    report: Balance | None = None
    with Progress(console=ERRORS, transient=True) as progress:
        task = progress.add_task("playing", total=matches)
        for report in measured(played, options, levels, matches, Rng(seed)):
            progress.update(task, completed=report.matches)
    if report is not None:
        SCREEN.print(Markdown(page(report)))
        if plot is not None:
            draw(report, plot)
