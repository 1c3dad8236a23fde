"""The menu: asks for the game, the players and the options of a match."""

from dataclasses import dataclass

from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli.arguments import HUMAN, Words, middle_level, options_from_words, player
from meadhall.cli.terminal.game_facts import levels_grid, player_counts, value_word
from meadhall.cli.terminal.prompt import Prompt
from meadhall.cli.terminal.screen import SCREEN, refusal_text
from meadhall.core.game import AnyGame, start
from meadhall.core.options import OptionSpec, option_specs
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """The choices, as words of the command line."""

    slug: str
    seats: int
    seat_words: Words
    option_words: Words


def choose(prompt: Prompt) -> MenuChoice:
    """Ask for everything that a match needs; Enter takes the default in brackets."""
    game = _choose_game(prompt)
    seats = _choose_seats(prompt, game)
    SCREEN.print(levels_grid(game))
    sitting = tuple(_choose_player(prompt, game, seat) for seat in range(seats))
    options = _choose_options(prompt, game, seats)
    return MenuChoice(game.spec.slug, seats, sitting, options)


def _choose_game(prompt: Prompt) -> AnyGame:
    games = list(registry.games())
    if not games:
        raise Refused.because("NO_GAMES", "No game is installed.")
    grid = Grid.grid(padding=(0, 2))
    for number, game in enumerate(games, 1):
        players = f"{player_counts(game.spec)} players"
        grid.add_row(str(number), Text(game.spec.title, style="bold"), players, game.spec.summary)
    SCREEN.print(grid)
    while True:
        line = prompt.ask("Which game? [1]: ").strip() or "1"
        numbered = {str(number): game for number, game in enumerate(games, 1)}
        try:
            return numbered.get(line) or registry.game(line)
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))


def _choose_seats(prompt: Prompt, game: AnyGame) -> int:
    fewest = min(game.spec.players)
    if len(game.spec.players) == 1:
        return fewest
    while True:
        line = prompt.ask(f"How many players ({player_counts(game.spec)})? [{fewest}]: ").strip()
        if not line:
            return fewest
        if line in map(str, game.spec.players):
            return int(line)
        SCREEN.print(f"{game.spec.title} is for {player_counts(game.spec)} players.")


def _choose_player(prompt: Prompt, game: AnyGame, seat: Seat) -> str:
    usual = HUMAN if seat == 0 else middle_level(game).name
    names = ", ".join([HUMAN, *(level.name for level in roster.levels(game))])
    while True:
        who = prompt.ask(f"Who plays {seat_name(seat)} ({names})? [{usual}]: ").strip() or usual
        try:
            player(game, who)
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))
        else:
            return f"{seat + 1}={who}"


def _choose_options(prompt: Prompt, game: AnyGame, seats: int) -> Words:
    """The options that the person changes, if any; asked again until they fit together."""
    specs = option_specs(game.types.options)
    if not specs or not prompt.ask("Change the options? [y/N]: ").strip().lower().startswith("y"):
        return ()
    while True:
        words = tuple(_choose_option(prompt, game, spec) for spec in specs)
        try:
            start(game, options_from_words(game, words), seats, Rng("menu"))
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))
        else:
            return words


def _choose_option(prompt: Prompt, game: AnyGame, spec: OptionSpec) -> str:
    SCREEN.print(f"{spec.help} ({spec.range_text()})")
    usual = value_word(spec.default)
    while True:
        chosen = f"{spec.name}={prompt.ask(f'{spec.name} [{usual}]: ').strip() or usual}"
        try:
            options_from_words(game, (chosen,))
        except Refused as error:
            SCREEN.print(refusal_text(error.refusal))
        else:
            return chosen
