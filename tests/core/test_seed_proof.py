"""Seeds that can be checked: what they are made of, and what does not fit."""

import hashlib
import hmac
from dataclasses import replace

import pytest

from meadhall.core.refusal import Refused
from meadhall.core.seed_proof import (
    SeedProof,
    check_seed,
    commitment_to,
    make_seed,
    receipt_for,
)

OTHER = "5ec2e8"
PROOF = SeedProof("m1", "5ec2e7", ("aa", ""))


def mac(message: bytes) -> str:
    return hmac.new(b"5ec2e7", message, hashlib.sha256).hexdigest()


def test_seed_commitment_and_receipt_are_made_of_the_documented_bytes() -> None:
    assert commitment_to("5ec2e7") == hashlib.sha256(b"5ec2e7").hexdigest()
    assert make_seed(PROOF) == mac(b"seed\nm1\naa\n")
    salt = mac(b"salt\nm1\n3\n1").encode()
    assert receipt_for(PROOF, 3, 1, "bid 2") == hashlib.sha256(salt + b"\nbid 2").hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        replace(PROOF, match="m2"),
        replace(PROOF, secret=OTHER),
        replace(PROOF, shares=("", "aa")),
        replace(PROOF, shares=("ab", "")),
    ],
)
def test_every_part_of_the_proof_changes_the_seed(other: SeedProof) -> None:
    assert make_seed(other) != make_seed(PROOF)
    with pytest.raises(Refused, match="SEED_DIFFERS"):
        check_seed(other, make_seed(PROOF), 2)


def test_a_seed_is_checked_against_one_share_for_each_seat() -> None:
    check_seed(PROOF, make_seed(PROOF), 2)
    for shares in (("aa",), ("aa", "", ""), ("aa", "G0"), ("aa", "\n"), ("aa", "a" * 65)):
        bad = replace(PROOF, shares=shares)
        with pytest.raises(Refused, match="BAD_SHARES"):
            check_seed(bad, make_seed(bad), 2)


def test_a_receipt_is_for_one_choice_of_one_seat_at_one_ply() -> None:
    receipts = {
        receipt_for(PROOF, 1, 0, "bid 1"),
        receipt_for(PROOF, 1, 0, "bid 2"),
        receipt_for(PROOF, 2, 0, "bid 1"),
        receipt_for(PROOF, 1, 1, "bid 1"),
        receipt_for(replace(PROOF, match="m2"), 1, 0, "bid 1"),
        receipt_for(replace(PROOF, secret=OTHER), 1, 0, "bid 1"),
    }
    assert len(receipts) == 6


def test_a_proof_does_not_print_its_secret() -> None:
    assert "5ec2e7" not in repr(PROOF)
