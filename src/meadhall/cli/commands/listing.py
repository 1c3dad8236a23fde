"""`meadhall games` and `meadhall rules`: the games there are, and how each is played."""

from pathlib import Path
from typing import Literal

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
from meadhall.core.refusal import Refused


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


def completion(
    *,
    shell: Literal["bash", "zsh", "fish", "powershell"] | None = None,
    output: Path | None = None,
) -> None:
    """Install completion for your shell, and load it from the shell's own start file.

    Args:
        shell: The shell; found out unless given.
        output: Write the script to this file only, and change nothing else.
    """
    from meadhall.cli.app import app  # noqa: PLC0415 - it imports this module

    try:
        made = app.install_completion(shell=shell, output=output, add_to_startup=output is None)
    except OSError as error:
        reason = f"The script cannot be written: {error.strerror}."
        raise Refused.because("CANNOT_WRITE", reason, "output") from None
    except Exception as error:  # noqa: BLE001 - cyclopts raises several kinds for unknown shells
        reason = f"The shell is not known ({error}): name it, as in --shell bash."
        raise Refused.because("UNKNOWN_SHELL", reason, "shell") from None
    SCREEN.print(f"Written to {made}. Open a new terminal to use it.", soft_wrap=True)
