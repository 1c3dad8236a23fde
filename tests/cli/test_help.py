"""Every command has an example that it accepts, and completion installs.

That a missing extra is named: `tests/e2e/release/test_wheel.py`, where extras are missing.
"""

import shlex
import tomllib
from collections.abc import Iterator
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


def test_every_extra_is_one_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert {*EXTRAS.values()} <= {*project["project"]["optional-dependencies"]}
