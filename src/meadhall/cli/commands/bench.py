"""`meadhall bench` and `meadhall perft`: how fast the code is, and how many positions there are."""

import json as json_text
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter
from rich.progress import track

from meadhall import registry
from meadhall.cli.arguments import AT_LEAST_ONE, OptionWords, options_from_words, seats_or_fewest
from meadhall.cli.bench.benchmark_files import (
    benchmark_files,
    benchmarks_folder,
    measure,
    write_section,
)
from meadhall.cli.bench.figures import as_json, as_table
from meadhall.cli.bench.playouts import PlayoutSetup, playouts
from meadhall.cli.terminal.screen import ERRORS, SCREEN
from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

ALL, PLAYOUTS = "all", "playouts"


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PlayoutOptions:
    """What `playouts` plays."""

    seats: int | None = None
    """How many players; the fewest the game allows when not given."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; repeatable."""
    cap: Annotated[int | None, AT_LEAST_ONE] = None
    """Stop a playout after this many plies; when the rules end it, unless given."""
    seconds: float = 3.0
    """How long to measure."""
    pure: bool = False
    """The pure rules, even where the game has a fast lane."""


_DEFAULTS = PlayoutOptions()


def bench(  # noqa: PLR0913 - the flags of the command
    name: str = ALL,
    game: str | None = None,
    *,
    minutes: float | None = None,
    json: bool = False,
    write: bool = False,
    options: PlayoutOptions = _DEFAULTS,
) -> None:
    """Run the benchmarks of this checkout and show their figures.

    Args:
        name: A file of `benchmarks/` without its ending, `all`, or `playouts` for one game's rate.
        game: The game, for `playouts`.
        minutes: How long to measure, for `soak`.
        json: Print one JSON object instead of tables.
        write: Rewrite each benchmark's section of `benchmarks/results.md`.
        options: What `playouts` plays.
    """
    if name == PLAYOUTS:
        _bench_playouts(game, options, json=json)
        return
    folder = benchmarks_folder()
    reports = []
    for path in track(list(_select(folder, name)), "measuring", console=ERRORS, transient=True):
        report = measure(path, minutes)
        reports.append(report)
        if write:
            write_section(folder / "results.md", report)
        if not json:
            SCREEN.print(as_table(report))
    if json:
        plain = [as_json(report) for report in reports]
        whole = {"benchmarks": plain} if name == ALL else plain[0]
        SCREEN.out(json_text.dumps(whole, ensure_ascii=False), highlight=False)


def perft(
    game: str,
    *,
    seats: int | None = None,
    depth: Annotated[int, AT_LEAST_ONE] = 3,
    seed: str = "1",
    option: OptionWords = (),
) -> None:
    """Count the action sequences from the start of a game, depth by depth.

    Args:
        game: The game.
        seats: How many players; the fewest the game allows when not given.
        depth: How many actions to look ahead.
        seed: The seed of all chance.
        option: An option of the game, as NAME=VALUE; may be given several times.
    """
    from meadhall.testing.perft import perft as count  # noqa: PLC0415 - with an extra, `testing`

    chosen = registry.game(game)
    options = options_from_words(chosen, option)
    state = start(chosen, options, seats_or_fewest(chosen, seats), Rng(seed))
    for level in range(1, depth + 1):
        began = perf_counter()
        sequences = count(chosen, state, level)
        rate = sequences / max(perf_counter() - began, 1e-9)
        SCREEN.print(f"depth {level}: {sequences:>14,}   {rate:>12,.0f} per second")


def _bench_playouts(slug: str | None, options: PlayoutOptions, *, json: bool) -> None:
    if slug is None:
        raise Refused.because(
            "NO_GAME", "Say which game, for example: meadhall bench playouts jarls.", "game"
        )
    game = registry.game(slug)
    seats = seats_or_fewest(game, options.seats)
    cap = game.spec.max_plies if options.cap is None else options.cap
    setup = PlayoutSetup(game, options_from_words(game, options.option), seats, cap)
    rate = playouts(setup, options.seconds, pure=options.pure)
    figures = {"game": slug, "seats": seats, "lane": rate.lane, "cap": cap}
    figures |= {"plies_s": round(rate.plies_s), "playouts_s": round(rate.playouts_s, 1)}
    if json:
        SCREEN.out(json_text.dumps(figures), highlight=False)
        return
    for name, value in figures.items():
        text = value if isinstance(value, str) else f"{value:,}"
        SCREEN.print(f"{name:<12} {text}")


def _select(folder: Path, name: str) -> Iterable[Path]:
    """The benchmark of that name, or all of them."""
    paths = benchmark_files(folder)
    if name == ALL:
        return paths.values()
    if name in paths:
        return [paths[name]]
    known = ", ".join([ALL, PLAYOUTS, *paths])
    raise Refused.because(
        "UNKNOWN_BENCHMARK", f"There is no benchmark {name!r}; there are: {known}.", "name"
    )
