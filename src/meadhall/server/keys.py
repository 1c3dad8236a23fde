"""Signed tokens: who somebody is, which seat is theirs, and links that move a seat.

A token is readable and cannot be forged; nothing about it is stored. What it claims is checked
against the match or the account each time, so a seat given to another is lost whatever one holds.
"""

import secrets
from typing import TypeVar

import msgspec
from itsdangerous import BadSignature, TimestampSigner
from msgspec import Struct

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat

LINK_SECONDS = 15 * 60
SESSION_SECONDS = 180 * 24 * 3600

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for one another."""


class Session(Struct, array_like=True):
    """Who somebody is. `stamp` ties an account's sessions to its password of the time."""

    person: str
    name: str
    stamp: str = ""


class SeatKey(Struct, array_like=True):
    """A seat of a match, held by a person."""

    match: str
    seat: Seat
    holder: str


C = TypeVar("C", bound=Struct)


class Keys:
    """Signs and reads tokens with one secret; a token for one purpose is none for another."""

    def __init__(self, secret: str) -> None:
        self._session = TimestampSigner(secret, salt="session")
        self._seat = TimestampSigner(secret, salt="seat")
        self._link = TimestampSigner(secret, salt="link")

    def sign_session(self, session: Session) -> str:
        """The token that says who one is."""
        return _sign(self._session, session)

    def read_session(self, token: str) -> Session:
        """Who the token says one is; refused where it is forged or old."""
        return _read(self._session, Session, token, SESSION_SECONDS)

    def sign_seat(self, key: SeatKey) -> str:
        """The token that opens the seat. It does not age: a match by days may last for months."""
        return _sign(self._seat, key)

    def read_seat(self, token: str) -> SeatKey:
        """The seat that the token opens."""
        return _read(self._seat, SeatKey, token, None)

    def sign_link(self, key: SeatKey) -> str:
        """The token that opens the seat on another device, for some minutes."""
        return _sign(self._link, key)

    def read_link(self, token: str) -> SeatKey:
        """The seat that the link opens."""
        return _read(self._link, SeatKey, token, LINK_SECONDS)


def random_id(length: int = 16) -> str:
    """A name that nobody can guess, easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _sign(signer: TimestampSigner, claim: Struct) -> str:
    return signer.sign(_text(claim)).decode()


def _text(claim: Struct) -> str:
    return msgspec.json.encode(claim).hex()


def _read(signer: TimestampSigner, type_: type[C], token: str, age: int | None) -> C:
    try:
        text = signer.unsign(token, max_age=age)
        return msgspec.json.decode(bytes.fromhex(text.decode()), type=type_)
    except (BadSignature, msgspec.DecodeError, ValueError):
        raise Refused.because(
            "BAD_TOKEN", "This token is not valid, or not valid any more.", "token"
        ) from None
