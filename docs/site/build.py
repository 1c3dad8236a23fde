"""Builds the site of the documents; a warning of any kind is a failure.

    ./dev docs               build it into build/docs
    ./dev docs FOLDER        build it into another folder
    ./dev docs pictures      take the pictures again, from the real hall

The pages are the Markdown files of this checkout, at the same paths, so every link works in both
places. `reference.py` adds what is generated from the code.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from sphinx.cmd.build import main as sphinx

sys.path.insert(0, str(Path(__file__).parent))

import plots
import reference

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "build" / "docs-sources"
LEFT_OUT = re.compile(r"tests/golden/|.*\.(lock|csv)$|web/package-lock|benchmarks/boardgame_io/")
OUTSIDE = re.compile(r"(?:src|href)=\"(?:https?:)?//[^\"]*\"|@import|url\(['\"]?(?:https?:)?//")
"""What a browser would ask another host for. Links that people follow are allowed."""
INSIDE = re.compile(r"(?:src|href)=\"([^\":#?]+)[\"#?]")
"""What a page shows or links to on the site itself."""
FOLLOWED = re.compile(r"<a [^>]*href=\"https?://[^\"]*\"|xmlns(:\w+)?=\"[^\"]*\"")
INDEX = """\
# Meadhall

A hall of turn-based strategy games: play them in the browser or the terminal, host them for
friends, write bots and games of your own, train agents on them.

![A match of Jarls](docs/pictures/match.webp)

```sh
pip install "meadhall[fast]"
meadhall serve --open
```

- **You want to play:** [your first match](docs/tutorial/first-match.md).
- **You want to run a hall for friends:** [your first server](docs/tutorial/first-server.md).
- **You want to write a bot:** [your first bot](docs/tutorial/first-bot.md).
- **You want to train an agent:** [how to](docs/how-to/train-an-agent.md).
- **You want to write a game:** [your first game](docs/tutorial/first-game.md).
- **You want to know what there is:** [about Meadhall](README.md).

```{{toctree}}
:caption: Begin
:maxdepth: 1
{begin}
```

```{{toctree}}
:caption: How to
:maxdepth: 1
:glob:
docs/how-to/*
```

```{{toctree}}
:caption: Understand
:maxdepth: 1
{explain}
```

```{{toctree}}
:caption: The games
:maxdepth: 1
{games}
```

```{{toctree}}
:caption: Reference
:maxdepth: 1
:glob:
reference/*
docs/protocol
docs/glossary
docs/names
```

```{{toctree}}
:caption: The project
:maxdepth: 1
{project}
```

```{{toctree}}
:hidden:
:glob:
docs/decisions/*
reference/python/*
benchmarks/mutants/*
src/meadhall/games/*/CHOICES
src/meadhall/cli/new_game/template/*
```
"""
PARTS = {
    "begin": (
        "About Meadhall <README>",
        "docs/tutorial/first-match", "docs/tutorial/first-bot",
        "docs/tutorial/first-game", "docs/tutorial/first-server",
    ),
    "explain": (
        "docs/architecture", "docs/laws", "docs/verifiable-randomness", "docs/versions",
        "docs/past-one-database",
        "docs/balance/README", "benchmarks/results", "benchmarks/README",
        "web/README", "docs/decisions/README",
    ),
    "project": ("CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT", "deploy/README"),
}  # fmt: skip


def main() -> None:
    """Build the site, or take the pictures."""
    words = sys.argv[1:]
    if words == ["pictures"]:
        subprocess.run([sys.executable, str(ROOT / "docs/site/pictures.py")], check=True)
        return
    if len(words) > 1 or (words and words[0].startswith("-")):
        sys.exit(__doc__)
    target = Path(words[0]).resolve() if words else ROOT / "build" / "docs"
    stage()
    code = sphinx([
        "-q", "-W", "--keep-going", "-b", "html", "-c", str(ROOT / "docs" / "site"),
        "-d", str(ROOT / "build" / "docs-cache"), str(SOURCES), str(target),
    ])  # fmt: skip
    if code:
        sys.exit(code)
    refuse_outside(target)
    refuse_dead(target)
    sys.stdout.write(f"· {target / 'index.html'}\n")


def stage() -> None:
    """Put all sources into one folder: the files of the checkout, and what is generated."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    for name in tracked():
        target = SOURCES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)  # with its time, by which Sphinx knows what is new
    games = sorted(SOURCES.glob("src/meadhall/games/*/RULES.md"))
    for page in games:
        add_pictures(page)
    plots.add_plots(SOURCES / "benchmarks")
    reference.write_pages(SOURCES / "reference")
    parts = {name: "\n".join(pages) for name, pages in PARTS.items()}
    rules = "\n".join(str(page.relative_to(SOURCES).with_suffix("")) for page in games)
    (SOURCES / "index.md").write_text(INDEX.format(**parts, games=rules), "utf-8")


def tracked() -> list[str]:
    """The files that git knows or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [
        name for name in listed.splitlines() if not LEFT_OUT.match(name) and (ROOT / name).is_file()
    ]


def add_pictures(page: Path) -> None:
    """Put the pictures of a game below the heading of its rules."""
    slug = page.parent.name.replace("_", "-")
    heading, _, rest = page.read_text("utf-8").partition("\n")
    up = "../" * (len(page.relative_to(SOURCES).parts) - 1)
    shown = "\n\n".join(
        f"![{text}]({up}docs/pictures/{slug}-{name}.webp)"
        for name, text in (("start", "At the start"), ("play", "In the middle of a match"))
        if (ROOT / "docs" / "pictures" / f"{slug}-{name}.webp").exists()
    )
    page.write_text(f"{heading}\n\n{shown}\n{rest}", "utf-8")


def refuse_outside(folder: Path) -> None:
    """Exit if a page would ask another host for anything."""
    for file in (*folder.rglob("*.html"), *folder.rglob("*.css")):
        if "_downloads" in file.parts:
            continue
        text = FOLLOWED.sub("", file.read_text("utf-8"))
        if found := OUTSIDE.search(text):
            sys.exit(f"{file.relative_to(folder)} asks another host: {found[0]}")


def refuse_dead(folder: Path) -> None:
    """Exit if a page shows or links to a file that is not there."""
    for page in folder.rglob("*.html"):
        if "_downloads" in page.parts:
            continue
        for name in {unquote(one) for one in INSIDE.findall(page.read_text("utf-8"))}:
            if not (page.parent / name).exists():
                sys.exit(f"{page.relative_to(folder)} names {name}, which is not there.")


if __name__ == "__main__":
    main()
