"""Passkeys: made, listed, renamed, removed, and signed in with."""

import json
import secrets
from dataclasses import dataclass

from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.people.sign_in.ceremonies import (
    TIMEOUT_MS,
    RelyingParty,
    challenge_in,
    check_created,
    check_signed,
    options_to_create,
    options_to_sign,
    wrong_passkey,
)
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.sign_in_bodies import (
    CeremonyOptions,
    NewPasskey,
    PasskeyCard,
    PasskeyRename,
)
from meadhall.store.people.sign_in.one_time_keys import Purpose, SqlOneTimeKeys
from meadhall.store.people.sign_in.stored_passkeys import SqlPasskeys, StoredPasskey

MOST = 20
"""Passkeys of one person."""
CHALLENGE_BYTES = 32


@dataclass(frozen=True, slots=True)
class Passkeys:
    """The passkeys of people with accounts. A challenge works once, for five minutes."""

    hall: Hall
    stored: SqlPasskeys
    keys: SqlOneTimeKeys

    async def begin(self, scope: Scope, person: Person, password: str) -> CeremonyOptions:
        """What the browser needs to make a passkey; asks for the password."""
        account = await self.hall.people.check_password(person, password)
        known = tuple(one.id for one in await self.stored.of(account.id))
        hall = RelyingParty.of(scope, self.hall.settings)
        text = options_to_create(hall, account.id, account.name, known, _challenge())
        await self._note(text, "new passkey", account.id)
        return CeremonyOptions(text)

    async def add(self, scope: Scope, person: Person, new: NewPasskey) -> PasskeyCard:
        """Store the passkey that the browser has made."""
        owner, challenge = await self._use(new.credential, "new passkey")
        if owner != person.id:
            raise wrong_passkey()
        hall = RelyingParty.of(scope, self.hall.settings)
        id_, key, count = check_created(hall, new.credential, challenge)
        passkey = StoredPasskey(id_, person.id, _name(new.name), key, count, self._now())
        if not await self.stored.add(passkey, MOST):
            raise Refused.because("TOO_MANY", f"It is known, or you have {MOST} passkeys.")
        return _card(passkey)

    async def list_own(self, person: Person) -> list[PasskeyCard]:
        """The person's passkeys, the oldest first."""
        return [_card(one) for one in await self.stored.of(person.id)]

    async def rename(self, person: Person, id_: str, change: PasskeyRename) -> None:
        """Give a passkey another name."""
        if not await self.stored.rename(person.id, id_, _name(change.name)):
            raise _no_passkey()

    async def remove(self, person: Person, id_: str) -> None:
        """Remove a passkey: it signs in no longer."""
        if not await self.stored.remove(person.id, id_):
            raise _no_passkey()

    async def begin_sign_in(self, scope: Scope) -> CeremonyOptions:
        """What the browser needs to sign in with any passkey that it has for this hall."""
        hall = RelyingParty.of(scope, self.hall.settings)
        text = options_to_sign(hall, _challenge())
        await self._note(text, "passkey", "")
        return CeremonyOptions(text)

    async def sign_in(self, scope: Scope, credential: str) -> Person:
        """Sign in to the account of the passkey."""
        _, challenge = await self._use(credential, "passkey")
        passkey = await self.stored.by_id(_id_in(credential))
        account = await self.hall.store.accounts.by_id(passkey.person) if passkey else None
        if passkey is None or account is None:
            raise wrong_passkey()
        hall = RelyingParty.of(scope, self.hall.settings)
        signed = check_signed(
            hall, credential, challenge, passkey.public_key, passkey.signatures
        )  # fmt: skip
        await self.stored.note_use(passkey.id, signed, self._now())
        return await self.hall.people.begin_session(account)

    async def _note(self, options: str, purpose: Purpose, person: str) -> None:
        """Remember the challenge in the options."""
        now, challenge = self._now(), str(json.loads(options)["challenge"])
        until = now + TIMEOUT_MS
        await self.keys.add(challenge, purpose, person=person, now=now, until=until)

    async def _use(self, credential: str, purpose: Purpose) -> tuple[str, bytes]:
        """The person whom the challenge was for, and the challenge, which no longer works."""
        from webauthn import base64url_to_bytes  # noqa: PLC0415 - it takes memory

        challenge = challenge_in(credential)
        found = await self.keys.use(challenge, purpose, self._now())
        if found is None:
            raise Refused.because("WRONG_PASSKEY", "That took too long. Try again.")
        return found[0], base64url_to_bytes(challenge)

    def _now(self) -> int:
        return self.hall.match_loop.clock()


def _challenge() -> bytes:
    return secrets.token_bytes(CHALLENGE_BYTES)


def _id_in(credential: str) -> str:
    given = json.loads(credential).get("id")
    return given if isinstance(given, str) and "\0" not in given else ""


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise Refused.because("BAD_NAME", "Give it a name of printable characters.", "name")
    return name


def _card(passkey: StoredPasskey) -> PasskeyCard:
    return PasskeyCard(passkey.id, passkey.name, passkey.created, passkey.used)


def _no_passkey() -> Refused:
    return Refused.because("NO_SUCH_PASSKEY", "You have no such passkey.")
