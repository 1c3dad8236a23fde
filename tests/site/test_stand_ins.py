"""The stand-ins of the worker have what the server imports from the real modules, and behave so."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from meadhall.site import small_web
from meadhall.site.stand_ins import OF_THE_STORE, STAND_INS

SERVER = Path(importlib.import_module("meadhall.server").__file__ or "").parent
NOT_IN_A_TAB = {
    "app.py", "openapi_page.py", "static_files.py", "security_headers.py", "prefix.py",
    "supervise.py", "worker.py", "own_worker.py", "run_worker.py",
}  # fmt: skip
"""Files of the server that no worker imports."""


def imported_names() -> set[tuple[str, str]]:
    """Each (module, name) that the server's files in the worker import."""
    found: set[tuple[str, str]] = set()
    for path in SERVER.rglob("*.py"):
        if (
            path.name in NOT_IN_A_TAB
            or "uvicorn" in path.name
            or path.name in ("run.py", "gate.py")
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in STAND_INS:
                found.update((node.module, alias.name) for alias in node.names)
    return found


@pytest.mark.parametrize(("module", "name"), sorted(imported_names()))
def test_every_name_that_is_imported_is_there(module: str, name: str) -> None:
    stand_in = importlib.import_module(STAND_INS[module])
    submodule = f"{module}.{name}" in STAND_INS
    assert hasattr(stand_in, name) or submodule, f"{STAND_INS[module]} lacks {name}"


def test_the_store_offers_what_it_is_asked_for() -> None:
    kept = importlib.import_module("meadhall.site.kept")
    real = importlib.import_module("meadhall.store")
    assert set(OF_THE_STORE) == set(real.__all__)
    assert all(hasattr(kept, name) for name in OF_THE_STORE)


def test_the_worker_imports_nothing_that_a_tab_does_not_have() -> None:
    code = (
        "import sys\nfrom meadhall.site import stand_ins\nstand_ins.install()\n"
        "import meadhall.site.hall, meadhall.site.thinker\n"
        "from meadhall import registry\ntuple(registry.games())\n"
        "absent = {'numpy', 'numba', 'structlog', 'prometheus_client', 'argon2', 'uvicorn',"
        " 'websockets', 'alembic', 'multiprocessing', 'resource', 'sqlite3', 'filelock'}\n"
        "print(sorted(absent & set(sys.modules)), getattr(sys.modules['litestar'], '__name__'))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split("] ")[0] == "["
    assert small_web.__name__ in done.stdout
