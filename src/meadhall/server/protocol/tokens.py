"""Signed tokens: sessions, seats, and links that open a seat on another device.

A token can be read but not forged, and the server does not store it. Its claim is checked each time
against the match, the account and what has ended (`server/net/rights.py`), so the token of a seat
that was given away, or of a session that was signed out, is worthless.
"""

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

import msgspec
from itsdangerous import BadSignature, TimestampSigner
from msgspec import Struct
from typing_extensions import override

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.facts import Reserved

SESSION_SECONDS = 180 * 24 * 3600
ENTRY_SECONDS = 24 * 3600
RESERVATION_SECONDS = 3600
MOST_ENTRIES = 20
"""Locked tables that one entry token lets in to; the oldest is dropped first."""
GUEST = "guest-"
"""How the ids of people begin who came as guests; they keep them when they create an account."""
GONE = "gone-"
"""How the ids begin that stand for people who are gone."""

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that look different from each other."""


class SessionToken(Struct, array_like=True):
    """The claim to be a person. `stamp` is an account's epoch, so a new password ends sessions."""

    person: str
    name: str
    stamp: str = ""
    id: str = ""
    """By which the session can be ended."""


class SeatToken(Struct, array_like=True, frozen=True):
    """The claim of a person to hold a seat of a match. It ends with the session it was given to."""

    match: str
    seat: Seat
    holder: str
    session: str
    stamp: str
    """The account's epoch, as in the session."""
    moves: int
    """How often the seat had moved to another device."""


class EntryToken(Struct, array_like=True, frozen=True):
    """The claim to have shown the passwords of locked tables, or a seat at them."""

    matches: tuple[str, ...] = ()

    def add(self, match: str) -> "EntryToken":
        """The claim to one more table."""
        others = tuple(other for other in self.matches if other != match)
        return EntryToken((*others, match)[-MOST_ENTRIES:])


class MailsToken(Struct, array_like=True, frozen=True):
    """The claim to end the notices by mail of this person: who has a mail may do so."""

    person: str


class ReservationToken(Struct, array_like=True, frozen=True):
    """The claim to set up the match with this id, whose commitment was shown."""

    match: str


C = TypeVar("C", bound=Struct)


class _Signer(TimestampSigner):
    """Signs with the server's time, which no change of the system's clock moves."""

    def __init__(self, secret: str, salt: str, clock: Callable[[], int]) -> None:
        super().__init__(secret, salt=salt)
        self._clock = clock

    @override
    def get_timestamp(self) -> int:
        """The time in seconds."""
        return self._clock() // 1000

    def read(self, token: str, age: int | None) -> bytes:
        """What was signed; raises `BadSignature` if it is forged or older than `age` seconds."""
        # Not by `max_age`: it refuses tokens of the future, and after a crash the server's time may
        # be behind the last token by a minute.
        text, signed = self.unsign(token, return_timestamp=True)
        if age is not None and self.get_timestamp() - signed.timestamp() > age:
            raise BadSignature("expired")
        return text


class Tokens:
    """Signs and reads tokens with one secret. A token is valid for one purpose only."""

    def __init__(self, secret: str, clock: Callable[[], int]) -> None:
        self._secret = secret.encode()
        self._session, self._seat, self._link, self._entry, self._reservation, self._mails = (
            _Signer(secret, salt, clock)
            for salt in ("session", "seat", "link", "entry", "reservation", "mails")
        )

    def sign_session(self, claim: SessionToken) -> str:
        """The token of a session."""
        return _sign(self._session, claim)

    def read_session(self, token: str) -> SessionToken:
        """The session of a token; raises `Refused` if it is forged or has expired."""
        claim = _read(self._session, SessionToken, token, SESSION_SECONDS)
        # Sessions of earlier versions have no id. They get one, so that they can be ended too.
        claim.id = claim.id or sha256(token.encode()).hexdigest()
        return claim

    def sign_seat(self, claim: SeatToken) -> str:
        """The token of a seat. It does not expire: matches with clocks of days last for months."""
        return _sign(self._seat, claim)

    def read_seat(self, token: str) -> SeatToken:
        """The seat of a token."""
        return _read(self._seat, SeatToken, token, None)

    def sign_link(self, claim: SeatToken) -> str:
        """The token of a link."""
        return _sign(self._link, claim)

    def read_link(self, token: str, seconds: int) -> SeatToken:
        """The seat of a link that is no older than this."""
        return _read(self._link, SeatToken, token, seconds)

    def sign_entry(self, claim: EntryToken) -> str:
        """The token of the locked tables that a device has entered."""
        return _sign(self._entry, claim)

    def read_entry(self, token: str) -> EntryToken:
        """The locked tables of a token; none where it is forged or has expired."""
        try:
            return _read(self._entry, EntryToken, token, ENTRY_SECONDS)
        except Refused:
            return EntryToken()

    def sign_reservation(self, match: str) -> str:
        """The token of a match to come."""
        return _sign(self._reservation, ReservationToken(match))

    def read_reservation(self, token: str) -> Reserved:
        """The match that a token reserves."""
        claim = _read(self._reservation, ReservationToken, token, RESERVATION_SECONDS)
        return self.reserve(claim.match)

    def sign_mails(self, person: str) -> str:
        """The token that ends a person's notices by mail. It does not expire, as mails do not."""
        return _sign(self._mails, MailsToken(person))

    def read_mails(self, token: str) -> str:
        """The person whose mails the token ends."""
        return _read(self._mails, MailsToken, token, None).person

    def derive(self, purpose: str, size: int) -> bytes:
        """Up to 64 secret bytes for a purpose, always the same."""
        return hmac.digest(self._secret, f"bytes for {purpose}".encode(), "sha512")[:size]

    def reserve(self, match: str) -> Reserved:
        """The match with this id, and its secret: made of the server's, so nothing is stored."""
        secret = hmac.digest(self._secret, f"secret of match\n{match}".encode(), "sha256").hex()
        return Reserved(match, secret)


def random_id(length: int = 16) -> str:
    """An id that is hard to guess and easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_guest(person: str) -> bool:
    """Whether the person came as a guest, and may have no account."""
    return person.startswith(GUEST)


def _sign(signer: _Signer, claim: Struct) -> str:
    return signer.sign(_text(claim)).decode()


def _text(claim: Struct) -> str:
    # Hexadecimal digits need no escapes in cookies, headers and links.
    return msgspec.json.encode(claim).hex()


def _read(signer: _Signer, type_: type[C], token: str, age: int | None) -> C:
    try:
        text = signer.read(token, age)
        return msgspec.json.decode(bytes.fromhex(text.decode()), type=type_)
    except (BadSignature, msgspec.DecodeError, ValueError):
        raise Refused.because(
            "BAD_TOKEN", "This token is not valid, or has expired.", "token"
        ) from None
