"""Finds the games: every folder of `meadhall.games`, and every installed third-party game.

A third-party package declares a game with an entry point of the group `meadhall.games` whose value
is a `Game`. Two games with the same slug are an error.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import iter_modules

from meadhall import games as shipped
from meadhall.core.game import AnyGame, Game
from meadhall.core.refusal import Refused

GROUP = "meadhall.games"


def slugs() -> tuple[str, ...]:
    """The slugs of all games, sorted."""
    return tuple(sorted(_loaders()))


def game(slug: str) -> AnyGame:
    """The game with that slug; raises `Refused` if there is none."""
    loaders = _loaders()
    if slug not in loaders:
        near = get_close_matches(slug, loaders, 1)
        hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(slugs())}."
        raise Refused.because("UNKNOWN_GAME", f"There is no game {slug!r}. {hint}", "game")
    return _load(slug)


def games() -> Iterator[AnyGame]:
    """All games, in the order of their slugs."""
    return map(game, slugs())


def rules_text(slug: str) -> str:
    """The text of the game's `RULES.md`; its title and summary if it has no such file."""
    spec, page = game(slug).spec, resource(game(slug), "RULES.md")
    if page is None:
        return f"# {spec.title}\n\n{spec.summary}\n"
    return page.read_text("utf-8")


def resource(of: AnyGame, name: str) -> Traversable | None:
    """A file or folder of the game's package, such as `skin`; `None` if it has none.

    A `Game` does not know its package, but its function `initial` knows its module. The search
    starts beside that module and goes up through the packages around it.
    """
    package = of.initial.__module__.rpartition(".")[0]
    while package:
        path = files(package).joinpath(name)
        if path.is_file() or path.is_dir():
            return path
        package = package.rpartition(".")[0]
    return None


# Kept for the life of the process: a game that is installed later is found after a restart.
@cache
def _loaders() -> dict[str, Callable[[], object]]:
    """For each slug, the function that imports its game."""
    loaders: dict[str, Callable[[], object]] = {}
    for name in (module.name for module in iter_modules(shipped.__path__)):
        loaders[name.replace("_", "-")] = _Folder(name)
    for point in entry_points(group=GROUP):
        if point.name in loaders:
            raise ValueError(f"two games have the slug {point.name!r}; one is {point.value}")
        loaders[point.name] = point.load
    return loaders


class _Folder:
    """Imports a shipped game when it is called, not earlier."""

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
