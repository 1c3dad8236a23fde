"""Which extra of the package brings a module that is not installed."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from meadhall.core.refusal import Refused

EXTRAS: Final[Mapping[str, str]] = {
    "apprise": "notices",
    "asyncpg": "postgres",
    "distributed": "arena",
    "gymnasium": "envs",
    "hypothesis": "testing",
    "mcp": "mcp",
    "numba": "fast",
    "numpy": "fast",
    "pettingzoo": "envs",
    "pyspiel": "envs",
    "pywebpush": "notices",
}
"""The extra of each module that only some work needs."""


def missing_extra(error: ModuleNotFoundError) -> Refused | None:
    """The refusal that names the extra; `None` if the module belongs to none.

    >>> error = ModuleNotFoundError("No module named 'pyspiel'", name="pyspiel")
    >>> missing_extra(error).refusal.sentence
    'This needs the extra "envs": pip install "meadhall[envs]".'
    """
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    if extra is None:
        return None
    return Refused.because("MISSING_EXTRA", _sentence(extra), extra)


def require(module: str, extra: str) -> None:
    """Raise `ModuleNotFoundError` with the name of the extra, unless the module is installed.

    >>> require("no_such_module", "envs")
    Traceback (most recent call last):
    ModuleNotFoundError: This needs the extra "envs": pip install "meadhall[envs]".
    """
    if find_spec(module) is None:
        raise ModuleNotFoundError(_sentence(extra), name=module)


def _sentence(extra: str) -> str:
    return f'This needs the extra "{extra}": pip install "meadhall[{extra}]".'
