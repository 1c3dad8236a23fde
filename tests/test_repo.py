"""What no other tool keeps an eye on: sizes, folders, links, and things that must not be there."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 400
GAMES = sorted(p.parent for p in (ROOT / "src/meadhall/games").glob("*/__init__.py"))
RULES = ("core", "kit", "games", "bots", "match")
FILES_OF_A_GAME = ("RULES.md", "__init__.py", "notation.py", "present.py", "types.py", "view.py")
DECISIONS = ROOT / "docs" / "decisions"
DECISIONS_HEAD = """\
# Decisions

Why things are as they are: one page a choice, with what led to it and what follows from it. This
page is written by `MEADHALL_REWRITE=1 ./dev test tests/test_repo.py`."""


def tracked(*patterns: str) -> list[Path]:
    """The files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],  # noqa: S607 - git from the path
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [path for name in listed.stdout.split("\n") if name and (path := ROOT / name).exists()]


def test_no_file_is_longer_than_a_reader_s_patience() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked("*.py", "dev")
        if (lines := path.read_text("utf-8").count("\n")) > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_every_game_has_the_same_files(folder: Path) -> None:
    missing = [name for name in FILES_OF_A_GAME if not (folder / name).exists()]
    assert missing == []
    assert list(folder.glob("rules*.py"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_every_clause_of_a_refusal_is_a_heading_of_the_rules(folder: Path) -> None:
    headings = re.findall(r"^#+ (.+)$", (folder / "RULES.md").read_text("utf-8"), re.MULTILINE)
    for path in folder.glob("*.py"):
        for clause in re.findall(r'clause="([^"]+)"', path.read_text("utf-8")):
            assert any(clause in heading for heading in headings), (path.name, clause)


@pytest.mark.parametrize("layer", RULES)
def test_rules_neither_print_nor_open_files(layer: str) -> None:
    for path in (ROOT / "src/meadhall" / layer).rglob("*.py"):
        found = re.findall(
            r"^[^#\"']*\b(?:print|open|input)\(", path.read_text("utf-8"), re.MULTILINE
        )
        assert found == [], path


def index_of_decisions() -> str:
    """One line a decision, under the part it belongs to: the first word of the file's name."""
    groups: dict[str, list[str]] = {}
    for path in sorted(DECISIONS.glob("[!R]*.md")):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        groups.setdefault(path.stem.partition("-")[0], []).append(f"- [{title}]({path.name})")
    parts = [f"## {part.capitalize()}\n" + "\n".join(lines) for part, lines in groups.items()]
    return "\n\n".join([DECISIONS_HEAD, *parts]) + "\n"


def test_every_decision_is_in_the_index() -> None:
    page = DECISIONS / "README.md"
    if os.environ.get("MEADHALL_REWRITE"):
        page.write_text(index_of_decisions(), "utf-8")
    assert page.read_text("utf-8") == index_of_decisions()


@pytest.mark.parametrize("path", sorted(DECISIONS.glob("[!R]*.md")), ids=lambda path: path.stem)
def test_every_decision_has_its_three_parts(path: Path) -> None:
    headings = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.MULTILINE)
    assert headings == ["Context", "Decision", "Consequences"]


NUMBERED = sorted(DECISIONS.glob("*-[cejt][0-9]*.md"))
"""Choices that the specification of a game numbers: J4, C1, E7, T12."""


@pytest.mark.parametrize("path", NUMBERED, ids=lambda path: path.stem)
def test_every_numbered_choice_is_named_by_a_test(path: Path) -> None:
    game, number, *_ = path.stem.split("-")
    tests = (ROOT / "tests" / "games").glob(f"*{game}/test_*.py")
    named = re.compile(rf"^def test_{number}[a-z]?_", re.MULTILINE)
    assert any(named.search(test.read_text("utf-8")) for test in tests)


def test_links_between_documents_lead_somewhere() -> None:
    for page in tracked("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            if "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), (page.name, target)


def test_nothing_names_the_registry_it_was_installed_from() -> None:
    locks = tracked("*.lock", "*.toml", "*.cfg", "*.json", "*.yaml", "dev")
    address = re.compile(r"--(?:extra-)?index-url|file:///|https?://[^\s\"']*(?:simple|registry)\b")
    found = [p.name for p in locks if address.search(p.read_text("utf-8"))]
    assert found == []
