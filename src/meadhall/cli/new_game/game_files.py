"""The files of a new game, made from those of `template/`."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

_TEMPLATE = "meadhall.cli.new_game.template"
_SUFFIXES = (".py", ".md", ".json", ".svg", ".css")
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{slug}"
version = "0.1.0"
description = "{title}, a game for Meadhall."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["meadhall"]

[project.optional-dependencies]
test = ["meadhall[testing]", "pytest"]

[project.entry-points."meadhall.games"]
{slug} = "{package}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]
"""
_README = """\
# {title}

A game for Meadhall, a hall of turn-based strategy games.

```sh
pip install --editable ".[test]"   # the hall finds the game by its entry point
meadhall play {slug}
pytest                             # the laws of the hall, and your own choices
python -m build                    # a wheel to share (pip install build)
```

| file | what is in it |
| --- | --- |
| `src/{package}/RULES.md`, `CHOICES.md` | the rules for players; how you read their open points |
| `src/{package}/types.py`, `rules/` | the state and the actions; what is allowed, what happens |
| `src/{package}/look/`, `skin/` | how the game is drawn, worded and animated |
| `src/{package}/bots/`, `encode.py` | what bots and learning agents need |
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
_CHOICES = '''\
"""Each numbered choice of `CHOICES.md` has a test that is named after it."""

from meadhall.core.rng import Rng
{gap}from {module} import GAME


def test_s1_the_clock_takes_one_stone() -> None:
    state = GAME.initial(GAME.types.options(), 2, Rng("seed"))
    assert GAME.notation.write(GAME.default_action(state, 0, Rng("seed"))) == "take 1"
'''


def package_files(package: str, slug: str, title: str) -> dict[str, str]:
    """A project of its own, by path: the game as a package, its metadata and its tests."""
    game = {f"src/{package}/{path}": text for path, text in game_files(package, slug, title)}
    return {
        **game,
        "README.md": _README.format(slug=slug, title=title, package=package),
        "pyproject.toml": _PROJECT.format(slug=slug, title=title, package=package),
        "tests/test_laws.py": _LAWS.format(package=package),
        "tests/test_choices.py": choices_test(package),
    }


def choices_test(module: str) -> str:
    """The test of the game's numbered choices."""
    return _CHOICES.format(gap=_gap(module), module=module)


def game_files(module: str, slug: str, title: str) -> Iterator[tuple[str, str]]:
    """The template's files with their paths, renamed to the new game."""
    for path, source in _sources(files(_TEMPLATE)):
        text = source.read_text("utf-8").replace(_TEMPLATE, module)
        text = text.replace('slug="template"', f'slug="{slug}"')
        text = text.replace(".skin-template", f".skin-{slug}")
        yield path, _sort_imports(module, text.replace("Last Stone", title))


def _sources(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files below the folder, each with its path in it."""
    for source in sorted(folder.iterdir(), key=lambda path: path.name):
        if source.is_dir():
            yield from _sources(source, f"{prefix}{source.name}/")
        elif source.name.endswith(_SUFFIXES):
            yield f"{prefix}{source.name}", source


def _sort_imports(module: str, text: str) -> str:
    """The text with the game's own imports after those of the hall, where linters want them.

    In the template they come first: `meadhall.cli` sorts before `meadhall.core`.
    """
    lines = text.splitlines(keepends=True)
    own = [line for line in lines if line.startswith(f"from {module}")]
    rest = [line for line in lines if line not in own]
    hall = [number for number, line in enumerate(rest, 1) if line.startswith("from meadhall")]
    if not hall:
        return text
    gap = _gap(module) if own else ""
    return "".join([*rest[: hall[-1]], gap, *own, *rest[hall[-1] :]])


def _gap(module: str) -> str:
    """An empty line between imports of the hall and of a game in a package of its own."""
    return "" if module.startswith("meadhall.") else "\n"
