"""Compiling: a function, and all it names, becomes machine code that is kept on disk.

Numba throws away kept code when the function's own file changes, and overlooks that tables, weights
and other functions it names may have changed too. Therefore a compiled function carries a
fingerprint of everything it names in its own name, and stale code is never found.
"""

import sys
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
    compiled = njit(cache=_can_be_found_again(copy), nogil=True)(copy)
    scope[plain.__name__] = compiled  # so that it can call itself
    return cast(F, compiled)


def fingerprint(function: FunctionType) -> str:
    """A short hash of the function's code and of everything the code names."""
    digest = blake2b(digest_size=8)
    for member in _family(function, set()):
        code = member.__code__
        consts = [const for const in code.co_consts if not isinstance(const, CodeType)]
        digest.update(code.co_code + repr(consts).encode())
        for name in code.co_names:
            digest.update(name.encode() + _content(member.__globals__.get(name)))
    return digest.hexdigest()


def _can_be_found_again(function: FunctionType) -> bool:
    """Whether kept code could be loaded: that imports the modules of all functions in it."""
    return all(member.__module__ in sys.modules for member in _family(function, set()))


def _family(function: FunctionType, seen: set[CodeType]) -> Iterator[FunctionType]:
    """The function, and the compiled functions that it names, and those that they name."""
    if function.__code__ in seen:
        return
    seen.add(function.__code__)
    yield function
    for name in function.__code__.co_names:
        named: object = function.__globals__.get(name)
        if hasattr(named, "py_func"):
            yield from _family(cast(FunctionType, named.py_func), seen)


def _content(value: object) -> bytes:
    """What a number or a table is made of; nothing for other things."""
    if isinstance(value, int | tuple):
        return repr(value).encode()
    return cast(Callable[[], bytes], value.tobytes)() if hasattr(value, "tobytes") else b""
