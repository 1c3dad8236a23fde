"""`meadhall games` and `meadhall rules`: the games there are, and how each is played."""

from rich.table import Table as Grid

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli.terminal.game_facts import (
    levels_grid,
    options_grid,
    player_counts,
    show_rules,
    trait_words,
)
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.options import option_specs


def games() -> None:
    """List the games with their players, traits and opponents."""
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "players", "traits", "opponents"):
        grid.add_column(heading)
    for game in registry.games():
        levels = ", ".join(level.name for level in roster.levels(game))
        traits = ", ".join(trait_words(game))
        grid.add_row(game.spec.slug, player_counts(game.spec), traits, levels)
    SCREEN.print(grid)


def rules(game: str) -> None:
    """Show a game's rules, options and opponents.

    Args:
        game: The game.
    """
    show_rules(registry.rules_text(game))
    if option_specs(registry.game(game).types.options):
        SCREEN.print(options_grid(registry.game(game)))
    SCREEN.print(levels_grid(registry.game(game)))
