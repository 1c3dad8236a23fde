"""`meadhall play`: a match at the terminal, alone against bots, or several people in turn."""

from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import monotonic

from cyclopts import Parameter

from meadhall import registry
from meadhall.cli.arguments import (
    OptionWords,
    SeatWords,
    change_players,
    check_seed,
    options_from_words,
    player_of_record,
    seat_players,
)
from meadhall.cli.terminal import menu, tutorial
from meadhall.cli.terminal.prompt import Prompt, open_prompt
from meadhall.cli.terminal.save_files import Autosave, load
from meadhall.cli.terminal.screen import SCREEN
from meadhall.cli.terminal.shell import Shell
from meadhall.cli.terminal.shell_commands import COMMANDS
from meadhall.cli.terminal.table import LocalTable, new_table, table_from_record
from meadhall.core.refusal import Refused


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How the match should be."""

    seat: SeatWords = ()
    """Who plays a seat, as NUMBER=WHO: `1=human:Anna`, `2=greedy`, `2=program:CMD`; repeatable."""
    seats: int | None = None
    """How many players; the fewest that fit when not given."""
    seed: str | None = None
    """The seed of all chance; the same seed gives the same match."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; repeatable. See `meadhall rules GAME`."""
    resume: Path | None = None
    """Go on with a saved match."""
    timers: bool = False
    """Keep the time limits of the rules; when time is up, the default action is played."""
    tutorial: bool = False
    """A guided first match instead."""


_DEFAULTS = PlayOptions()


def play(game: str | None = None, *, options: PlayOptions = _DEFAULTS) -> None:
    """Play a game at the terminal; without a name, choose from the menu.

    Args:
        game: The game, as `meadhall games` names it.
        options: How the match should be.
    """
    prompt = open_prompt(timed=options.timers)
    autosave = Autosave()
    resume = options.resume or (_offer_interrupted(prompt, autosave) if game is None else None)
    if resume is not None:
        table = _resume(resume, game, options)
    elif options.tutorial:
        if game is None:
            raise Refused.because(
                "NO_GAME", "Say which game: meadhall play GAME --tutorial.", "game"
            )
        tutorial.run(registry.game(game), prompt)
        return
    else:
        table = _start(game, options, prompt)
    SCREEN.rule(table.game.spec.title)
    Shell(
        table=table,
        now=lambda: round(monotonic() * 1000),
        commands=COMMANDS,
        prompt=prompt,
        autosave=autosave,
    ).run()


def _start(slug: str | None, options: PlayOptions, prompt: Prompt) -> LocalTable:
    """A table for a new match, as the command line or else the menu says."""
    seat_words, option_words, seats = options.seat, options.option, options.seats
    if slug is None:
        choice = menu.choose(prompt)
        slug, seats = choice.slug, choice.seats
        seat_words, option_words = choice.seat_words, choice.option_words
    game = registry.game(slug)
    players = seat_players(game, seat_words, seats)
    game_options = options_from_words(game, option_words)
    seed = check_seed(token_hex(6) if options.seed is None else options.seed)
    return new_table(game, game_options, players, seed, timed=options.timers)


def _resume(path: Path, slug: str | None, options: PlayOptions) -> LocalTable:
    """The table of a saved match; `--seat` may change its players."""
    record = load(path)
    if slug is not None and slug != record.game:
        raise Refused.because(
            "OTHER_GAME", f"{path} is a match of {record.game}, not of {slug}.", "game"
        )
    game = registry.game(record.game)
    sitting = [player_of_record(game, name) for name in record.players]
    players = change_players(game, sitting, options.seat)
    return table_from_record(game, record, players, timed=options.timers)


def _offer_interrupted(prompt: Prompt, autosave: Autosave) -> Path | None:
    """The interrupted match that the person wants to continue, if any; scripts are not asked."""
    if not prompt.is_person:
        return None
    for path in autosave.interrupted_files():
        try:
            record = load(path)
        # A damaged file must not stop anybody from playing.
        except Refused:
            continue
        text = f"An interrupted match of {record.game}, {len(record.plies)} plies, was kept."
        SCREEN.print(text, style="bold")
        answer = prompt.ask("Go on with it? [Y]es, [n]ot now, [d]elete: ").strip().lower()[:1]
        if answer == "d":
            path.unlink(missing_ok=True)
        elif answer != "n":
            return path
    return None
