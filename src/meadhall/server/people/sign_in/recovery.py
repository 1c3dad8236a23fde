"""Ways back into an account: recovery codes, and links to a confirmed mail address."""

import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parseaddr
from typing import TypeAlias

from meadhall.core.refusal import Refused
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.sign_in_bodies import (
    AddressChange,
    CodeRecovery,
    MailRecovery,
    RecoveryCodes,
)
from meadhall.server.protocol.tokens import ALPHABET
from meadhall.store.account import Account, name_key
from meadhall.store.notices.mails import Mail
from meadhall.store.people.sign_in.one_time_keys import Purpose, SqlOneTimeKeys
from meadhall.store.people.sign_in.stored_recovery import SqlRecovery

SendMail: TypeAlias = Callable[[Mail], Awaitable[None]]
"""Puts a mail into the queue; raises `Refused` in a hall that sends none."""
CODES, CODE_LETTERS = 10, 16
"""How many recovery codes there are, and how long each is: about 78 random bits."""
HOUR_MS = 3_600_000
CONFIRM_MS, RECOVER_MS = 24 * HOUR_MS, HOUR_MS
"""How long the links in mails work."""
MAILS_AN_HOUR = 3
"""To confirm one person's address, and to let one person back in."""
MOST_AT_ADDRESS = 5
"""Accounts with the same address that get a mail for one request."""
_ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\[\]]+@[^@\s<>\"(),:;\\\[\]]+\.[^@\s.]{2,}")


@dataclass(frozen=True, slots=True)
class Recovery:
    """Lets people back in who have lost their password."""

    hall: Hall
    stored: SqlRecovery
    keys: SqlOneTimeKeys
    send: SendMail
    sends_mail: bool
    """Whether the hall can send mails."""

    async def make_codes(self, person: Person, password: str) -> RecoveryCodes:
        """New recovery codes; earlier ones no longer work."""
        account = await self.hall.people.check_password(person, password)
        codes = tuple(_new_code() for _ in range(CODES))
        await self.stored.set_codes(account.id, map(_plain, codes))
        return RecoveryCodes(codes)

    async def use_code(self, given: CodeRecovery, address: str) -> Person:
        """Sign in with a recovery code and a new password. All other sessions end."""
        name = given.name.strip()
        # Counted as guesses of the password: both open the account.
        self.hall.people.count_guess(name_key(name), address)
        account = await self.hall.store.accounts.by_name(name)
        if account is None or not await self.stored.use_code(account.id, _plain(given.code)):
            raise Refused.because("WRONG_CODE", "Wrong name, or a code that has been used.", "code")
        return await self.hall.people.set_password(account, given.password)

    async def change_address(self, person: Person, change: AddressChange) -> None:
        """Send a link to the new address, which counts once it is followed; or remove the old."""
        account = await self.hall.people.check_password(person, change.password)
        address = change.address.strip()
        if not address:
            await self.stored.set_address(account.id, "", self._now())
            return
        if not is_address(address):
            raise Refused.because("BAD_ADDRESS", "This is not a mail address.", "address")
        await self._check_mails(account, "mail address")
        key = await self._key("mail address", account, address, CONFIRM_MS)
        link = self.hall.settings.link(f"/#/confirm/{key}")
        text = (
            f"Somebody, probably you, wants to use this address for the account {account.name}.\n\n"
            f"To confirm it, open this link within a day:\n\n{link}\n\n"
            "If it was not you, do nothing: the address will not be used.\n"
        )
        await self.send(Mail(address, "Confirm your mail address", text))

    async def confirm_address(self, key: str) -> None:
        """The link has been followed: the address belongs to the account."""
        found = await self.keys.use(key, "mail address", self._now())
        if found is None:
            raise _old_link()
        person, address = found
        await self.stored.set_address(person, address, self._now())

    async def ask_for_link(self, text: str) -> None:
        """Send a link to the accounts with this name or address. Nothing says whether there are."""
        if not self.sends_mail:
            raise Refused.because("NO_MAIL", "This hall sends no mails. Use a recovery code.")
        for account, address in await self._accounts(text.strip()):
            try:
                await self._check_mails(account, "recovery")
            except Refused:
                continue
            key = await self._key("recovery", account, "", RECOVER_MS)
            link = self.hall.settings.link(f"/#/recover/{key}")
            text = (
                f"Somebody, probably you, asked for a new password for the account {account.name}."
                f"\n\nTo choose one, open this link within an hour:\n\n{link}\n\n"
                "If it was not you, do nothing: the password stays as it is.\n"
            )
            await self.send(Mail(address, "Choose a new password", text))

    async def use_link(self, given: MailRecovery) -> Person:
        """Sign in with a link from a mail and a new password. All other sessions end."""
        found = await self.keys.use(given.key, "recovery", self._now())
        account = await self.hall.store.accounts.by_id(found[0]) if found else None
        if account is None:
            raise _old_link()
        return await self.hall.people.set_password(account, given.password)

    async def _accounts(self, text: str) -> list[tuple[Account, str]]:
        accounts = self.hall.store.accounts
        named = await accounts.by_name(text)
        found = await self.stored.people_at(text, MOST_AT_ADDRESS)
        if named is not None:
            found = ((named.id, await self.stored.address_of(named.id)), *found)
        pairs = [(await accounts.by_id(person), address) for person, address in dict(found).items()]
        return [(account, address) for account, address in pairs if account and address]

    async def _check_mails(self, account: Account, purpose: Purpose) -> None:
        since = self._now() - HOUR_MS
        if await self.keys.count(account.id, purpose, since) >= MAILS_AN_HOUR:
            raise Refused.because(
                "TOO_MANY_MAILS", "Enough mails have been sent. Look for them, or wait an hour."
            )

    async def _key(self, purpose: Purpose, account: Account, value: str, lasts: int) -> str:
        key, now = secrets.token_urlsafe(24), self._now()
        until = now + lasts
        await self.keys.add(key, purpose, person=account.id, value=value, now=now, until=until)
        return key

    def _now(self) -> int:
        return self.hall.match_loop.clock()


def is_address(text: str) -> bool:
    """Whether mails may be sent to this address: one address, and nothing around it."""
    return (
        text.isascii()
        and text.isprintable()
        and parseaddr(text)[1] == text
        and _ADDRESS.fullmatch(text) is not None
    )


def _new_code() -> str:
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LETTERS, 4))


def _plain(code: str) -> str:
    """The code as it is hashed: without dashes and blanks, in small letters."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())


def _old_link() -> Refused:
    return Refused.because("LINK_USED", "This link is too old, or has been used.", "key")
