"""WebAuthn's two ceremonies: making a passkey, and signing with one.

The library is imported on demand: it takes memory, and most people sign in once in half a year.
"""

import json
from dataclasses import dataclass

from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.server.net.admission import SCHEMES
from meadhall.server.net.hosts import host_name, is_address
from meadhall.server.settings import Settings

HALL = "Meadhall"
TIMEOUT_MS = 5 * 60_000


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The hall, as passkeys know it: its host name, and the origins of its pages."""

    id: str
    origins: tuple[str, ...]

    @classmethod
    def of(cls, scope: Scope, settings: Settings) -> "RelyingParty":
        """The hall under the name by which the request asks for it; the host has been checked."""
        name = host_name(scope)
        if not name or is_address(name):
            raise Refused.because(
                "NO_PASSKEYS", "Passkeys need a hall with a name: this one is reached by a number."
            )
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        own = tuple(scheme + host for scheme in SCHEMES)
        return cls(name, (*own, *settings.allowed_origins()))


def options_to_create(
    hall: RelyingParty, person: str, name: str, known: tuple[str, ...], challenge: bytes
) -> str:
    """What a browser needs to make a passkey: it asks for a finger, a face or a PIN."""
    import webauthn  # noqa: PLC0415 - see above
    from webauthn.helpers import structs  # noqa: PLC0415 - the same

    options = webauthn.generate_registration_options(
        rp_id=hall.id,
        rp_name=HALL,
        user_id=person.encode(),
        user_name=name,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(id_)) for id_ in known
        ],
    )
    return webauthn.options_to_json(options)


def options_to_sign(hall: RelyingParty, challenge: bytes) -> str:
    """What a browser needs to sign: it offers the passkeys that it has for the hall."""
    import webauthn  # noqa: PLC0415 - see above
    from webauthn.helpers import structs  # noqa: PLC0415 - the same

    options = webauthn.generate_authentication_options(
        rp_id=hall.id,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def challenge_in(credential: str) -> str:
    """The challenge that the credential answers, as it came; `check_…` compares what is signed."""
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - see above

    try:
        client_data = base64url_to_bytes(json.loads(credential)["response"]["clientDataJSON"])
        return str(json.loads(client_data)["challenge"]).rstrip("=")
    except (ValueError, KeyError, TypeError, RecursionError):
        raise wrong_passkey() from None


def check_created(hall: RelyingParty, credential: str, challenge: bytes) -> tuple[str, bytes, int]:
    """The id, the public key and the count of a new passkey; raises `Refused` for a wrong one."""
    import webauthn  # noqa: PLC0415 - see above

    try:
        checked = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=hall.id,
            expected_origin=list(hall.origins),
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - whatever a client sends
        raise wrong_passkey() from None
    id_ = webauthn.helpers.bytes_to_base64url(checked.credential_id)
    return id_, checked.credential_public_key, checked.sign_count


def check_signed(
    hall: RelyingParty, credential: str, challenge: bytes, key: bytes, signatures: int
) -> int:
    """How many signatures the passkey has made; raises `Refused` for a wrong one."""
    import webauthn  # noqa: PLC0415 - see above

    try:
        checked = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=hall.id,
            expected_origin=list(hall.origins),
            credential_public_key=key,
            credential_current_sign_count=signatures,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - whatever a client sends
        raise wrong_passkey() from None
    return checked.new_sign_count


def wrong_passkey() -> Refused:
    """The refusal of anything but a signature of a known passkey."""
    return Refused.because("WRONG_PASSKEY", "This passkey does not open an account here.")
