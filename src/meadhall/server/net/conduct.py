"""What is asked about people on the way: who is banned or muted, and who avoids whom.

A hall in a tab has one person, so `EverybodyWelcome` answers there. A server asks
its store.
"""

from collections.abc import Collection
from typing import Protocol


class Conduct(Protocol):
    """Bans and mutes by moderators, and blocks by people."""

    async def ban(self, person: str) -> tuple[int, str]:
        """Until when the person is banned, and why; 0 if they never were."""
        ...

    async def mute(self, person: str) -> tuple[int, str]:
        """Until when the person is muted, and why; 0 if they never were."""
        ...

    async def blocks_of(self, person: str) -> frozenset[str]:
        """The ids and names of those whom the person blocks."""
        ...

    async def are_apart(self, person: str, others: Collection[str]) -> bool:
        """Whether the person blocks one of the others, or one of them blocks the person."""
        ...


class EverybodyWelcome:
    """Nobody is banned, muted or blocked."""

    async def ban(self, person: str) -> tuple[int, str]:
        """Nobody is."""
        del person
        return 0, ""

    async def mute(self, person: str) -> tuple[int, str]:
        """Nobody is."""
        del person
        return 0, ""

    async def blocks_of(self, person: str) -> frozenset[str]:
        """Nobody is."""
        del person
        return frozenset()

    async def are_apart(self, person: str, others: Collection[str]) -> bool:
        """Nobody is."""
        del person, others
        return False
