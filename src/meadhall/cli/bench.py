"""`meadhall bench` and `meadhall perft`: what the code can do, in numbers."""

import json as json_text
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Annotated

from cyclopts import Parameter
from rich.progress import track

from meadhall import registry
from meadhall.cli.figures import Report, as_json, as_table, with_section
from meadhall.cli.keeping import write_atomically
from meadhall.cli.playouts import Course, playouts
from meadhall.cli.screen import ERRORS, SCREEN
from meadhall.cli.setup import SOME, OptionWords, chosen_options, seats_or_fewest
from meadhall.core.game import start
from meadhall.core.perft import perft as count
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

ALL, PLAYOUTS = "all", "playouts"


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PlayoutWishes:
    """What `playouts` plays."""

    seats: int | None = None
    """How many players; the fewest the game allows when not given."""
    option: OptionWords = ()
    """An option of the game, as NAME=VALUE; repeatable."""
    cap: Annotated[int | None, SOME] = None
    """After how many plies a playout is given up; by the rules when not given."""
    seconds: float = 3.0
    """How long to measure."""
    pure: bool = False
    """The pure rules, even where the game has a fast lane."""


_USUAL = PlayoutWishes()


def bench(
    name: str = ALL,
    game: str | None = None,
    *,
    json: bool = False,
    write: bool = False,
    wishes: PlayoutWishes = _USUAL,
) -> None:
    """Run the benchmarks of this checkout and show their figures.

    Args:
        name: A file of `benchmarks/` without its ending, `all`, or `playouts` for one game's rate.
        game: The game, for `playouts`.
        json: Print one JSON object instead of tables.
        write: Write each benchmark's section of `benchmarks/results.md` anew.
        wishes: What `playouts` plays.
    """
    if name == PLAYOUTS:
        _bench_playouts(game, wishes, json=json)
        return
    folder = _benchmarks()
    reports = []
    for path in track(list(_chosen(folder, name)), "measuring", console=ERRORS, transient=True):
        report = _measured(path)
        reports.append(report)
        if write:
            _rewrite(folder / "results.md", report)
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
    depth: Annotated[int, SOME] = 3,
    seed: str = "1",
    option: OptionWords = (),
) -> None:
    """Count the action sequences from the start of a game, depth by depth.

    Args:
        game: The game.
        seats: How many players; the fewest the game allows when not given.
        depth: How many actions to look ahead.
        seed: What chance is drawn from.
        option: An option of the game, as NAME=VALUE; may be given several times.
    """
    chosen = registry.game(game)
    options = chosen_options(chosen, option)
    state = start(chosen, options, seats_or_fewest(chosen, seats), Rng(seed))
    for level in range(1, depth + 1):
        began = perf_counter()
        found = count(chosen, state, level)
        rate = found / max(perf_counter() - began, 1e-9)
        SCREEN.print(f"depth {level}: {found:>14,}   {rate:>12,.0f} per second")


def _bench_playouts(slug: str | None, wishes: PlayoutWishes, *, json: bool) -> None:
    if slug is None:
        raise Refused.because(
            "NO_GAME", "Say which game, for example: meadhall bench playouts jarls.", "game"
        )
    game = registry.game(slug)
    seats = seats_or_fewest(game, wishes.seats)
    cap = game.spec.max_plies if wishes.cap is None else wishes.cap
    course = Course(game, chosen_options(game, wishes.option), seats, cap)
    rate = playouts(course, wishes.seconds, pure=wishes.pure)
    figures = {"game": slug, "seats": seats, "lane": rate.lane, "cap": cap}
    figures |= {"plies_s": round(rate.plies_s), "playouts_s": round(rate.playouts_s, 1)}
    if json:
        SCREEN.out(json_text.dumps(figures), highlight=False)
        return
    for name, value in figures.items():
        shown = value if isinstance(value, str) else f"{value:,}"
        SCREEN.print(f"{name:<12} {shown}")


def _benchmarks() -> Path:
    """The folder `benchmarks/` of the checkout that this package is run from."""
    folder = Path(__file__).resolve().parents[3] / "benchmarks"
    if not folder.is_dir():
        raise Refused.because(
            "NO_CHECKOUT",
            "The benchmarks are part of a checkout of Meadhall, and this is an installed package."
            " Only `meadhall bench playouts GAME` works here.",
        )
    return folder


def _chosen(folder: Path, name: str) -> Iterator[Path]:
    paths = {path.stem: path for path in sorted(folder.glob("[!_]*.py"))}
    if name == ALL:
        yield from paths.values()
    elif name in paths:
        yield paths[name]
    else:
        known = ", ".join([ALL, PLAYOUTS, *paths])
        raise Refused.because(
            "UNKNOWN_BENCHMARK", f"There is no benchmark {name!r}; there are: {known}.", "name"
        )


def _measured(path: Path) -> Report:
    module = _loaded(path)
    return Report(path.stem, module.TITLE, tuple(module.measure()))


def _loaded(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"meadhall_benchmark_{path.stem}", path)
    assert spec is not None  # noqa: S101 - a path that ends in .py always has one
    assert spec.loader is not None  # noqa: S101 - the same
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _rewrite(page: Path, report: Report) -> None:
    old = page.read_text("utf-8") if page.exists() else ""
    write_atomically(page, with_section(old, report))
