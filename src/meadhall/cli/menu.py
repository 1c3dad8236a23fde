"""The menu: which game, against whom, with which options."""

from dataclasses import dataclass

from rich.table import Table as Grid
from rich.text import Text

from meadhall import registry
from meadhall.bots import roster
from meadhall.cli.listing import counts, levels_grid, word
from meadhall.cli.screen import SCREEN, explained
from meadhall.cli.setup import HUMAN, Words, chosen_options, middle_level, player
from meadhall.cli.typist import Typist
from meadhall.core.game import AnyGame, start
from meadhall.core.options import OptionSpec, option_specs
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, in the words of the command line."""

    slug: str
    seats: int
    seat_words: Words
    option_words: Words


def choose(person: Typist) -> Choice:
    """Ask for everything a match needs; Enter takes what stands in brackets."""
    game = _choose_game(person)
    seats = _choose_seats(person, game)
    SCREEN.print(levels_grid(game))
    sitting = tuple(_choose_player(person, game, seat) for seat in range(seats))
    options = _choose_options(person, game, seats)
    return Choice(game.spec.slug, seats, sitting, options)


def _choose_game(person: Typist) -> AnyGame:
    games = list(registry.games())
    if not games:
        raise Refused.because("NO_GAMES", "No game is installed.")
    grid = Grid.grid(padding=(0, 2))
    for number, game in enumerate(games, 1):
        players = f"{counts(game.spec)} players"
        grid.add_row(str(number), Text(game.spec.title, style="bold"), players, game.spec.summary)
    SCREEN.print(grid)
    while True:
        line = person.ask("Which game? [1]: ").strip() or "1"
        numbered = {str(number): game for number, game in enumerate(games, 1)}
        try:
            return numbered.get(line) or registry.game(line)
        except Refused as error:
            SCREEN.print(explained(error.refusal))


def _choose_seats(person: Typist, game: AnyGame) -> int:
    fewest = min(game.spec.players)
    if len(game.spec.players) == 1:
        return fewest
    while True:
        line = person.ask(f"How many players ({counts(game.spec)})? [{fewest}]: ").strip()
        if not line:
            return fewest
        if line in map(str, game.spec.players):
            return int(line)
        SCREEN.print(f"{game.spec.title} is for {counts(game.spec)} players.")


def _choose_player(person: Typist, game: AnyGame, seat: Seat) -> str:
    usual = HUMAN if seat == 0 else middle_level(game).name
    names = ", ".join([HUMAN, *(level.name for level in roster.levels(game))])
    while True:
        who = person.ask(f"Who plays {seat_name(seat)} ({names})? [{usual}]: ").strip() or usual
        try:
            player(game, who)
        except Refused as error:
            SCREEN.print(explained(error.refusal))
        else:
            return f"{seat + 1}={who}"


def _choose_options(person: Typist, game: AnyGame, seats: int) -> Words:
    """All options at their usual values, or one question each; asked again until they fit."""
    specs = option_specs(game.types.options)
    if not specs or not person.ask("Change the options? [y/N]: ").strip().lower().startswith("y"):
        return ()
    while True:
        words = tuple(_choose_option(person, game, spec) for spec in specs)
        try:
            start(game, chosen_options(game, words), seats, Rng("menu"))
        except Refused as error:
            SCREEN.print(explained(error.refusal))
        else:
            return words


def _choose_option(person: Typist, game: AnyGame, spec: OptionSpec) -> str:
    SCREEN.print(f"{spec.help} ({spec.allowed()})")
    usual = word(spec.default)
    while True:
        chosen = f"{spec.name}={person.ask(f'{spec.name} [{usual}]: ').strip() or usual}"
        try:
            chosen_options(game, (chosen,))
        except Refused as error:
            SCREEN.print(explained(error.refusal))
        else:
            return chosen
