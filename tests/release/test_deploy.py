"""The files of `deploy/` say what is so."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from meadhall.server.settings import read_file

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "one-server" / "meadhall.service"


def test_the_settings_are_settings() -> None:
    read = read_file(DEPLOY / "one-server" / "meadhall.toml")
    assert (read["prefix"], read["proxy"], read["https"]) == ("/hall", True, True)


def test_the_unit_is_valid_and_closed(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed here, so the unit was not checked.")
    unit = tmp_path / UNIT.name
    # The program is not installed here.
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/meadhall/bin/meadhall", "/bin/true"))
    checked = subprocess.run([tool, "verify", unit], capture_output=True, text=True, check=False)
    about_us = [line for line in checked.stderr.splitlines() if "meadhall" in line]
    assert about_us == []
    security = subprocess.run(
        [tool, "security", "--offline=true", "--threshold=20", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert security.returncode == 0, security.stdout[-400:]


def test_the_image_takes_the_steps_of_the_tested_script() -> None:
    lines = (DEPLOY / "container" / "Containerfile").read_text("utf-8")
    assert "RUN sh /install.sh /wheels/meadhall-*.whl /opt/meadhall" in lines
    assert re.findall(r"^RUN .*pip", lines, re.MULTILINE) == [], "installing is the script's task"
    compose = (DEPLOY / "container" / "compose.yaml").read_text("utf-8")
    known = {f"MEADHALL_{name}" for name in ("HOSTS", "HTTPS", "PROXY", "PREFIX")}
    assert set(re.findall(r"MEADHALL_\w+", compose)) == known


def test_the_metadata_are_complete() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name in ("authors", "classifiers", "description", "keywords", "license", "urls"):
        assert project[name]
    assert "Typing :: Typed" in project["classifiers"]


def test_the_addresses_are_those_of_the_one_table() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert f'url: "{urls["Homepage"]}"' in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_extras_that_documents_name_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pages = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *DEPLOY.rglob("*.md"))
    named = {
        extra
        for page in pages
        for extras in re.findall(r"meadhall\[([^]]*)\]", page.read_text("utf-8"))
        for extra in extras.split(",")
    }
    assert "fast" in named
    assert named <= {*project["optional-dependencies"]}
