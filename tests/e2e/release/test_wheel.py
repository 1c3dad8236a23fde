"""The wheel in an empty environment, as `pip install meadhall` gives it, with a real browser."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page
from try_it import (
    DoesNotWorkError,
    Tried,
    try_backup,
    try_extras,
    try_new_game,
    try_page,
    try_terminal,
)

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `./dev release` builds, of the page that is built already."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def tried(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Tried:
    folder = tmp_path_factory.mktemp("wheel")
    made = Tried(folder / "environment", folder, ROOT / "requirements.lock")
    made.uv("venv", "--quiet", "--python", sys.executable, made.place)
    try:
        made.install(wheel)
    except DoesNotWorkError as error:
        if "connect" in str(error).lower():
            pytest.skip("no registry of packages can be reached, so the wheel was not tried")
        raise
    return made


@pytest.fixture(scope="module")
def address(tried: Tried) -> Iterator[str]:
    with tried.hall() as found:
        yield found


def test_it_plays_saves_and_verifies(tried: Tried) -> None:
    try_terminal(tried)


def test_it_names_the_extra_that_is_missing(tried: Tried) -> None:
    try_extras(tried)


def test_its_page_plays_and_its_hall_is_saved_while_it_runs(
    tried: Tried, address: str, page: Page
) -> None:
    try_page(page, address)
    try_backup(tried)


def test_it_writes_a_game_that_builds_installs_and_plays(tried: Tried, wheel: Path) -> None:
    try_new_game(tried, wheel)


def test_links_of_its_pages_lead_to_pages_of_the_site(wheel: Path) -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    site = urls["Documentation"]
    with ZipFile(wheel) as files:
        names = files.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        for page in (about, "meadhall/cli/new_game/add-a-game.md"):
            text = files.read(page).decode()
            links = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
            found = [one or other for one, other in links]
            pages = [link.removeprefix(site) for link in found if link.startswith(site)]
            assert pages
            for path in (page.partition("#")[0] for page in pages):
                shown = path.replace("_images/", "docs/pictures/")
                assert (ROOT / shown).with_suffix(".md").exists() or (ROOT / shown).exists(), path
            assert [link for link in found if not link.startswith(tuple(urls.values()))] == []
