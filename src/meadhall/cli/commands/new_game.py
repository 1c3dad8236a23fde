"""`meadhall new-game`: a folder with a small complete game that you can change into your own."""

import keyword
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from meadhall import registry
from meadhall.cli.new_game.game_files import choices_test, game_files, package_files
from meadhall.cli.terminal.save_files import write_atomically
from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused

_NAME = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")


def new_game(name: str, *, title: str | None = None, into: Path | None = None) -> None:
    """Write a small complete game that obeys every law and can be played at once.

    Args:
        name: What the game is called on the command line, for example `nine-holes`.
        title: What people read; made from the name when not given.
        into: A folder for a package of its own. Without it, the game joins this checkout.
    """
    slug, package = _check_name(name)
    shown = _check_title(title or slug.replace("-", " ").title())
    if into is None:
        folder = _join_checkout(package, slug, shown)
    else:
        if find_spec(package) is not None:
            raise Refused.because("NAME_TAKEN", f"Python has a {package!r} already.", "name")
        folder = into
        _write(folder, package_files(package, slug, shown))
    _show_next_steps(folder, slug, own_package=into is not None)


def _check_name(name: str) -> tuple[str, str]:
    """The slug and the package name; a bad or taken name is refused."""
    if not _NAME.fullmatch(name):
        raise Refused.because(
            "BAD_NAME",
            f"{name!r} is no name for a game; use small letters, digits and dashes,"
            " for example nine-holes.",
            "name",
        )
    slug, package = name.replace("_", "-"), name.replace("-", "_")
    if keyword.iskeyword(package):
        raise Refused.because("BAD_NAME", f"{name!r} is a word of Python itself.", "name")
    if slug in registry.slugs():
        raise Refused.because("NAME_TAKEN", f"There is a game {slug!r} already.", "name")
    return slug, package


def _check_title(title: str) -> str:
    """The title itself; refused if it cannot stand in Python, Markdown and TOML unescaped."""
    if not title.isprintable() or set(title) & set('"\\{}'):
        raise Refused.because(
            "BAD_TITLE", f"{title!r} is no title; leave out quotation marks and the like.", "title"
        )
    return title


def _join_checkout(package: str, slug: str, title: str) -> Path:
    """Write the game among the shipped games, with a test; returns the game's folder."""
    checkout, module = _checkout(), f"meadhall.games.{package}"
    folder = checkout / "src" / "meadhall" / "games" / package
    _write(folder, dict(game_files(module, slug, title)))
    test = checkout / "tests" / "games" / package / "test_choices.py"
    if not test.exists():
        write_atomically(test, choices_test(module))
    return folder


def _checkout() -> Path:
    """The root of this checkout; refused where Meadhall is an installed package."""
    root = Path(__file__).resolve().parents[4]
    if not (root / "pyproject.toml").exists():
        raise Refused.because(
            "NO_CHECKOUT",
            "Meadhall is installed here as a package. Write the game as one of its own:"
            " meadhall new-game NAME --into FOLDER.",
        )
    return root


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files, unless there is something in the folder already."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise Refused.because("NOT_EMPTY", f"{folder} is there already and not empty.", "into")
    for path, text in texts.items():
        write_atomically(folder / path, text)


def _show_next_steps(folder: Path, slug: str, *, own_package: bool) -> None:
    SCREEN.print(f"Written to {folder}.", soft_wrap=True)
    if own_package:
        SCREEN.print(f"Install it:       pip install --editable {folder}", soft_wrap=True)
    laws = (
        f"pytest {folder / 'tests'}"
        if own_package
        else f"./dev test tests/games/test_laws.py -k {slug}"
    )
    SCREEN.print(f"Play it:          meadhall play {slug}")
    SCREEN.print(f"Check its laws:   {laws}", soft_wrap=True)
    SCREEN.print(f"How to go on:     {_how_to()}", soft_wrap=True)


def _how_to() -> str:
    """The page that explains it all: the wheel brings it along."""
    shipped = Path(__file__).parents[1] / "new_game" / "add-a-game.md"
    return str(shipped) if shipped.exists() else "docs/how-to/add-a-game.md"
