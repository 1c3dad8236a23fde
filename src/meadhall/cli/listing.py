"""`meadhall games` and `meadhall rules`: what there is to play, and how."""

import os

from rich.table import Table as Grid

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli.screen import SCREEN, markdown
from meadhall.core.game import AnyGame, GameSpec
from meadhall.core.options import Value, option_specs


def games() -> None:
    """List the games with their players, traits and opponents."""
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "players", "traits", "opponents"):
        grid.add_column(heading)
    for game in registry.games():
        names = ", ".join(level.name for level in roster.levels(game))
        grid.add_row(game.spec.slug, counts(game.spec), ", ".join(traits(game.spec)), names)
    SCREEN.print(grid)


def rules(game: str) -> None:
    """Show a game's rules, options and opponents.

    Args:
        game: The game.
    """
    page_rules(registry.rules_text(game))
    if option_specs(registry.game(game).types.options):
        SCREEN.print(options_grid(registry.game(game)))
    SCREEN.print(levels_grid(registry.game(game)))


def page_rules(source: str) -> None:
    """The text, through a pager where there is a screen to fill."""
    text = markdown(source)
    lines = len(SCREEN.render_lines(text))
    if SCREEN.is_terminal and lines > SCREEN.height:
        os.environ.setdefault("LESS", "-R")
        with SCREEN.pager(styles=True):
            SCREEN.print(text)
    else:
        SCREEN.print(text)


def options_grid(game: AnyGame) -> Grid:
    """The options with what they may be and what they are normally."""
    grid = Grid(title="Options", title_justify="left", box=None, padding=(0, 2), show_header=False)
    for spec in option_specs(game.types.options):
        grid.add_row(spec.name, spec.help, f"{spec.allowed()}; normally {word(spec.default)}")
    return grid


def levels_grid(game: AnyGame) -> Grid:
    """The opponents, weakest first, with how they play."""
    title = "Opponents, weakest first"
    grid = Grid(title=title, title_justify="left", box=None, padding=(0, 2), show_header=False)
    for level in roster.levels(game):
        grid.add_row(level.name, level.text)
    return grid


def word(value: Value) -> str:
    """An option's value as one would type it."""
    return value if isinstance(value, str) else str(value).lower()


def counts(spec: GameSpec) -> str:
    """The numbers of players: a range where there is no gap."""
    low, high = min(spec.players), max(spec.players)
    if len(spec.players) == 1:
        return str(low)
    whole = len(spec.players) == high - low + 1
    return f"{low} to {high}" if whole else ", ".join(map(str, spec.players))


def traits(spec: GameSpec) -> list[str]:
    """What kind of game it is, in words."""
    known = {"simultaneous": spec.simultaneous, "chance": spec.chance, "hidden": spec.hidden}
    return [name for name, has in known.items() if has] or ["open"]
