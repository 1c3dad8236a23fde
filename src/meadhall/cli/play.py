"""`meadhall play`: a match at the terminal, alone against bots, or several people in turn."""

from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from time import monotonic

from cyclopts import Parameter

from meadhall import registry
from meadhall.cli import menu, tutorial
from meadhall.cli.commands import COMMANDS
from meadhall.cli.keeping import Autosave, load
from meadhall.cli.screen import SCREEN
from meadhall.cli.setup import (
    OptionWords,
    SeatWords,
    checked_seed,
    chosen_options,
    player_of_record,
    reseated,
    seated,
)
from meadhall.cli.shell import Shell
from meadhall.cli.table import Table, laid, resumed
from meadhall.cli.typist import Typist, typist
from meadhall.core.refusal import Refused


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Wishes:
    """How the match should be."""

    seat: SeatWords = ()
    """Who plays a seat, as NUMBER=WHO: `1=human`, `1=human:Anna`, `2=greedy`; repeatable."""
    seats: int | None = None
    """How many players; the fewest that fit when not given."""
    seed: str | None = None
    """What chance is drawn from; the same seed gives the same match."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; repeatable. See `meadhall rules GAME`."""
    resume: Path | None = None
    """Go on with a saved match."""
    timers: bool = False
    """Keep the time limits of the rules; who is too late gets the default action."""
    tutorial: bool = False
    """A guided first match instead."""


_USUAL = Wishes()


def play(game: str | None = None, *, wishes: Wishes = _USUAL) -> None:
    """Play a game at the terminal; without a name, choose from the menu.

    Args:
        game: The game, as `meadhall games` names it.
        wishes: How the match should be.
    """
    person = typist(timed=wishes.timers)
    autosave = Autosave()
    resume = wishes.resume or (_offered(person, autosave) if game is None else None)
    if resume is not None:
        table = _continued(resume, game, wishes)
    elif wishes.tutorial:
        tutorial.run(registry.game(_named(game)), person)
        return
    else:
        table = _begun(game, wishes, person)
    SCREEN.rule(table.game.spec.title)
    Shell(
        table=table,
        now=lambda: round(monotonic() * 1000),
        commands=COMMANDS,
        typist=person,
        autosave=autosave,
    ).run()


def _begun(slug: str | None, wishes: Wishes, person: Typist) -> Table:
    seat_words, option_words, seats = wishes.seat, wishes.option, wishes.seats
    if slug is None:
        choice = menu.choose(person)
        slug, seats = choice.slug, choice.seats
        seat_words, option_words = choice.seat_words, choice.option_words
    game = registry.game(slug)
    players = seated(game, seat_words, seats)
    options = chosen_options(game, option_words)
    seed = checked_seed(token_hex(6) if wishes.seed is None else wishes.seed)
    return laid(game, options, players, seed, timed=wishes.timers)


def _continued(path: Path, slug: str | None, wishes: Wishes) -> Table:
    record = load(path)
    if slug is not None and slug != record.game:
        raise Refused.because(
            "OTHER_GAME", f"{path} is a match of {record.game}, not of {slug}.", "game"
        )
    game = registry.game(record.game)
    sitting = [player_of_record(game, name) for name in record.players]
    players = reseated(game, sitting, wishes.seat)
    return resumed(game, record, players, timed=wishes.timers)


def _offered(person: Typist, autosave: Autosave) -> Path | None:
    """An interrupted match that the person wants to go on with; scripts are not asked."""
    if not person.is_person:
        return None
    for path in autosave.left_behind():
        try:
            record = load(path)
        except Refused:
            continue
        told = f"An interrupted match of {record.game}, {len(record.plies)} plies, was kept."
        SCREEN.print(told, style="bold")
        answer = person.ask("Go on with it? [Y]es, [n]ot now, [d]elete: ").strip().lower()[:1]
        if answer == "d":
            path.unlink(missing_ok=True)
        elif answer != "n":
            return path
    return None


def _named(slug: str | None) -> str:
    if slug is None:
        raise Refused.because("NO_GAME", "Say which game: meadhall play GAME --tutorial.", "game")
    return slug
