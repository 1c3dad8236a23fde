"""Who somebody is: guests with a name, and accounts for those who want one."""

from dataclasses import dataclass
from unicodedata import normalize

from meadhall.core.refusal import Refused
from meadhall.match.facts import Player
from meadhall.match.gathering import bad_name
from meadhall.server.bodies import Credentials, NewGuest, PasswordChange, Person
from meadhall.server.keys import Keys, Session, random_id
from meadhall.server.passwords import Passwords
from meadhall.store.accounts import Account, SqlAccounts

GUEST = "guest-"
NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43
"""Checked where there is no such account, so that the time taken does not tell."""


@dataclass(frozen=True, slots=True)
class People:
    """Makes guests and accounts, and knows them again by their session."""

    accounts: SqlAccounts
    keys: Keys
    passwords: Passwords

    def guest(self, new: NewGuest) -> Person:
        """Somebody who plays at once under a name."""
        name = proper_name(new.name)
        return self._person(GUEST + random_id(), name, "")

    def rename(self, person: Person, new: NewGuest) -> Person:
        """The guest under another name, with the same seats and matches."""
        if person.account:
            raise Refused.because("HAS_ACCOUNT", "The name of an account stays as it is.", "name")
        return self._person(person.id, proper_name(new.name), "")

    async def register(self, new: Credentials, now: int) -> Person:
        """A new account, signed in."""
        name = proper_name(new.name)
        hashed = await self.passwords.hash(new.password)
        account = Account(random_id(), name, hashed, now)
        if not await self.accounts.add(account):
            raise Refused.because("NAME_TAKEN", f"Somebody is already called {name!r}.", "name")
        return self._of(account)

    async def sign_in(self, given: Credentials) -> Person:
        """The person with that name and password."""
        account = await self.accounts.by_name(given.name.strip())
        fits = await self.passwords.fits(
            account.password_hash if account else NOBODY, given.password
        )
        if account is None or not fits:
            raise _wrong_password()
        return self._of(account)

    async def known(self, token: str) -> Person:
        """Who a session token belongs to."""
        session = self.keys.read_session(token)
        if session.person.startswith(GUEST):
            return Person(session.person, session.name, account=False, token=token)
        account = await self.accounts.by_id(session.person)
        if account is None or session.stamp != str(account.epoch):
            raise Refused.because("BAD_TOKEN", "You have been signed out.", "token")
        return Person(account.id, account.name, account=True, token=token)

    async def sign_out_everywhere(self, person: Person) -> None:
        """End all sessions of an account; a guest has the one only."""
        if person.account:
            await self.accounts.sign_out_everywhere(person.id)

    async def change_password(self, person: Person, change: PasswordChange) -> Person:
        """A new password; all other sessions end."""
        account = await self._checked(person, change.old)
        await self.accounts.set_password(account.id, await self.passwords.hash(change.new))
        changed = await self.accounts.by_id(account.id)
        return self._of(changed or account)

    async def delete(self, person: Person, password: str) -> None:
        """The account is gone; matches keep the name that was played under."""
        account = await self._checked(person, password)
        await self.accounts.delete(account.id)

    async def _checked(self, person: Person, password: str) -> Account:
        account = await self.accounts.by_id(person.id) if person.account else None
        if account is None:
            raise Refused.because("NO_ACCOUNT", "A guest has no account.")
        if not await self.passwords.fits(account.password_hash, password):
            raise _wrong_password()
        return account

    def _of(self, account: Account) -> Person:
        return self._person(account.id, account.name, str(account.epoch))

    def _person(self, id_: str, name: str, stamp: str) -> Person:
        token = self.keys.sign_session(Session(id_, name, stamp))
        return Person(id_, name, account=bool(stamp), token=token)


def proper_name(name: str) -> str:
    """The name without spaces around it; refused where nobody can be called that."""
    name = normalize("NFC", name).strip()
    rejected = bad_name(Player(name))
    if rejected is not None:
        raise Refused.because(rejected.code, rejected.text, "name")
    return name


def _wrong_password() -> Refused:
    return Refused.because("WRONG_PASSWORD", "Name and password do not fit.", "password")
