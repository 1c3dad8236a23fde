"""Compiles functions with Numba and caches the machine code on disk.

Numba drops cached code when the function's own file changes. It does not notice a change in the
tables, weights and other functions that the function names. So the name of a compiled function
contains a fingerprint of everything that it names: after a change Numba looks for another name.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from types import CodeType, FunctionType
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Decorate a function: the first call compiles it, later runs load it from the cache."""
    return bind(function, {})


def bind(function: F, names: Mapping[str, object], *, inline: bool = False) -> F:
    """The function, compiled, with the given values for some of its global names.

    A generic search gets a game's kernels in this way: its code names functions that are not
    defined until they are bound. Each binding is compiled and cached separately. With `inline` it
    becomes a part of the functions that call it.
    """
    from numba import njit  # noqa: PLC0415 - slow to import, and optional

    from meadhall.kit.compile_cache import keep_on_disk  # noqa: PLC0415 - it imports Numba

    plain = cast(FunctionType, getattr(function, "py_func", function))  # a kernel is bound anew
    # A copy, so that two bindings do not share names. It has no name that the module defines
    # further down, so kernels are defined before those that call them.
    scope = {**plain.__globals__, **names}
    copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__)
    copy.__qualname__ = f"{plain.__name__}_{fingerprint(copy)}"
    compiled = njit(nogil=True, inline="always" if inline else "never")(copy)
    if _is_importable(copy):
        keep_on_disk(compiled)
    scope[plain.__name__] = compiled  # so that it can call itself
    return cast(F, compiled)


def fingerprint(function: FunctionType) -> str:
    """A short hash of the function's code and of everything the code names."""
    digest = blake2b(digest_size=8)
    for member in _family(function, set()):
        code = member.__code__
        # The text of a code object contains its address, which differs in every run.
        consts = [const for const in code.co_consts if not isinstance(const, CodeType)]
        # Kept code names the modules of its functions, so it is stale once one of them has moved.
        digest.update(str(member.__module__).encode() + code.co_code + repr(consts).encode())
        for name in code.co_names:
            digest.update(name.encode() + _content(member.__globals__.get(name)))
    return digest.hexdigest()


def _is_importable(function: FunctionType) -> bool:
    """Whether cached code could be loaded: Numba imports the module of every function in it."""
    return all(member.__module__ in sys.modules for member in _family(function, set()))


def _family(function: FunctionType, seen: set[CodeType]) -> Iterator[FunctionType]:
    """The function, and all compiled functions that it names, directly or through others."""
    if function.__code__ in seen:
        return
    seen.add(function.__code__)
    yield function
    for name in function.__code__.co_names:
        named: object = function.__globals__.get(name)
        if hasattr(named, "py_func"):
            yield from _family(cast(FunctionType, named.py_func), seen)


# A function adds no bytes of its own: compiled ones are hashed as members of the family.
def _content(value: object) -> bytes:
    """The bytes of a number or a table; nothing for other values."""
    if isinstance(value, int | tuple):
        return repr(value).encode()
    return cast(Callable[[], bytes], value.tobytes)() if hasattr(value, "tobytes") else b""
