"""A missing module is named by the extra that brings it; other modules are no extras."""

import subprocess
import sys

import pytest

from meadhall.kit.extras import missing_extra, require


def test_the_extra_of_a_module_is_named() -> None:
    found = missing_extra(ModuleNotFoundError(name="numba.core"))
    assert found is not None
    assert "meadhall[fast]" in found.refusal.sentence


def test_a_module_of_no_extra_is_no_refusal() -> None:
    assert missing_extra(ModuleNotFoundError(name="songs")) is None
    assert missing_extra(ModuleNotFoundError()) is None


def test_a_library_that_needs_an_extra_names_it() -> None:
    require("json", "envs")
    with pytest.raises(ModuleNotFoundError, match=r'pip install "meadhall\[envs\]"') as raised:
        require("songs", "envs")
    assert raised.value.name == "songs"


@pytest.mark.parametrize(
    ("library", "wanted"),
    [
        ("numpy", "import meadhall.envs"),
        ("gymnasium", "import meadhall.envs"),
        ("pettingzoo", "from meadhall import envs; envs.aec('jarls')"),
        ("pyspiel", "from meadhall import envs; envs.openspiel('jarls')"),
    ],
)
def test_the_learning_environments_name_their_extra(library: str, wanted: str) -> None:
    program = f"import sys; sys.modules[{library!r}] = None; {wanted}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 1
    assert b'pip install "meadhall[envs]"' in done.stderr.splitlines()[-1]
