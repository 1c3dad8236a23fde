"""What a person reads about a game before a match: rules, options, opponents, players."""

import os
from dataclasses import asdict

from rich.table import Table as Grid

from meadhall.bots import roster
from meadhall.cli.terminal.screen import SCREEN, markdown
from meadhall.core.game import AnyGame, GameSpec, default_traits
from meadhall.core.options import Value, option_specs


def show_rules(source: str) -> None:
    """Print the rules; through a pager where they are longer than the screen."""
    text = markdown(source)
    lines = len(SCREEN.render_lines(text))
    if SCREEN.is_terminal and lines > SCREEN.height:
        os.environ.setdefault("LESS", "-R")  # without it, `less` prints colours as escape codes
        with SCREEN.pager(styles=True):
            SCREEN.print(text)
    else:
        SCREEN.print(text)


def options_grid(game: AnyGame) -> Grid:
    """The options, each with its allowed values and its default."""
    grid = Grid(title="Options", title_justify="left", box=None, padding=(0, 2), show_header=False)
    for spec in option_specs(game.types.options):
        default = value_word(spec.default)
        grid.add_row(spec.name, spec.help, f"{spec.range_text()}; normally {default}")
    return grid


def levels_grid(game: AnyGame) -> Grid:
    """The opponents, weakest first, with their ratings and how they play."""
    title = "Opponents, weakest first"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2), show_header=False)
    for level in roster.levels(game):
        rating = "" if level.rating is None else str(level.rating)
        grid.add_row(level.name, rating, level.text)
    return grid


def value_word(value: Value) -> str:
    """An option's value as a person types it."""
    return value if isinstance(value, str) else str(value).lower()


def player_counts(spec: GameSpec) -> str:
    """The possible numbers of players, as a range where there is no gap."""
    low, high = min(spec.players), max(spec.players)
    if len(spec.players) == 1:
        return str(low)
    whole = len(spec.players) == high - low + 1
    return f"{low} to {high}" if whole else ", ".join(map(str, spec.players))


def trait_words(game: AnyGame) -> list[str]:
    """The traits of a match with default options, in words."""
    return [name for name, has in asdict(default_traits(game)).items() if has] or ["open"]
