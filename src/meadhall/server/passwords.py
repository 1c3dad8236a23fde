"""Password hashes, made and checked in a thread so that the tables do not wait."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
MEMORY_KIB = 19_456  # with two passes, what OWASP recommends for a server with little memory


class Passwords:
    """Argon2id; at most two at a time, for each takes its memory."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1)
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """The hash to keep."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, hashed: str, password: str) -> bool:
        """Whether this is the password that was hashed."""
        async with self._turn:
            return await asyncio.to_thread(self._verify, hashed, password)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
