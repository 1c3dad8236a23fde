"""`meadhall new-game`: a folder with a small complete game, to be changed into another."""

import keyword
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from meadhall import registry
from meadhall.cli.keeping import write_atomically
from meadhall.cli.screen import SCREEN
from meadhall.core.refusal import Refused

_TEMPLATE = "meadhall.cli.template"
_NAME = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{slug}"
version = "0.1.0"
description = "{title}, a game for Meadhall."
requires-python = ">=3.11"
dependencies = ["meadhall"]

[project.optional-dependencies]
test = ["meadhall[cli,testing]", "pytest"]

[project.entry-points."meadhall.games"]
{slug} = "{package}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]
"""
_LAWS = '''\
"""The game obeys every law of the hall."""

import pytest
from meadhall.testing import LAWS, check

from {package} import GAME


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(law, GAME)
'''


def new_game(name: str, *, title: str | None = None, into: Path | None = None) -> None:
    """Write a small complete game that obeys every law and can be played at once.

    Args:
        name: What the game is called on the command line, for example `nine-holes`.
        title: What people read; made from the name when not given.
        into: A folder for a package of its own. Without it, the game joins this checkout.
    """
    slug, package = _checked(name)
    shown = _checked_title(title or slug.replace("-", " ").title())
    if into is None:
        folder = _checkout() / package
        module = f"meadhall.games.{package}"
        written = dict(_game_files(module, slug, shown))
    else:
        if find_spec(package) is not None:
            raise Refused.because("NAME_TAKEN", f"Python has a {package!r} already.", "name")
        folder, module = into, package
        game = _game_files(module, slug, shown)
        written = {f"src/{package}/{path}": text for path, text in game}
        written["pyproject.toml"] = _PROJECT.format(slug=slug, title=shown, package=package)
        written["tests/test_laws.py"] = _LAWS.format(package=package)
    _write(folder, written)
    _tell(folder, slug, own_package=into is not None)


def _checked(name: str) -> tuple[str, str]:
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


def _checked_title(title: str) -> str:
    """The title, if it can stand in a line of Python as it is."""
    if not title.isprintable() or set(title) & set('"\\{}'):
        raise Refused.because(
            "BAD_TITLE", f"{title!r} is no title; leave out quotation marks and the like.", "title"
        )
    return title


def _game_files(module: str, slug: str, title: str) -> Iterator[tuple[str, str]]:
    """The template's files, speaking of the new game."""
    for source in sorted(files(_TEMPLATE).iterdir(), key=lambda path: path.name):
        if source.name.endswith((".py", ".md")):
            text = source.read_text("utf-8").replace(_TEMPLATE, module)
            text = text.replace('slug="template"', f'slug="{slug}"')
            yield source.name, _own_last(module, text.replace("Last Stone", title))


def _own_last(module: str, text: str) -> str:
    """The imports in order: a game's own come after the hall's, the template's before them."""
    lines = text.splitlines(keepends=True)
    own = [line for line in lines if line.startswith(f"from {module}")]
    rest = [line for line in lines if line not in own]
    end = max((i for i, line in enumerate(rest, 1) if line.startswith("from meadhall")), default=0)
    gap = ["\n"] if own and not module.startswith("meadhall") else []
    return "".join([*rest[:end], *gap, *own, *rest[end:]])


def _checkout() -> Path:
    """The folder of the shipped games, where this is a checkout and not an installed package."""
    package = Path(__file__).resolve().parents[1]
    if not (package.parents[1] / "pyproject.toml").exists():
        raise Refused.because(
            "NO_CHECKOUT",
            "Meadhall is installed here as a package. Write the game as one of its own:"
            " meadhall new-game NAME --into FOLDER.",
        )
    return package / "games"


def _write(folder: Path, texts: dict[str, str]) -> None:
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise Refused.because("NOT_EMPTY", f"{folder} is there already and not empty.", "into")
    for path, text in texts.items():
        write_atomically(folder / path, text)


def _tell(folder: Path, slug: str, *, own_package: bool) -> None:
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
    SCREEN.print("How to go on:     docs/how-to/add-a-game.md")
