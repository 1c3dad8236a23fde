"""Password hashes. They are computed in a thread, so that tables do not wait."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
MEMORY_KIB = 19_456
"""With two passes, what OWASP recommends for servers with little memory."""


class Passwords:
    """Argon2id hashes; at most `AT_ONCE` are computed at a time, because each needs 19 MB."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1)
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """The hash of a password, to be stored."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, hashed: str, password: str) -> bool:
        """Whether the hash is of this password."""
        async with self._turn:
            return await asyncio.to_thread(self._verify, hashed, password)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
