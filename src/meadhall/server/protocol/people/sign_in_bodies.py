"""Passkeys, recovery codes and mail addresses over HTTP."""

from typing import Annotated

from msgspec import Meta, Struct

from meadhall.server.protocol.people.texts import Name, NewSecret, Secret

ADDRESS_LENGTH = 254
Key = Annotated[str, Meta(min_length=1, max_length=200)]
Json = Annotated[str, Meta(max_length=20_000)]
PasskeyName = Annotated[str, Meta(min_length=1, max_length=40)]


class AccountState(Struct):
    """How you can sign in to your account, and what you may do."""

    passkeys: int
    recovery_codes: int
    """How many are left."""
    mail_address: str
    """Confirmed; empty for none."""
    sends_mail: bool
    """Whether the hall can send mails."""
    moderator: bool
    muted_until: int
    """0: you are not muted."""
    muted_reason: str


class PasswordProof(Struct, forbid_unknown_fields=True):
    """Your password, to show that it is you."""

    password: Secret


class CeremonyOptions(Struct):
    """What the browser needs to make a passkey or to sign with one: WebAuthn's options as JSON."""

    options: str


class NewPasskey(Struct, forbid_unknown_fields=True):
    """A passkey that the browser has made: its answer as JSON, and a name for it."""

    credential: Json
    name: PasskeyName


class PasskeyRename(Struct, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: PasskeyName


class PasskeySignature(Struct, forbid_unknown_fields=True):
    """What the browser answers when it signs with a passkey, as JSON."""

    credential: Json


class PasskeyCard(Struct):
    """A passkey of yours. `used` is 0 until you have signed in with it."""

    id: str
    name: str
    created: int
    used: int


class RecoveryCodes(Struct):
    """Your new recovery codes. Nobody can show them again; each works once."""

    codes: tuple[str, ...]


class CodeRecovery(Struct, forbid_unknown_fields=True):
    """A recovery code, and the password that you want from now on."""

    name: Name
    code: Annotated[str, Meta(max_length=40)]
    password: NewSecret


class AddressChange(Struct, forbid_unknown_fields=True):
    """The mail address of your account; an empty one removes it."""

    address: Annotated[str, Meta(max_length=ADDRESS_LENGTH)]
    password: Secret


class AddressKey(Struct, forbid_unknown_fields=True):
    """The key in a link that was sent to a mail address."""

    key: Key


class RecoveryRequest(Struct, forbid_unknown_fields=True):
    """The name of an account, or its mail address."""

    account: Annotated[str, Meta(min_length=1, max_length=ADDRESS_LENGTH)]


class MailRecovery(Struct, forbid_unknown_fields=True):
    """The key in a link for recovery, and the password that you want from now on."""

    key: Key
    password: NewSecret
