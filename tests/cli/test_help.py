"""Every command has an example that it accepts, and completion installs.

That a missing extra is named: `tests/e2e/release/test_wheel.py`, where extras are missing.
"""

import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from cyclopts import App
from hall import Hall

from meadhall.cli.app import app
from meadhall.cli.examples import EXAMPLES
from meadhall.kit.extras import EXTRAS


def walk(group: App, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], App]]:
    yield words, group
    for name in group:
        if not name.startswith("-"):
            yield from walk(group[name], (*words, name))


COMMANDS = dict(walk(app))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_ends_with_an_example_that_the_command_accepts(words: tuple[str, ...]) -> None:
    example = EXAMPLES[" ".join(words)]
    assert f"Example: {example}" in (COMMANDS[words].help_epilogue or "")
    program, *args = shlex.split(example)
    assert program == "meadhall"
    assert tuple(args[: len(words)]) == words
    command, _, _ = app.parse_args(args, exit_on_error=False, print_error=False)
    assert callable(command)


def test_there_are_no_examples_of_other_commands() -> None:
    assert {" ".join(words) for words in COMMANDS} == EXAMPLES.keys()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_written_for_a_shell(hall: Hall, shell: str) -> None:
    done = hall.run("completion", "--shell", shell, "--output", "made")
    assert done.returncode == 0, done.stderr
    text = (hall.folder / "made").read_text("utf-8")
    for word in ("export-matches", "backup", "duel", "unix-socket"):
        assert word in text


def test_a_missing_module_of_any_extra_can_be_named() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    needed = {(re.split(r"[^\w-]", need)[0], extra) for extra in extras for need in extras[extra]}
    modules = {
        (dist, module) for module, found in packages_distributions().items() for dist in found
    }
    for package, extra in needed:
        names = {module for distribution, module in modules if same(distribution, package)}
        known = {EXTRAS[name] for name in names if name in EXTRAS}
        # numpy belongs to two extras; the one that most people want is named.
        assert known & {extra, "fast"}, f"no module of {package} names the extra {extra}"
    assert {*EXTRAS.values()} == {*extras}


def same(name: str, other: str) -> bool:
    return re.sub(r"[-_.]+", "-", name).lower() == re.sub(r"[-_.]+", "-", other).lower()
