"""What an account is, apart from the database that keeps it."""

import unicodedata
from dataclasses import dataclass

FIRST_EPOCH = 0
FORMER = "a former member"
"""The name of everybody who deleted the account."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person with a password. Raising `epoch` ends all earlier sessions."""

    id: str
    name: str
    password_hash: str
    created: int
    epoch: int = FIRST_EPOCH


def name_key(name: str) -> str:
    """What two names have in common that count as the same."""
    return unicodedata.normalize("NFKC", name).casefold()
