"""Makes a release, up to the moment before it is published.

    ./dev release VERSION            all checks, then everything below
    ./dev release VERSION --quick    without the checks: to try the script itself

It stops with a sentence, and leaves the checkout as it was, if the version is none or does not fit
what the changelog says, the checkout is not clean, a check fails, or one of the packages does not
work. At the end there are a commit, a tag and two files in dist/; nothing has been published.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from news import VERSION, objection, order

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PUBLISHED = ROOT / "tests" / "server" / "protocol" / "published.json"
PROJECT, CHANGELOG = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
LINE = re.compile(r'^version = "(.*)"$', re.MULTILINE)
UNRELEASED = "## Unreleased\n"
CANNOT_BEGIN = 2
PLACEHOLDER = "meadhall.example"


def main() -> None:
    """Make the release that the arguments name."""
    words = [word for word in sys.argv[1:] if word != "--quick"]
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit(__doc__)
    version = words[0]
    check_start(version)
    if "--quick" not in sys.argv:
        run(sys.executable, ROOT / "dev", "test")
    before = {file: file.read_bytes() for file in (PROJECT, CHANGELOG, PUBLISHED)}
    try:
        write_version(version)
        write_published()
        wheel, sdist = build(version)
        for package in (wheel, sdist):
            try_package(package)
        say("what is installed takes, and each extra adds (README states it)")
        run(sys.executable, ROOT / "release" / "sizes.py", wheel)
    except BaseException:
        for file, text in before.items():
            file.write_bytes(text)
        shutil.rmtree(DIST, ignore_errors=True)
        raise
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Meadhall {version}")
    say_what_is_left(version, wheel, sdist)


def check_start(version: str) -> None:
    """Stop if there is nothing to release, or if it could not be undone."""
    earlier = LINE.search(PROJECT.read_text("utf-8"))
    tags = output("git", "tag", "--list", f"v{version}")
    if not VERSION.fullmatch(version):
        stop(f"{version!r} is no version; write, for example, 0.2.0 or 1.0.0rc1.")
    if tags:
        stop(f"There is a release {version} already.")
    if earlier is None or order(version) < order(earlier[1]):
        stop(f"{version} comes before {earlier[1] if earlier else 'what is there'}.")
    if output("git", "status", "--porcelain"):
        stop("The checkout has changes: commit them, or put them away.")
    changelog = CHANGELOG.read_text("utf-8")
    _, found, rest = changelog.partition(UNRELEASED)
    if not found or not rest.partition("\n## ")[0].strip():
        stop('CHANGELOG.md has nothing under "Unreleased".')
    if why := objection(version, changelog):
        stop(why)


def write_version(version: str) -> None:
    """Write the version into its one place, and give the news of the changelog a heading."""
    project = PROJECT.read_text("utf-8")
    PROJECT.write_text(LINE.sub(f'version = "{version}"', project, count=1), "utf-8")
    day = time.strftime("%Y-%m-%d", time.gmtime())
    heading = f"{UNRELEASED}\n## {version} ({day})\n"
    CHANGELOG.write_text(CHANGELOG.read_text("utf-8").replace(UNRELEASED, heading, 1), "utf-8")


def write_published() -> None:
    """Write down what pages and programs of this version send and understand."""
    test = PUBLISHED.with_name("test_published.py")
    run(sys.executable, "-m", "pytest", "-q", "-n", "0", test, MEADHALL_REWRITE="1")


def build(version: str) -> tuple[Path, Path]:
    """A wheel and a source package, both from what git knows."""
    say("building the page, the wheel and the source package")
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-d", DIST)
    wheel = DIST / f"meadhall-{version}-py3-none-any.whl"
    return wheel, DIST / f"meadhall-{version}.tar.gz"


def try_package(package: Path) -> None:
    """Install the package into an empty environment and try everything there."""
    say(f"trying {package.name} ({package.stat().st_size / 1e6:.1f} MB) in an empty environment")
    with TemporaryDirectory() as folder:
        place = Path(folder) / "environment"
        script = ROOT / "deploy" / "container" / "install.sh"
        run("sh", script, package, place, MEADHALL_EXTRAS="")
        run(sys.executable, ROOT / "release" / "try_it.py", place, package)


def say_what_is_left(version: str, *files: Path) -> None:
    """Tell the person who makes the release what only they can do."""
    say(f"ready: the commit, the tag v{version}, and")
    for file in files:
        say(f"  {file}")
    if PLACEHOLDER in PROJECT.read_text("utf-8"):
        say(f"before you publish: pyproject.toml has no addresses but those of {PLACEHOLDER}")
    say("to publish: git push --follow-tags; python -m twine upload dist/*")
    say(f"to take it back: git tag --delete v{version}; git reset --hard HEAD~1")


def run(*words: str | Path, **variables: str) -> None:
    """Run a program in the checkout, with these variables too; its failure is ours."""
    environment = {**os.environ, **variables}
    done = subprocess.run([*map(str, words)], cwd=ROOT, check=False, env=environment)
    if done.returncode:
        stop(f"{Path(str(words[0])).name} {words[1]} failed: nothing has been released.")


def output(*words: str) -> str:
    """What a program prints."""
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def say(text: str) -> None:
    """Print a line of progress."""
    sys.stdout.write(f"· {text}\n")
    sys.stdout.flush()


def stop(sentence: str) -> NoReturn:
    """End with a sentence."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(CANNOT_BEGIN)


if __name__ == "__main__":
    main()
