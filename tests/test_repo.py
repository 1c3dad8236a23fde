"""Checks that no other tool makes: sizes, folders, layout of games, links, decisions, choices."""

import ast
import os
import re
import subprocess
import tokenize
from collections import Counter
from dataclasses import fields
from datetime import date
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 400
GAMES = sorted(p.parent for p in (ROOT / "src/meadhall/games").glob("*/__init__.py"))
RULES = ("core", "kit", "games", "bots", "match")
TEMPLATE = ROOT / "src/meadhall/cli/new_game/template"
LAYOUTS = [*GAMES, TEMPLATE]

REQUIRED = {
    ".": {
        "CHOICES.md",
        "RULES.md",
        "__init__.py",
        "guide.py",
        "notation.py",
        "types.py",
        "view.py",
    },
    "rules": {"apply.py", "ending.py", "invariant.py", "legal.py", "refusals.py", "setup.py"},
    "look": {"gestures.py", "motions.py", "scene.py", "words.py"},
}
"""What every game has, by folder."""
OPTIONAL = {
    "encode.py",
    "options.py",
    "presets.py",
    "puzzles.jsonl",
    "report.py",
    "resample.py",
}
"""What a game may have beside its folders. Inside the folders it is free, but for old names."""
FOLDERS = {"bots", "fast", "look", "rules", "skin"}
EXTRA_FILES = {
    "elemental_clash/cards.py": "types.py is made of cards, and rules/ imports types.py",
}
"""Files beside the common ones, each with the reason."""
OLD_NAMES = re.compile(
    r"endings|fast_\w+|grid|kernels|listing|present|reading|rules\w*|tell|validate|victory"
)
"""Names of modules that a game must not use again: the common layout has another name for each."""

MOST_FILES = 16
"""How many files a folder may hold at one level, `__init__.py` not counted."""
ROOMS = ("src/meadhall", "tests", "benchmarks", "web/src")
CROWDED: dict[str, str] = {
    "src/meadhall/store/migrations/versions": "one file for each step that databases have taken",
}
"""Folders that may hold more, each with the reason."""
MEDIAN_LINES, MOST_LINES = 6, 40
"""Lines of a function in src: at the median, and of the longest."""
EXAMPLE = re.compile(r"nine.holes")
"""The game that the how-to pages write: there are no files of it."""
DECISIONS = ROOT / "docs" / "decisions"
DECISION_PAGES = sorted(DECISIONS.glob("[!R]*.md"))
DECISIONS_HEAD = """\
# Decisions

Why the architecture is as it is. Each page is one decision, with its date, status, context and
consequences. Choices about a game's rules, bots and levels are in that game's `CHOICES.md`:
{choices}.

`MEADHALL_REWRITE=1 ./dev test tests/test_repo.py` writes this page."""


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


def function_lengths() -> list[tuple[int, str]]:
    """The lines of every function of src, with its place."""
    return [
        ((node.end_lineno or 0) - node.lineno + 1, f"{path.relative_to(ROOT)}: {node.name}")
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_functions_stay_short() -> None:
    lengths = function_lengths()
    assert median(lines for lines, _ in lengths) <= MEDIAN_LINES
    assert [place for lines, place in lengths if lines > MOST_LINES] == []


def test_the_share_of_comments_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = comments = 0
    for path in (ROOT / "src").rglob("*.py"):
        with path.open("rb") as file:
            tokens = list(tokenize.tokenize(file.readline))
        lines += tokens[-1].end[0]
        comments += sum(token.type == tokenize.COMMENT for token in tokens)
    with capsys.disabled():
        print(f"\n{comments} comments in {lines} lines of src: {comments / lines:.1%}")  # noqa: T201 - for people
    assert lines > comments


def test_no_folder_is_crowded() -> None:
    files = tracked(*ROOMS)
    counts = Counter(
        path.parent.relative_to(ROOT).as_posix() for path in files if path.name != "__init__.py"
    )
    crowded = {folder for folder, count in counts.items() if count > MOST_FILES}
    assert crowded == set(CROWDED)


@pytest.mark.parametrize("game", LAYOUTS, ids=lambda path: path.name)
@pytest.mark.parametrize("folder", REQUIRED)
def test_every_game_has_the_common_files(game: Path, folder: str) -> None:
    missing = {name for name in REQUIRED[folder] if not (game / folder / name).is_file()}
    assert missing == set()


@pytest.mark.parametrize("game", LAYOUTS, ids=lambda path: path.name)
def test_a_game_has_nothing_beside_the_common_files_and_folders(game: Path) -> None:
    below = {path.relative_to(game).parts for path in tracked(str(game))}
    assert {parts[0] for parts in below if len(parts) > 1} <= FOLDERS
    files = {f"{game.name}/{parts[0]}" for parts in below if len(parts) == 1}
    extra = files - {f"{game.name}/{name}" for name in REQUIRED["."] | OPTIONAL}
    assert extra == {name for name in EXTRA_FILES if name.startswith(f"{game.name}/")}


@pytest.mark.parametrize("game", LAYOUTS, ids=lambda path: path.name)
def test_no_old_name_comes_back_in_a_game(game: Path) -> None:
    modules = {path.relative_to(game) for path in game.rglob("*.py")}
    assert {path for path in modules if OLD_NAMES.fullmatch(path.stem)} == set()


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_every_clause_of_a_refusal_is_a_heading_of_the_rules(folder: Path) -> None:
    headings = re.findall(r"^#+ (.+)$", (folder / "RULES.md").read_text("utf-8"), re.MULTILINE)
    for path in folder.rglob("*.py"):
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
    """The index page: one line per decision, grouped by the first word of the file's name."""
    groups: dict[str, list[str]] = {}
    for path in DECISION_PAGES:
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        groups.setdefault(path.stem.partition("-")[0], []).append(f"- [{title}]({path.name})")
    choices = ",\n".join(
        f"[{game.name}](../../{(game / 'CHOICES.md').relative_to(ROOT).as_posix()})"
        for game in GAMES
    )
    parts = [f"## {part.capitalize()}\n" + "\n".join(lines) for part, lines in groups.items()]
    return "\n\n".join([DECISIONS_HEAD.format(choices=choices), *parts]) + "\n"


def test_every_decision_is_in_the_index() -> None:
    page = DECISIONS / "README.md"
    if os.environ.get("MEADHALL_REWRITE"):
        page.write_text(index_of_decisions(), "utf-8")
    assert page.read_text("utf-8") == index_of_decisions()


@pytest.mark.parametrize("path", DECISION_PAGES, ids=lambda path: path.stem)
def test_every_decision_has_its_three_parts(path: Path) -> None:
    headings = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.MULTILINE)
    assert headings == ["Context", "Decision", "Consequences"]


