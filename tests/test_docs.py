"""The documents tell the truth: their Python examples run, and so do their commands.

In a block of ```python, lines that begin with `>>>` are a session. In a block of ```console, lines
that begin with `$ meadhall` are run; what a document shows below them must be in the output, where
`…` stands for anything. A line `<<< text` is typed at the command's prompt.
"""

import doctest
import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest
from hall import Hall

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str, marker: str) -> list[tuple[Path, str]]:
    found = [(page, block) for page in PAGES for block in BLOCK.findall(page.read_text("utf-8"))]
    return [(page, dedent(text)) for page, (name, text) in found if name == kind and marker in text]


def named(value: object) -> str:
    return str(value.relative_to(ROOT)) if isinstance(value, Path) else ""


@pytest.mark.parametrize(("page", "text"), blocks("python", ">>>"), ids=named)
def test_a_session_gives_what_the_page_says(page: Path, text: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(parsed).failed == 0


@pytest.mark.parametrize(("page", "text"), blocks("console", "$ meadhall"), ids=named)
def test_a_command_says_what_the_page_says(hall: Hall, page: Path, text: str) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, rest = part.partition("\n")
        program, *args = shlex.split(command, comments=True)
        if program != "meadhall":
            continue
        lines = rest.splitlines()
        typed = [line.removeprefix("<<< ") for line in lines if line.startswith("<<<")]
        shown = [line for line in lines if line.strip() and not line.startswith("<<<")]
        done = hall.run(*args, typed=typed)
        assert done.returncode == 0, (page.name, command, done.stderr)
        for line in shown:
            pattern = r"[\s\S]*".join(re.escape(p.strip()) for p in line.split("…"))
            assert re.search(pattern, done.stdout), (page.name, command, line, done.stdout)
