"""Finds the games: every folder of `meadhall.games`, and every installed third-party game.

A third-party package announces a game with an entry point of the group `meadhall.games` whose value
is a `Game`. A slug is taken once; a second claim is an error, not a surprise.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pkgutil import iter_modules

from meadhall import games as shipped
from meadhall.core.game import AnyGame, Game
from meadhall.core.refusal import Refused

GROUP = "meadhall.games"


def slugs() -> tuple[str, ...]:
    """The names of all games, in order."""
    return tuple(sorted(_loaders()))


def game(slug: str) -> AnyGame:
    """The game of that name."""
    loaders = _loaders()
    if slug not in loaders:
        near = get_close_matches(slug, loaders, 1)
        hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(slugs())}."
        raise Refused.because("UNKNOWN_GAME", f"There is no game {slug!r}. {hint}", "game")
    return _load(slug)


def games() -> Iterator[AnyGame]:
    """All games, by name."""
    return map(game, slugs())


def rules_text(slug: str) -> str:
    """The game's `RULES.md`, from the folder its rules live in; else what its card says."""
    found = game(slug)
    package = found.initial.__module__.rpartition(".")[0]
    page = files(package).joinpath("RULES.md") if package else None
    if page is None or not page.is_file():
        return f"# {found.spec.title}\n\n{found.spec.summary}\n"
    return page.read_text("utf-8")


@cache
def _loaders() -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    for name in (module.name for module in iter_modules(shipped.__path__)):
        found[name.replace("_", "-")] = _Folder(name)
    for point in entry_points(group=GROUP):
        if point.name in found:
            raise ValueError(f"two games call themselves {point.name!r}; one is {point.value}")
        found[point.name] = point.load
    return found


class _Folder:
    """Imports a shipped game only when it is asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self) -> object:
        return import_module(f"{shipped.__name__}.{self.name}").GAME


@cache
def _load(slug: str) -> AnyGame:
    loaded = _loaders()[slug]()
    if not isinstance(loaded, Game) or loaded.spec.slug != slug:
        raise TypeError(f"{slug!r} does not lead to a Game with that slug, but to {loaded!r:.80}")
    return loaded
