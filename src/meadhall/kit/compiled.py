"""Compiling: a function, and all it names, becomes machine code that is kept on disk.

Numba throws away kept code when the function's own file changes, and overlooks that tables, weights
and other functions it names may have changed too. Therefore a compiled function carries a
fingerprint of everything it names in its own name, and stale code is never found.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from types import CodeType, FunctionType
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Decorates a function that is compiled when it is first called, and then kept on disk."""
    return bind(function, {})


def bind(function: F, names: Mapping[str, object]) -> F:
    """The function, compiled, with some of its global names meaning what they are given here.

    This is how a generic function gets a game's kernels: its code names functions that do not
    exist until they are bound, and each binding is compiled and kept on its own.
    """
    from numba import njit  # noqa: PLC0415 - only who compiles needs it

    plain = cast(FunctionType, function)
    scope = {**plain.__globals__, **names}
    copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__)
    copy.__qualname__ = f"{plain.__name__}_{fingerprint(copy)}"
    compiled = njit(cache=True, nogil=True)(copy)
    scope[plain.__name__] = compiled  # so that it can call itself
    return cast(F, compiled)


def fingerprint(function: FunctionType) -> str:
    """A short hash of the function's code and of everything the code names."""
    return blake2b(b"\0".join(_parts(function, set())), digest_size=8).hexdigest()


def _parts(function: FunctionType, seen: set[CodeType]) -> Iterator[bytes]:
    code = function.__code__
    if code in seen:
        return
    seen.add(code)
    yield code.co_code
    yield repr([const for const in code.co_consts if not isinstance(const, CodeType)]).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        yield name.encode()
        if hasattr(value, "py_func"):
            yield from _parts(cast(FunctionType, value.py_func), seen)
        elif isinstance(value, int):
            yield repr(value).encode()
        elif hasattr(value, "tobytes"):
            yield cast(Callable[[], bytes], value.tobytes)()
