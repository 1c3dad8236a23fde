"""Where a match is warm: rendezvous hashing, by which all processes agree without asking."""

from collections.abc import Iterable
from hashlib import blake2b


def place_of(match: str, addresses: Iterable[str]) -> str:
    """The address that serves the match best; empty where there is none.

    When a process comes or goes, only the matches that it serves itself change their place.
    """
    return max(addresses, key=lambda address: (_weight(match, address), address), default="")


def _weight(match: str, address: str) -> bytes:
    return blake2b(f"{match} {address}".encode(), digest_size=8).digest()