@pytest.mark.parametrize("path", DECISION_PAGES, ids=lambda path: path.stem)
def test_every_decision_has_a_date_and_a_status(path: Path) -> None:
    head = re.match(
        r"# .+\n\nDate: (\d{4}-\d{2}-\d{2})\nStatus: (.+)\n\n## ", path.read_text("utf-8")
    )
    assert head is not None
    assert date.fromisoformat(head[1]).isoformat() == head[1]
    replaced = re.fullmatch(r"superseded by \[.+\]\((.+\.md)\)", head[2])
    assert head[2] == "accepted" or (replaced and (DECISIONS / replaced[1]).exists())


def numbered_choices(folder: Path) -> list[str]:
    """The numbers in the headings of a game's `CHOICES.md`, in order: `J1`, `J2`, …"""
    page = folder / "CHOICES.md"
    if not page.exists():  # another test reports missing files; here it would stop the collection
        return []
    return re.findall(r"^## ([A-Z]\d+): ", page.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_choices_are_numbered_without_a_gap(folder: Path) -> None:
    numbers = numbered_choices(folder)
    assert numbers
    assert numbers == [f"{numbers[0][0]}{i + 1}" for i in range(len(numbers))]


@pytest.mark.parametrize(
    ("folder", "number"),
    [
        pytest.param(game, n, id=f"{game.name}-{n}")
        for game in GAMES
        for n in numbered_choices(game)
    ],
)
def test_every_numbered_choice_is_named_by_a_test(folder: Path, number: str) -> None:
    tests = (ROOT / "tests" / "games" / folder.name).rglob("test_*.py")
    named = re.compile(rf"^def test_{number.lower()}[a-z]?_", re.MULTILINE)
    assert any(named.search(test.read_text("utf-8")) for test in tests)


def test_links_between_documents_lead_somewhere() -> None:
    for page in tracked("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            if "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), (page.name, target)


def test_paths_and_laws_that_documents_name_exist() -> None:
    from meadhall.testing import LAWS  # noqa: PLC0415 - the other tests read files only

    for page in tracked("*.md"):
        text = page.read_text("utf-8")
        for path in re.findall(r"`((?:benchmarks|docs|src|tests|web)/[\w./*-]*)`", text):
            found = any(any(base.glob(path.rstrip("/"))) for base in (ROOT, page.parent))
            assert found or EXAMPLE.search(path), (page.name, path)
        for name in re.findall(r"\blaw `(\w+)`", text):
            assert name in LAWS, (page.name, name)


def test_the_architecture_page_lists_the_whole_contract() -> None:
    from meadhall.core.capabilities import Learn, Present, Report, Speed, Strategy  # noqa: PLC0415 - as above
    from meadhall.core.game import Game  # noqa: PLC0415 - as above

    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    contract = text.partition("## The contract")[2].partition("\n## ")[0]
    members = {
        field.name
        for part in (Game, Learn, Present, Report, Speed, Strategy)
        for field in fields(part)
    }
    assert set(re.findall(r"`([a-z]\w+)`", contract)) == members


def test_nothing_names_the_registry_it_was_installed_from() -> None:
    locks = tracked("*.lock", "*.toml", "*.cfg", "*.json", "*.yaml", "dev")
    address = re.compile(r"--(?:extra-)?index-url|file:///|https?://[^\s\"']*(?:simple|registry)\b")
    found = [p.name for p in locks if address.search(p.read_text("utf-8"))]
    assert found == []
