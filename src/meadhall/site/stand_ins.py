"""Which modules are replaced in the worker, and by which.

A stand-in has the names that the rest of the server imports from the real module, and no more
(`tests/site/test_stand_ins.py`). It is registered before anything imports the real one.
"""

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TypeVar

import meadhall

F = TypeVar("F", bound=Callable[..., object])
WEB = "meadhall.site.small_web"
QUIET = "meadhall.site.quiet"
KEPT = "meadhall.site.kept"
PARTS_OF_LITESTAR = (
    "", ".connection", ".datastructures", ".di", ".exceptions", ".handlers", ".handlers.base",
    ".openapi", ".params", ".status_codes", ".types", ".types.asgi_types",
)  # fmt: skip
STAND_INS = {
    **{f"litestar{part}": WEB for part in PARTS_OF_LITESTAR},
    "meadhall.server.metrics": QUIET,
    "meadhall.server.records.desk": QUIET,
    "meadhall.server.api.passwords": QUIET,
    "meadhall.store.accounts": KEPT,
    "meadhall.store.ended_rights": KEPT,
    "meadhall.store.private_files": KEPT,
}
"""The stand-in of each module, in the order in which they can be imported."""


STORE = "meadhall.store"
OF_THE_STORE = ("AlreadyServed", "Store", "open_store", "secret_file")


def install() -> None:
    """Register all stand-ins."""
    sys.modules["typing_extensions"] = _module("typing_extensions", override=_as_it_is)
    sys.modules["sqlalchemy"] = _module("sqlalchemy", Connection=object)  # for annotations
    # Without its `__init__`, which opens databases; the other files of the folder are found.
    store = sys.modules[STORE] = _module(STORE, __path__=[f"{meadhall.__path__[0]}/store"])
    for module, stand_in in STAND_INS.items():
        sys.modules[module] = importlib.import_module(stand_in)
    for name in OF_THE_STORE:
        setattr(store, name, getattr(sys.modules[KEPT], name))


def _module(name: str, **content: object) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(content)
    return module


def _as_it_is(method: F) -> F:
    """What `override` does at run time."""
    return method
