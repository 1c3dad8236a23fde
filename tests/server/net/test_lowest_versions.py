"""The version bounds in `pyproject.toml` are true: a match is played on the lowest they allow."""

import subprocess
import sys
from pathlib import Path

import pytest
from outside import hall_by, play_a_match
from ports import free_port

ROOT = Path(__file__).parents[3]
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def lowest_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the hall and the lowest versions of everything it names."""
    folder = tmp_path_factory.mktemp("lowest") / "venv"
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    python = folder / "bin" / "python"
    install = ["pip", "install", "--quiet", "--python", str(python)]
    lowest = ["--resolution", "lowest-direct", str(ROOT)]
    installed = subprocess.run([UV, *install, *lowest], check=False, capture_output=True, text=True)
    if installed.returncode and "connect" in installed.stderr.lower():
        pytest.skip("no registry of packages can be reached")
    assert installed.returncode == 0, installed.stderr
    return python


def logged_while_playing(python: Path, folder: Path) -> list[str]:
    """What a hall run by that Python logs while a match is played."""
    port = free_port()
    with hall_by([python, "-m", "meadhall", "serve", "--port", str(port)], port, folder) as (
        address, logged,
    ):  # fmt: skip
        assert play_a_match(address) > 12
    return logged


@pytest.mark.one_adapter("the versions decide which adapter serves")
def test_a_match_is_played_on_the_lowest_versions(lowest_python: Path, tmp_path: Path) -> None:
    logged = logged_while_playing(lowest_python, tmp_path)
    assert len([line for line in logged if "plain adapter" in line]) == 1, "it says so in one line"
    assert not [line for line in logged if "Traceback" in line], logged


@pytest.mark.one_adapter("the versions decide which adapter serves")
def test_with_known_versions_the_fast_adapter_serves(tmp_path: Path) -> None:
    logged = logged_while_playing(Path(sys.executable), tmp_path)
    assert not [line for line in logged if "plain adapter" in line]
