"""Randomness that players can check: the seed of a match, made of a secret and of the seats' bytes.

The server publishes the hash of its secret, the commitment, when a table is set up. Seats add
random bytes, their shares, when they sit down. The secret is in the record after the end, so that
everybody can make the seed again. `docs/verifiable-randomness.md` has the exact bytes.
"""

import hmac
import re
from dataclasses import dataclass, field
from hashlib import sha256

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat

SHARE = re.compile(r"[0-9a-f]{0,64}")
"""What a seat may add: up to 32 bytes as hexadecimal digits. Nothing counts as an empty text."""


@dataclass(frozen=True, slots=True)
class SeedProof:
    """What the seed of a match was made of: the match's id, the secret, one share for each seat."""

    match: str
    secret: str = field(repr=False)
    shares: tuple[str, ...]


def commitment_to(secret: str) -> str:
    """The hash of the secret: it can be published early, and fits no other secret later."""
    return sha256(secret.encode()).hexdigest()


def make_seed(proof: SeedProof) -> str:
    """The seed that the secret and the shares give."""
    return _keyed_hash(proof, "seed", proof.match, *proof.shares)


def receipt_for(proof: SeedProof, ply: int, seat: Seat, action: str) -> str:
    """The receipt for a sealed choice: a hash of the choice and a salt.

    The salt is made of the secret. So the receipt tells nobody the choice, and the record, which
    has the secret, shows after the end whether the receipt fits.
    """
    salt = _keyed_hash(proof, "salt", proof.match, str(ply), str(seat))
    return sha256(f"{salt}\n{action}".encode()).hexdigest()


def check_seed(proof: SeedProof, seed: str, seats: int) -> None:
    """Raise `Refused` if the seed is not made of the secret and of one share for each seat."""
    if len(proof.shares) != seats or not all(map(SHARE.fullmatch, proof.shares)):
        raise Refused.because(
            "BAD_SHARES", "$.proof.shares needs up to 64 hexadecimal digits for each seat.",
            "$.proof.shares",
        )  # fmt: skip
    if make_seed(proof) != seed:
        raise Refused.because(
            "SEED_DIFFERS", "$.seed is not made of the secret and the seats' bytes.", "$.seed"
        )


def _keyed_hash(proof: SeedProof, *lines: str) -> str:
    return hmac.digest(proof.secret.encode(), "\n".join(lines).encode(), "sha256").hex()
