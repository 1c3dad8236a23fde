"""`meadhall arena balance`: how fair a game is, in each of its settings."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from meadhall import registry
from meadhall.arena.balance.counts import Balance, BalanceReport, can_simulate, jobs, simulate
from meadhall.arena.balance.limits import Limits, broken_promises, unknown_ends
from meadhall.arena.balance.page import as_html
from meadhall.arena.balance.report import as_json, as_markdown
from meadhall.arena.balance.sweep import OptionChoices, Setting, main_choice, settings
from meadhall.arena.contest.ledger import Ledger
from meadhall.bots import roster
from meadhall.cli.arguments import AT_LEAST_ONE, OptionWords, Words, option_pairs, pair
from meadhall.cli.commands.arena.runs import RunOptions, play_jobs, progress_bar
from meadhall.cli.terminal.save_files import write_atomically
from meadhall.cli.terminal.screen import ERRORS, SCREEN, markdown
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

FAILED = 1
_WRITERS: Mapping[str, Callable[[BalanceReport], str]] = {
    ".html": as_html,
    ".json": as_json,
    ".md": as_markdown,
}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SweepOptions(RunOptions):
    """What is played, and how."""

    matches: Annotated[int, Parameter(name=("--games", "--matches")), AT_LEAST_ONE] = 1000
    """How many games in each setting."""
    level: Annotated[Words, Parameter(negative=())] = (roster.BASIC[0].name,)
    """The bot on all seats: a level, or a bot with settings; each one given is a setting."""
    players: Annotated[str, Parameter(name=("--players", "--seats"))] = ""
    """How many players, as in 2,3,4; every number that the game allows unless given."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE or NAME=VALUE,VALUE; the first option unless given."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Promises:
    """What must hold; the command fails if it does not and chance cannot explain that."""

    max_seat_gap: float | None = None
    """How many points a seat's share may be from the fair share."""
    max_feature_gap: float | None = None
    """The same for each feature that the game reports: cards, objectives."""
    max_draws: float | None = None
    """How many percent may be undecided."""
    min_comebacks: float | None = None
    """How many percent must be won from behind."""
    max_end: Annotated[Words, Parameter(negative=())] = ()
    """How many percent may end for this reason, as roundLimit=20."""

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
    sweep: SweepOptions | None = None,
    promises: Promises | None = None,
) -> None:
    """Play many matches in many settings, and report how fair the game is in each of them.

    Args:
        game: The game's name.
        report: A file for the report (.html, .json or .md); may be given several times.
        sweep: What is played, and how.
        promises: What must hold.
    """
    sweep, limits = sweep or SweepOptions(), (promises or Promises()).limits()
    writers = {path: _writer(path) for path in report}
    chosen = registry.game(game)
    balances = _count_matches(chosen, _settings(chosen, sweep), sweep)
    command = shlex.join(["meadhall", *sys.argv[1:]])
    whole = BalanceReport(game, chosen.spec.title, command, tuple(balances))
    whole = replace(whole, broken=tuple(broken_promises(whole, limits)))
    SCREEN.print(markdown(as_markdown(whole)))
    for path, write in writers.items():
        write_atomically(path, write(whole))
    for sentence in unknown_ends(whole, limits):
        ERRORS.print(sentence, style="yellow")
    for sentence in whole.broken:
        ERRORS.print(sentence, style="red")
    if whole.broken:
        sys.exit(FAILED)


def _settings(game: AnyGame, sweep: SweepOptions) -> list[Setting]:
    """The settings that the arguments name; anything wrong is refused before any work."""
    seats = _numbers(sweep.players) or game.spec.players
    choices: OptionChoices = {name: text.split(",") for name, text in option_pairs(sweep.option)}
    return settings(game, seats, choices or main_choice(game), sweep.level)


def _count_matches(game: AnyGame, chosen: Sequence[Setting], sweep: SweepOptions) -> list[Balance]:
    """The counts of every setting. Matches are simulated in bulk, unless records are kept."""
    balances = [Balance(setting) for setting in chosen]
    bulk: list[Balance] = []
    rest: list[Balance] = []
    for balance in balances:
        (bulk if can_simulate(game, balance.setting) and not sweep.keep else rest).append(balance)
    _simulate(game, bulk, sweep)
    _play(game.spec.slug, rest, sweep)
    counted = [balance for balance in balances if balance.matches]
    if not counted:
        raise Refused.because("NO_GAMES", "No game was played to its end.", "games")
    return counted


def _simulate(game: AnyGame, balances: Sequence[Balance], sweep: SweepOptions) -> None:
    with progress_bar() as progress:
        task = progress.add_task("simulating", total=sweep.matches * len(balances))
        for balance in balances:
            for size in simulate(game, balance, sweep.matches, Rng(sweep.seed)):
                progress.advance(task, size)


def _play(game: str, balances: Sequence[Balance], sweep: SweepOptions) -> None:
    chosen = [balance.setting for balance in balances]
    keep = sweep.keep is not None
    schedule = list(jobs(game, chosen, sweep.matches, sweep.seed, keep=keep))
    titles = "; ".join(setting.title for setting in chosen)
    ledger = Ledger(sweep.out, f"balance {game} {sweep.seed}: {titles}")
    for outcome in play_jobs(schedule, ledger, "playing", sweep):
        if not outcome.error:
            # Settings take turns in the schedule, so the number tells the setting.
            balances[outcome.number % len(balances)].enter_outcome(outcome)


def _writer(path: Path) -> Callable[[BalanceReport], str]:
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
        # No range contains it, so it is refused below.
        number = nan
    if not 0 <= number <= 100:  # noqa: PLR2004 - the range of a percentage
        raise Refused.because("BAD_LIMIT", f"{given!r} is no number of percent.", "limit")
    return number
