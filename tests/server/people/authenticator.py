"""A passkey in software: answers WebAuthn's ceremonies as a browser with a device would."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

PRESENT_VERIFIED, WITH_KEY = 0x05, 0x40


@dataclass
class SoftAuthenticator:
    """One passkey for one hall; `origin` is the page that asks."""

    origin: str
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    flags: int = PRESENT_VERIFIED
    signatures: int = 0

    def create(self, options: str) -> str:
        """The answer to `navigator.credentials.create`."""
        asked = json.loads(options)
        data = self._data(asked["rp"]["id"], WITH_KEY) + bytes(16)
        data += len(self.id).to_bytes(2, "big") + self.id + self._public_key()
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign(self, options: str) -> str:
        """The answer to `navigator.credentials.get`."""
        asked = json.loads(options)
        self.signatures += 1
        data = self._data(asked["rpId"], 0)
        client = self._client("webauthn.get", asked["challenge"])
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signed)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, host: str, flags: int) -> bytes:
        count = self.signatures.to_bytes(4, "big")
        return hashlib.sha256(host.encode()).digest() + bytes([self.flags | flags]) + count

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        return bytes(encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y}))

    def _answer(self, **response: bytes) -> str:
        id_ = encoded(self.id)
        fields = {name: encoded(value) for name, value in response.items()}
        return json.dumps({"id": id_, "rawId": id_, "type": "public-key", "response": fields})


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
