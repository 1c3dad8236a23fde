import subprocess
import sys

import pytest

LOOK = "import sys; print([name for name in {names} if name in sys.modules])"
LIBRARIES = ["gymnasium", "pettingzoo", "pyspiel"]


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import meadhall.cli.app", []),
        ("import meadhall.envs", []),
        ("from meadhall import envs; envs.single('jarls')", ["gymnasium"]),
        ("from meadhall import envs; envs.openspiel('jarls')", ["pyspiel"]),
    ],
)
def test_a_library_is_loaded_only_when_it_is_asked_for(code: str, loaded: list[str]) -> None:
    program = f"{code}; {LOOK.format(names=LIBRARIES)}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{loaded}\n"
