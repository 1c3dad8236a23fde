"""`meadhall arena balance`: how fair a game is, in all the ways it can be played."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from meadhall import registry
from meadhall.arena.balance import Balance, Report, in_bulk, jobs, simulated
from meadhall.arena.ledger import Ledger
from meadhall.arena.limits import Limits, broken, unheard_of
from meadhall.arena.page import as_html
from meadhall.arena.report import as_json, as_markdown
from meadhall.arena.sweep import Choices, Setting, main_choice, settings
from meadhall.bots import roster
from meadhall.cli.keeping import write_atomically
from meadhall.cli.running import Running, bar, played
from meadhall.cli.screen import ERRORS, SCREEN, markdown
from meadhall.cli.setup import SOME, OptionWords, Words, option_pairs, pair
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

FAILED = 1
_WRITERS: Mapping[str, Callable[[Report], str]] = {
    ".html": as_html,
    ".json": as_json,
    ".md": as_markdown,
}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Sweep(Running):
    """What is played, and how."""

    matches: Annotated[int, Parameter(name=("--games", "--matches")), SOME] = 1000
    """How many games in each setting."""
    level: Annotated[Words, Parameter(negative=())] = (roster.BASIC[0].name,)
    """Who plays on all seats: a level, or a bot with settings; each one named is a setting."""
    players: Annotated[str, Parameter(name=("--players", "--seats"))] = ""
    """How many players, as in 2,3,4; every number that the game allows unless said."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE or NAME=VALUE,VALUE; unless said, the first one."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Promises:
    """What must hold; the command fails where chance cannot explain that it does not."""

    max_seat_gap: float | None = None
    """How many points a seat's share may be from the fair share."""
    max_feature_gap: float | None = None
    """The same for everything that the game names: cards, objectives."""
    max_draws: float | None = None
    """How many percent may be undecided."""
    min_comebacks: float | None = None
    """How many percent must be won from behind."""
    max_end: Annotated[Words, Parameter(negative=())] = ()
    """How many percent may end in this way, as roundLimit=20."""

    def limits(self) -> Limits:
        """The promises as the arena knows them."""
        ends = dict(pair(word, "roundLimit=20", "max-end") for word in self.max_end)
        given = (self.max_seat_gap, self.max_feature_gap, self.max_draws, self.min_comebacks)
        for number in given:
            _percent(number or 0)
        return Limits(*given, {reason: _percent(text) for reason, text in ends.items()})


def balance(
    game: str,
    *,
    report: Annotated[tuple[Path, ...], Parameter(negative=())] = (),
    sweep: Sweep | None = None,
    promises: Promises | None = None,
) -> None:
    """Play many matches in many settings, and report how fair the game is in each of them.

    Args:
        game: The game's name.
        report: A file to write the report into (.html, .json or .md); may be given several times.
        sweep: What is played, and how.
        promises: What must hold.
    """
    sweep, limits = sweep or Sweep(), (promises or Promises()).limits()
    writers = {path: _writer(path) for path in report}
    found = registry.game(game)
    balances = _counted(found, _settings(found, sweep), sweep)
    command = shlex.join(["meadhall", *sys.argv[1:]])
    made = Report(game, found.spec.title, command, tuple(balances))
    made = replace(made, broken=tuple(broken(made, limits)))
    SCREEN.print(markdown(as_markdown(made)))
    for path, write in writers.items():
        write_atomically(path, write(made))
    for sentence in unheard_of(made, limits):
        ERRORS.print(sentence, style="yellow")
    for sentence in made.broken:
        ERRORS.print(sentence, style="red")
    if made.broken:
        sys.exit(FAILED)


def _settings(game: AnyGame, sweep: Sweep) -> list[Setting]:
    """The settings that were asked for; anything wrong is refused before any work."""
    seats = _numbers(sweep.players) or game.spec.players
    choices: Choices = {name: text.split(",") for name, text in option_pairs(sweep.option)}
    return settings(game, seats, choices or main_choice(game), sweep.level)


def _counted(game: AnyGame, chosen: Sequence[Setting], sweep: Sweep) -> list[Balance]:
    """Every setting with its matches counted: in bulk where that can be done and none is kept."""
    balances = [Balance(setting) for setting in chosen]
    bulk: list[Balance] = []
    rest: list[Balance] = []
    for balance in balances:
        (bulk if in_bulk(game, balance.setting) and not sweep.keep else rest).append(balance)
    _simulate(game, bulk, sweep)
    _play(game.spec.slug, rest, sweep)
    counted = [balance for balance in balances if balance.matches]
    if not counted:
        raise Refused.because("NO_GAMES", "No game was played to its end.", "games")
    return counted


def _simulate(game: AnyGame, balances: Sequence[Balance], sweep: Sweep) -> None:
    with bar() as progress:
        task = progress.add_task("simulating", total=sweep.matches * len(balances))
        for balance in balances:
            for size in simulated(game, balance, sweep.matches, Rng(sweep.seed)):
                progress.advance(task, size)


def _play(game: str, balances: Sequence[Balance], sweep: Sweep) -> None:
    chosen = [balance.setting for balance in balances]
    keep = sweep.keep is not None
    schedule = list(jobs(game, chosen, sweep.matches, sweep.seed, keep=keep))
    titles = "; ".join(setting.title for setting in chosen)
    ledger = Ledger(sweep.out, f"balance {game} {sweep.seed}: {titles}")
    for outcome in played(schedule, ledger, "playing", sweep):
        if not outcome.error:
            balances[outcome.number % len(balances)].enter_played(outcome)


def _writer(path: Path) -> Callable[[Report], str]:
    if path.suffix not in _WRITERS:
        endings = ", ".join(_WRITERS)
        raise Refused.because("BAD_REPORT", f"A report's name ends in one of: {endings}.", "report")
    return _WRITERS[path.suffix]


def _numbers(text: str) -> list[int]:
    words = [word for word in text.split(",") if word]
    if not all(word.isdecimal() for word in words):
        raise Refused.because("BAD_PLAYERS", f"{text!r} is no list of numbers: 2,3,4.", "players")
    return [int(word) for word in words]


def _percent(given: str | float) -> float:
    try:
        number = float(given)
    except ValueError:
        number = nan
    if not 0 <= number <= 100:  # noqa: PLR2004 - what a percentage is
        raise Refused.because("BAD_LIMIT", f"{given!r} is no number of percent.", "limit")
    return number
